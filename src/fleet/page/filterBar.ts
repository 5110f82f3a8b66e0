import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { stateText } from '../../items/itemText';
import { clusterCount } from '../../presentation/format';
import { chip, linkButton } from '../../webPage/controls';
import { toggled } from '../../webPage/lists';
import { selectBox, type Choice } from '../../webPage/selectBox';
import { groupings, orderOf, type Grouping } from './clusterGroups';
import { isFiltered, noFilter, type Filter } from './filter';
import { stateIcon } from './icons';
import { Section } from './section';

/** Chooses a cloud, a project and the groups of the status grid, and shows what is filtered by. */
class FilterBar extends Section {
  #clouds: readonly Choice[] = [];
  #projects: readonly Choice[] = [];

  protected override willUpdate(): void {
    if (!this.isNew(({ fleet }) => fleet)) return;
    const { fleet } = this.page;
    const clouds = new Set(fleet.clusters.map(({ item }) => item.cloudType ?? ''));
    clouds.delete('');
    this.#clouds = sorted([...clouds].map((cloud) => ({ id: cloud, name: cloud })));
    this.#projects = sorted(fleet.projects);
  }

  protected override render(): TemplateResult {
    const { view, changeView, fleet } = this.page;
    const { filter } = view;
    const change = (part: Partial<Filter>): void => {
      changeView({ filter: { ...filter, ...part } });
    };
    return html`<div class="filters">
      ${selectBox({
        label: l10n.t('Cloud'),
        choices: [{ id: '', name: l10n.t('All clouds') }, ...this.#clouds],
        value: filter.cloud,
        onChange: (cloud) => {
          change({ cloud });
        },
      })}
      ${selectBox({
        label: l10n.t('Project'),
        choices: [{ id: '', name: l10n.t('All projects') }, ...this.#projects],
        value: filter.project,
        isSearchable: true,
        onChange: (project) => {
          change({ project });
        },
      })}
      ${
        view.tab === 'overview'
          ? selectBox<Grouping>({
              label: l10n.t('Group by'),
              choices: groupings.map((id) => ({ id, name: groupingText(id) })),
              value: view.order.grouping,
              onChange: (grouping) => {
                changeView({ order: orderOf(view.order, fleet, grouping) });
              },
            })
          : nothing
      }
      ${filter.states.map((state) =>
        chip(html`${stateIcon(state)}${stateText(state)}`, stateText(state), () => {
          change({ states: toggled(filter.states, state) });
        }),
      )}
      ${this.#clusterChips().map((text) =>
        chip(text, text, () => {
          change({ clusters: [] });
        }),
      )}
      ${
        isFiltered(filter)
          ? linkButton(l10n.t('Clear Filter'), () => {
              change(noFilter);
            })
          : nothing
      }
    </div>`;
  }

  /** The name of the selected cluster, or how many there are. */
  #clusterChips(): readonly string[] {
    const [id, ...others] = this.page.view.filter.clusters;
    if (id === undefined) return [];
    const name = others.length === 0 ? this.page.fleet.items.get(id)?.name : undefined;
    return [name ?? clusterCount(1 + others.length)];
  }
}

function groupingText(grouping: Grouping): string {
  return {
    project: l10n.t('Group by project'),
    cloud: l10n.t('Group by cloud'),
    region: l10n.t('Group by region'),
  }[grouping];
}

const names = new Intl.Collator(undefined, { numeric: true });

function sorted(choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted((one, other) => names.compare(one.name, other.name));
}

customElements.define('fleet-filter-bar', FilterBar);
