import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { fields, sortedBy, versionColumns, type TableColumn } from '../../items/fields';
import { kindText, stateText } from '../../items/itemText';
import { formatAge, formatMoment, formatNumber, formatUtc } from '../../text/format';
import { button, linkButton, searchBox, toggleButton } from '../../webPage/controls';
import { GridSection } from '../../webPage/grid';
import { columnsMenu } from '../../webPage/gridHead';
import { warningIcon } from '../../webPage/icons';
import { countText, filterText, isOld, readAtText, rowKindText, unreadSearch, unreadText } from './describe';
import {
  allRows,
  columns,
  filterRows,
  groupRows,
  groupText,
  rowKinds,
  type Row,
  type RowGroup,
} from './rows';
import { hasSelectedText, menuContext, selectedRowContext, sends, type Page } from './section';
import { kindIcon, oldText, stateIcon } from './icons';
import type { View } from './viewState';

/** What decides about the rows, besides their order. */
const arrangement = [
  (page: Page) => page.view.filter,
  (page: Page) => page.view.text,
  (page: Page) => page.view.table.isGrouped,
];

/** The clusters and machines. */
class TableSection extends GridSection<Page, Row, RowGroup, TableColumn, View['table']> {
  protected override readonly columns = columns;
  #all: readonly Row[] = [];

  protected override get label(): string {
    return l10n.t('Clusters and machines');
  }

  protected override idOf({ item }: Row): string {
    return item.id;
  }

  protected override arranged():
    { readonly rows: readonly Row[] } | { readonly groups: readonly RowGroup[] } | undefined {
    const { fleet, view } = this.page;
    const { rows, sort, isGrouped } = view.table;
    const isUnsorted = this.isNew(
      (page) => page.fleet,
      (page) => page.view.table.rows,
      (page) => page.view.table.sort,
    );
    if (isUnsorted) this.#all = sortedBy(allRows(fleet, rows), sort.column, sort.isDescending);
    else if (!this.isNew(...arrangement)) return undefined;
    const found = filterRows(this.#all, view.filter, view.text);
    return isGrouped ? { groups: groupRows(found) } : { rows: found };
  }

  protected override updateSelected(): void {
    super.updateSelected();
    const { ids, active } = this.selection;
    const item = this.rows.find((row) => row.item.id === active)?.item;
    const selected = this.selected.map((row) => row.item);
    // It is long with thousands of selected rows.
    this.context = item && menuContext(item, ids.has(item.id) ? selected : [item]);
  }

  protected override rowContext({ item }: Row, isSelected: boolean): string {
    return isSelected ? selectedRowContext(item) : menuContext(item, [item]);
  }

  protected override render(): TemplateResult {
    return html`<section aria-label=${this.label}>
      <div class="section-head">
        <div class="row-kinds" role="group" aria-label=${l10n.t('Rows')}>
          ${rowKinds.map((kind) =>
            toggleButton(rowKindText(kind), kind === this.view.rows, () => {
              this.changeTable({ rows: kind });
            }),
          )}
        </div>
        <span class="muted" role="status">${this.#countText()}</span>
        ${this.#versionsButton()}
        <span class="spring"></span>
        ${this.#toolbar()}
      </div>
      ${this.grid()}
    </section>`;
  }

  #countText(): string {
    const ofAll = (all: number): string =>
      l10n.t('{0} of {1}', formatNumber(this.rows.length), formatNumber(all));
    const rows = countText(this.#all.length, this.page.fleet.header.firstRead, ofAll);
    const selected = this.selected.length;
    return selected === 0 ? rows : l10n.t('{0}, {1} selected', rows, formatNumber(selected));
  }

  /** Reads the versions that a column lacks. */
  #versionsButton(): TemplateResult | typeof nothing {
    const { header } = this.page.fleet;
    const requests = header.reading === undefined ? unreadSearch(header) : undefined;
    if (requests === undefined || versionColumns.every((column) => this.view.hidden.includes(column)))
      return nothing;
    return this.rows.some(({ cluster }) => cluster.item.packs === undefined)
      ? linkButton(l10n.t('Read Versions ({0})', requests), sends({ type: 'readSearch' }))
      : nothing;
  }

  #toolbar(): TemplateResult {
    const { isGrouped } = this.view;
    const copy = (form: 'ticket' | 'csv') => (): void => {
      this.#copy(form, this.selected.length > 0 ? this.selected : this.rows);
    };
    return html`${searchBox(l10n.t('Filter by name, UID, address or cause'), this.page.view.text, (text) => {
      this.page.changeView({ text });
    })}
    ${toggleButton(l10n.t('Group by Cause'), isGrouped, () => {
      this.changeTable({ isGrouped: !isGrouped });
    })}
    ${columnsMenu(this.head)} ${button(l10n.t('Copy as CSV'), copy('csv'))}
    ${button(l10n.t('Copy for Ticket'), copy('ticket'), { isMain: true })}`;
  }

  #copy(form: 'ticket' | 'csv' | 'tabSeparated', rows: readonly Row[]): void {
    const { header, items } = this.page.fleet;
    const ids = rows.map(({ item }) => item.id);
    if (ids.length > 0)
      sends({
        type: 'copy',
        form,
        ids,
        filter: filterText(items, header.coverage.machines, this.page.view),
      })();
  }

  protected override empty(): unknown {
    const { header } = this.page.fleet;
    const isUnread = this.view.rows === 'machine' && header.coverage.machines.read === 0;
    const text =
      unreadText(header.firstRead) ??
      (isUnread ? l10n.t("Machines haven't been read.") : l10n.t('No results'));
    if (!isUnread || !header.canReadMachines) return text;
    return html`${text} ${linkButton(l10n.t('Read Machines…'), sends({ type: 'readMachines' }))}`;
  }

  protected override cell(column: TableColumn, row: Row): TemplateResult {
    const { fleet, now } = this.page;
    return cell(column, { row, now, oldAfterMs: fleet.header.oldAfterMs });
  }

  protected override groupContent(group: RowGroup): TemplateResult {
    return html`${stateIcon(group.state)}<span class="cell-text">${groupText(group)}</span>`;
  }

  protected override open(id: string, isCommand: boolean): void {
    sends({ type: isCommand ? 'reveal' : 'showDetails', id })();
  }

  protected override handleRowKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (key.toLowerCase() !== 'c' || !(ctrlKey || metaKey) || this.selected.length === 0) return false;
    if (hasSelectedText()) return false;
    this.#copy('tabSeparated', this.selected);
    return true;
  }
}

interface ShownRow {
  readonly row: Row;
  readonly now: number;
  /** What was read longer ago than this, in milliseconds, is old. */
  readonly oldAfterMs: number;
}

function cell(column: TableColumn, shown: ShownRow): TemplateResult {
  const text = fields[column].text(shown.row);
  const {
    content = () => (text === stateText('notRead') ? html`<span class="muted">${text}</span>` : text),
    title = () => text,
  } = shapes[column] ?? {};
  const shownTitle = title(shown);
  return html`<vscode-table-cell
    role="gridcell"
    class="c-${column}"
    title=${shownTitle === '' ? nothing : (shownTitle ?? nothing)}
  >
    ${content(shown)}
  </vscode-table-cell>`;
}

interface Shape {
  /** What it shows instead of the text of the field. */
  readonly content: (shown: ShownRow) => unknown;
  /** What it shows below the pointer instead of the text. */
  readonly title?: (shown: ShownRow) => string | undefined;
}

/** The columns that show more than a text. */
const shapes: Readonly<Partial<Record<TableColumn, Shape>>> = {
  state: {
    content: ({ row: { item } }) =>
      html`${stateIcon(item.state)}<span class="cell-text">${stateText(item.state)}</span>`,
  },
  name: {
    content: ({ row: { item } }) =>
      html`<span title=${kindText(item.kind)}>${kindIcon(item.kind)}</span>${nameText(item.name)}`,
  },
  heartbeat: {
    content: ({ row, now }) => textOfTime(row.item.heartbeat, (time) => formatAge(time, now)),
    title: ({ row }) => textOfTime(row.item.heartbeat, formatUtc),
  },
  readAt: {
    content: readAtContent,
    title: ({ row: { item }, now }) =>
      item.isStale ? readAtText(item, now) : textOfTime(item.readAt, formatUtc),
  },
};

/** How much of the end of a name is always shown: it tells machines of a pool apart. */
const endLength = 10;

/**
 * Cuts a name in its middle if it does not fit. The whole name is there for screen readers and for selecting its text. What
 * looks like a character outside of ASCII may be several.
 */
function nameText(name: string): TemplateResult {
  const end = /^[!-~]+$/.test(name) ? name.slice(-endLength) : '';
  return html`<span class="cut">
    <span class="cut-start" aria-hidden="true">${name.slice(0, name.length - end.length)}</span
    ><span aria-hidden="true">${end}</span><span class="whole">${name}</span>
  </span>`;
}

function readAtContent({ row, now, oldAfterMs }: ShownRow): unknown {
  const { readAt, isStale } = row.item;
  if (readAt === undefined) return '';
  const text = formatMoment(readAt, now);
  if (isOld(readAt, now, oldAfterMs)) return oldText(text);
  return html`${isStale ? warningIcon() : nothing}${text}`;
}

function textOfTime(time: number | undefined, format: (time: number) => string): string | undefined {
  return time === undefined ? undefined : format(time);
}

customElements.define('fleet-table', TableSection);
