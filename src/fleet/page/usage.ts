import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { asOfText, formatNumber, machineCount } from '../../presentation/format';
import { curvePath, curveSize } from '../../presentation/sparkline';
import { parts, sanitizeLine } from '../../presentation/text';
import { maxKinds, usageNotes, usageText, type MachineUsage, type Usage } from '../../presentation/usage';
import { linkButton } from '../../webPage/controls';
import { sortIcon } from '../../webPage/icons';
import { Section } from '../../webPage/section';
import type { UsageMessage } from '../messages';
import { menuContext, sends } from './section';

const maxShown = 1000;
const names = new Intl.Collator(undefined, { numeric: true });

/** How busy the machines of a cluster are. */
class UsageSection extends Section<{ readonly usage: UsageMessage | undefined; readonly now: number }> {
  static override properties: PropertyDeclarations = { sort: { state: true } };

  /** A column. Without one, the machine that uses most of what it has comes first. */
  declare private sort: { readonly by: string; readonly isDescending: boolean };

  constructor() {
    super();
    this.sort = { by: '', isDescending: true };
  }

  protected override render(): TemplateResult {
    const { usage, now } = this.page;
    if (usage?.cluster === undefined)
      return html`<p class="empty">${l10n.t('Choose Show Usage in the context menu of a cluster.')}</p>`;
    const { cluster, readAt, problem, machines } = usage;
    const read =
      readAt !== undefined &&
      parts(machineCount(machines.length), l10n.t('last hour'), asOfText(readAt, now));
    return html`<section aria-label=${cluster}>
      <div class="section-head">
        <h2>${cluster}</h2>
        <span role="status">${problem ?? (read || l10n.t('Reading…'))}</span>
      </div>
      ${machines.length > 0 ? this.#table(machines) : nothing}
    </section>`;
  }

  #table(machines: readonly MachineUsage[]): TemplateResult {
    const kinds = [...new Set(machines.flatMap(({ usage }) => usage.map(({ kind }) => kind)))].slice(
      0,
      maxKinds,
    );
    const [name, pool] = [l10n.t('Name'), l10n.t('Machine pool')];
    const { by, isDescending } = this.sort;
    const sorted = machines.toSorted((one, other) => {
      if (by === name) return names.compare(one.name, other.name);
      return by === pool ? names.compare(one.pool, other.pool) : highest(one, by) - highest(other, by);
    });
    const shown = (isDescending ? sorted.toReversed() : sorted).slice(0, maxShown);
    const more = machines.length - shown.length;
    return html`<div class="usage-table">
      <table>
        <thead>
          <tr>
            ${[name, ...kinds, pool].map((column) => this.#head(column, kinds.includes(column)))}
          </tr>
        </thead>
        <tbody>
          ${shown.map((machine) => this.#row(machine, kinds))}
        </tbody>
      </table>
      ${more > 0 ? l10n.t('and {0} more', formatNumber(more)) : nothing}
    </div>`;
  }

  #head(column: string, isDescendingFirst: boolean): TemplateResult {
    const { by, isDescending } = this.sort;
    const isSorted = by === column;
    const change = (): void => {
      this.sort = { by: column, isDescending: isSorted ? !isDescending : isDescendingFirst };
    };
    return html`<th scope="col" aria-sort=${isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button class="link" @click=${change}>${column}${isSorted ? sortIcon(isDescending) : nothing}</button>
    </th>`;
  }

  #row({ id, name, pool, usage }: MachineUsage, kinds: readonly string[]): TemplateResult {
    return html`<tr data-vscode-context=${id === undefined ? nothing : menuContext({ kind: 'machine', id })}>
      <td>${id === undefined ? name : linkButton(name, sends({ type: 'showDetails', id }))}</td>
      ${kinds.map((kind) => html`<td>${this.#cell(usage.find((one) => one.kind === kind))}</td>`)}
      <td>${sanitizeLine(pool)}</td>
    </tr>`;
  }

  #cell(usage: Usage | undefined): TemplateResult {
    if (usage === undefined) return html`<span class="muted">${l10n.t('not reported')}</span>`;
    return html`<span
        ><svg class="curve" width=${curveSize.width} height=${curveSize.height} aria-hidden="true">
          <path d=${curvePath(usage.values, usage.top)}></path>
        </svg>
        ${usageText(usage)}</span
      >
      <span class="muted">${usageNotes(usage, this.page.now)}</span>`;
  }
}

/** The value of a kind; without one, the highest share of what the machine has. */
function highest({ usage }: MachineUsage, kind: string): number {
  const values = usage.map((one) => ((kind === '' ? one.unit === '%' : one.kind === kind) ? one.value : -1));
  return Math.max(-1, ...values);
}

customElements.define('fleet-usage', UsageSection);
