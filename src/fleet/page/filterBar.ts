import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { stateText } from '../../items/itemText';
import { isFiltered, noFilter, toggled, type Filter } from './filter';
import { closeIcon, stateIcon } from './icons';
import { Section } from './section';
import { selectBox, type Choice } from './selectBox';

/** Chooses a cloud and a project, and shows what is filtered by. */
class FilterBar extends Section {
  #clouds: readonly Choice[] = [];
  #projects: readonly Choice[] = [];

  protected override willUpdate(): void {
    if (!this.isNew(({ fleet }) => fleet)) return;
    const { fleet } = this.page;
    const clouds = new Set(fleet.clusters.map(({ item }) => item.cloudType ?? ''));
    clouds.delete('');
    this.#clouds = sorted([...clouds].map((cloud) => ({ value: cloud, label: cloud })));
    this.#projects = sorted(fleet.projects.map(({ id, name }) => ({ value: id, label: name })));
  }

  protected override render(): TemplateResult {
    const { view, changeView } = this.page;
    const { filter } = view;
    const change = (part: Partial<Filter>): void => {
      changeView({ filter: { ...filter, ...part } });
    };
    return html`<div class="filters">
      ${selectBox({
        label: l10n.t('Cloud'),
        choices: [{ value: '', label: l10n.t('All clouds') }, ...this.#clouds],
        value: filter.cloud,
        onChange: (cloud) => {
          change({ cloud });
        },
      })}
      ${selectBox({
        label: l10n.t('Project'),
        choices: [{ value: '', label: l10n.t('All projects') }, ...this.#projects],
        value: filter.project,
        isSearchable: true,
        onChange: (project) => {
          change({ project });
        },
      })}
      ${filter.states.map((state) =>
        chip(html`${stateIcon(state)}${stateText(state)}`, stateText(state), () => {
          change({ states: toggled(filter.states, state) });
        }),
      )}
      ${
        filter.cloud === ''
          ? nothing
          : chip(filter.cloud, filter.cloud, () => {
              change({ cloud: '' });
            })
      }
      ${filter.project === '' ? nothing : this.#projectChip(filter.project, change)}
      ${
        isFiltered(filter)
          ? html`<button
              class="link"
              @click=${() => {
                change(noFilter);
              }}
            >
              ${l10n.t('Clear Filter')}
            </button>`
          : nothing
      }
    </div>`;
  }

  #projectChip(id: string, change: (part: Partial<Filter>) => void): TemplateResult {
    const name = this.page.fleet.items.get(id)?.name ?? id;
    return chip(name, name, () => {
      change({ project: '' });
    });
  }
}

function chip(content: unknown, name: string, remove: () => void): TemplateResult {
  return html`<button class="chip" aria-label=${l10n.t('Remove filter: {0}', name)} @click=${remove}>
    <span>${content}</span>${closeIcon()}
  </button>`;
}

const names = new Intl.Collator(undefined, { numeric: true });

function sorted(choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted((one, other) => names.compare(one.label, other.label));
}

customElements.define('fleet-filter-bar', FilterBar);
