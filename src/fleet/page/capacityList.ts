import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { parts } from '../../presentation/text';
import {
  capacityLists,
  capacityRows,
  noCapacityText,
  unreadCapacityText,
  useText,
  type CapacityList,
  type CapacityRow,
  type Use,
} from './capacity';
import { warningIcon } from './icons';
import { menuContext, Section, send } from './section';
import { selectBox } from './selectBox';

const shownAtFirst = 7;
const shownMore = 50;

/** Cores and memory of projects and clusters, and the sizes of pools. */
class CapacitySection extends Section {
  static override properties: PropertyDeclarations = {
    shown: { state: true },
  };

  declare private shown: number;

  constructor() {
    super();
    this.shown = shownAtFirst;
  }

  protected override render(): TemplateResult {
    const { clusters, view, changeView } = this.page;
    const { header } = this.page.fleet;
    const { capacity } = view;
    const rows = capacityRows(clusters, capacity);
    const unread = unreadCapacityText(capacity, rows.length > 0, header);
    const isFiltered = clusters.length === 0 && header.coverage.clusters.read > 0;
    const more = Math.min(rows.length - this.shown, shownMore);
    return html`<section>
      <div class="section-head">
        <h2>${l10n.t('Capacity')}</h2>
        <span class="spring"></span>
        ${selectBox<CapacityList>({
          label: l10n.t('Capacity of'),
          choices: capacityLists.map((value) => ({ value, label: listText(value) })),
          value: capacity,
          onChange: (chosen) => {
            this.shown = shownAtFirst;
            changeView({ capacity: chosen });
          },
        })}
      </div>
      ${unread === undefined ? nothing : readCapacity(unread, header.reading !== undefined)}
      ${
        rows.length === 0
          ? unread === undefined
            ? html`<p class="empty">${noCapacityText(capacity, isFiltered, header)}</p>`
            : nothing
          : html`<ul class="capacity" aria-label=${listText(capacity)}>
              ${rows.slice(0, this.shown).map(capacityItem)}
            </ul>`
      }
      ${
        more > 0
          ? html`<button
              class="link"
              @click=${() => {
                this.shown += shownMore;
              }}
            >
              ${l10n.t('Show {0} More', formatNumber(more))}
            </button>`
          : nothing
      }
    </section>`;
  }
}

function readCapacity(text: string, isReading: boolean): TemplateResult {
  return html`<p class="hint">
    <span>${text}</span>
    <vscode-button
      secondary
      ?disabled=${isReading}
      @click=${() => {
        send({ type: 'readCapacity' });
      }}
      >${l10n.t('Read Cores and Memory')}</vscode-button
    >
  </p>`;
}

function capacityItem({ item, path, cores, memoryMiB, machines }: CapacityRow): TemplateResult {
  return html`<li data-vscode-context=${menuContext(item)}>
    <span class="capacity-name">
      <button
        class="link"
        title=${item.name}
        @click=${() => {
          send({ type: 'showDetails', id: item.id });
        }}
      >
        ${item.name}
      </button>
      <span class="muted" title=${path}>${path}</span>
    </span>
    <span class="uses">
      ${useBar(cores, 'cores', (use) => l10n.t('{0} cores', use))}
      ${useBar(memoryMiB, 'memoryMiB', (use) => l10n.t('{0} memory', use))}
      ${useBar(machines, 'machines', (use) => l10n.t('{0} machines', use))}
    </span>
  </li>`;
}

function useBar(
  use: Use | undefined,
  kind: 'cores' | 'memoryMiB' | 'machines',
  textOf: (use: string) => string,
): TemplateResult | typeof nothing {
  if (use === undefined) return nothing;
  return html`<span class="use ${use.level}">
    ${bar(use)}
    <span class="use-text"
      >${parts(textOf(useText(use, kind)), use.percent === undefined ? l10n.t('use not reported') : undefined)}</span
    >
    ${
      use.level === 'normal'
        ? nothing
        : html`<span class="mark"
            >${warningIcon()}${use.level === 'full' ? l10n.t('At its limit') : l10n.t('Nearly full')}</span
          >`
    }
  </span>`;
}

function bar({ percent }: Use): TemplateResult {
  return percent === undefined
    ? html`<span class="bar unknown" aria-hidden="true"></span>`
    : html`<span class="bar" aria-hidden="true"><span .style=${`width: ${percent}%`}></span></span>`;
}

function listText(list: CapacityList): string {
  switch (list) {
    case 'projects':
      return l10n.t('Projects');
    case 'clusters':
      return l10n.t('Clusters');
    case 'pools':
      return l10n.t('Machine pools');
  }
}

customElements.define('fleet-capacity', CapacitySection);
