import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { usesOf } from '../../items/capacity';
import { button, linkButton } from '../../webPage/controls';
import { columnsMenu } from '../../webPage/gridHead';
import { unreadSearch, unreadText } from './describe';
import type { Row } from './fleet';
import type { Grouping } from './groups';
import { sends } from './section';
import { TableSection } from './table';

/** Cores, memory and pool limits of clusters. */
class CapacitySection extends TableSection {
  protected override get label(): string {
    return l10n.t('Capacity');
  }

  protected override get allRows(): readonly Row[] {
    return super.allRows.filter((row) => {
      const { cpu, memory, limit } = usesOf(row);
      return cpu.length + memory.length + limit.length > 0;
    });
  }

  /** A cluster is also shown for a machine pool or a machine that is selected. */
  protected override shownOf(rows: readonly Row[]): readonly Row[] {
    const shown = new Set(this.page.answer.clusters.map(({ item }) => item));
    return rows.filter(({ cluster }) => shown.has(cluster));
  }

  protected override get grouping(): Grouping {
    return 'none';
  }

  protected override tools(): TemplateResult {
    return html`${columnsMenu(this.head)}
    ${button(l10n.t('Copy as CSV'), this.copies('csv'), { isMain: this.page.isCopyNext })}`;
  }

  protected override action(): TemplateResult | typeof nothing {
    const { header } = this.page.fleet;
    const requests = header.reading === undefined ? unreadSearch(header) : undefined;
    return requests === undefined
      ? nothing
      : linkButton(l10n.t('Read Cores and Memory ({0})', requests), sends({ type: 'readSearch' }));
  }

  protected override empty(): string {
    const { answer, fleet } = this.page;
    const { firstRead } = fleet.header;
    if (firstRead === 'succeeded' && unreadSearch(fleet.header) !== undefined)
      return l10n.t("Cores and memory haven't been read.");
    const isFiltered = answer.clusters.length < fleet.clusters.length;
    const text = isFiltered ? l10n.t('No results') : l10n.t('The service reports no cores or memory.');
    return unreadText(firstRead) ?? text;
  }
}

customElements.define('fleet-capacity', CapacitySection);
