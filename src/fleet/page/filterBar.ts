import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { stateText } from '../../items/itemText';
import { isFiltered, noFilter, toggled, type Filter } from './filter';
import type { Fleet } from './fleet';
import { closeIcon, stateIcon } from './icons';
import { Section, type ChangeView } from './section';
import { selectBox, type Choice } from './selectBox';
import type { View } from './viewState';

/** Chooses a cloud and a project, and shows what is filtered by. */
export class FilterBar extends Section {
  static override properties: PropertyDeclarations = {
    fleet: { attribute: false },
    view: { attribute: false },
  };

  declare fleet: Fleet;
  declare view: View;
  declare changeView: ChangeView;
  #clouds: readonly Choice[] = [];
  #projects: readonly Choice[] = [];

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (!changed.has('fleet')) return;
    const clouds = new Set(this.fleet.clusters.map(({ item }) => item.cloudType ?? ''));
    clouds.delete('');
    this.#clouds = sorted([...clouds].map((cloud) => ({ value: cloud, label: cloud })));
    this.#projects = sorted(this.fleet.projects.map(({ id, name }) => ({ value: id, label: name })));
  }

  protected override render(): TemplateResult {
    const { filter } = this.view;
    const change = (part: Partial<Filter>): void => {
      this.changeView({ filter: { ...filter, ...part } });
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
    const name = this.fleet.items.get(id)?.name ?? id;
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
