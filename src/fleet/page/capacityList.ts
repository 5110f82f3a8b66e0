import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { l10n } from 'vscode';
import { formatNumber } from '../../text/format';
import { button, linkButton } from '../../webPage/controls';
import { warningIcon } from '../../webPage/icons';
import {
  capacityRows,
  isNearlyFull,
  noCapacityText,
  unreadCapacityText,
  type CapacityRow,
  type PoolUse,
  type Use,
} from './capacity';
import { menuContext, Section, sends } from './section';

const shownStep = 100;

/** Cores, memory and pool limits of clusters. */
class CapacitySection extends Section {
  @state() private accessor shown = shownStep;
  #rows: readonly CapacityRow[] = [];

  protected override willUpdate(): void {
    if (this.isNew(({ answer }) => answer)) this.#rows = capacityRows(this.page.answer.clusters);
  }

  protected override render(): TemplateResult {
    const { answer, fleet } = this.page;
    const { header } = fleet;
    const unread = unreadCapacityText(this.#rows.length > 0, header);
    const isFiltered = answer.clusters.length < fleet.clusters.length;
    const isRead = unread === undefined;
    return html`${isRead ? nothing : readCapacity(unread, header.reading !== undefined)}
    ${this.#rows.length > 0 ? this.#lists() : isRead ? html`<p class="empty">${noCapacityText(isFiltered, header.firstRead)}</p>` : nothing}`;
  }

  #lists(): TemplateResult {
    const { canReadMachines } = this.page.fleet.header;
    const rows = this.#rows.slice(0, this.shown);
    const full = this.#rows.filter(isNearlyFull).length;
    const more = Math.min(this.#rows.length - rows.length, shownStep);
    return html`${capacityList(l10n.t('Nearly full ({0})', formatNumber(full)), rows.slice(0, full), canReadMachines)}
    ${capacityList(l10n.t('Others ({0})', formatNumber(this.#rows.length - full)), rows.slice(full), canReadMachines)}
    ${
      more > 0
        ? linkButton(l10n.t('Show {0} More', formatNumber(more)), () => {
            this.shown += shownStep;
          })
        : nothing
    }`;
  }
}

function readCapacity(text: string, isReading: boolean): TemplateResult {
  return html`<p class="hint">
    <span>${text}</span>
    ${button(l10n.t('Read Cores and Memory'), sends({ type: 'readSearch' }), { isDisabled: isReading })}
  </p>`;
}

function capacityList(title: string, rows: readonly CapacityRow[], canReadMachines: boolean): TemplateResult {
  return html`<section>
    <h2>${title}</h2>
    <ul class="capacity" aria-label=${title}>
      ${rows.map((row) => capacityItem(row, canReadMachines))}
    </ul>
  </section>`;
}

/** @param canReadMachines whether there may be pools that have not been read */
function capacityItem(
  { cluster, cores, memory, pools }: CapacityRow,
  canReadMachines: boolean,
): TemplateResult {
  const { item, project } = cluster;
  const isUnread = cluster.pools.length === 0 && item.machines !== 0 && canReadMachines;
  return html`<li data-vscode-context=${menuContext(item, [])}>
    <span class="capacity-name">
      <button class="link" title=${item.name} @click=${sends({ type: 'showDetails', id: item.id })}>
        ${item.name}
      </button>
      <span class="muted" title=${project?.name ?? nothing}>${project?.name}</span>
    </span>
    ${useBar(l10n.t('CPU'), cores)} ${useBar(l10n.t('Memory'), memory)}
    ${isUnread ? html`<span class="muted">${l10n.t('Machine pools not read')}</span>` : poolBars(pools)}
  </li>`;
}

/** The fullest pool, and how many others there are. */
function poolBars([fullest, ...others]: readonly PoolUse[]): TemplateResult {
  const rest = others.map(({ pool, text }) => `${pool.name}: ${text}`).join('\n');
  return html`<span title=${rest || nothing}>
    ${useBar(fullest?.pool.name ?? '', fullest)}
    ${others.length > 0 ? html`<span class="muted">${l10n.t('and {0} more', formatNumber(others.length))}</span>` : nothing}
  </span>`;
}

function useBar(name: string, use: Use | undefined): TemplateResult {
  if (use === undefined) return html`<span></span>`;
  const { percent, level, text } = use;
  return html`<span class="use ${level}">
    <span class="use-name muted">${name}</span>
    <span>${text}</span>
    ${
      level === 'normal'
        ? nothing
        : html`<span class="mark"
            >${warningIcon()}${level === 'full' ? l10n.t('At its limit') : l10n.t('Nearly full')}</span
          >`
    }
    ${
      percent === undefined
        ? html`<span class="bar unknown" aria-hidden="true"></span>`
        : html`<span class="bar" aria-hidden="true"><span .style=${`width: ${percent}%`}></span></span>`
    }
  </span>`;
}

customElements.define('fleet-capacity', CapacitySection);
