import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { levelOf, usesOf, type Use } from '../../items/capacity';
import { expiryText, fields, sortedBy, versionColumns, type TableColumn } from '../../items/fields';
import type { Item } from '../../items/item';
import { agesText, causeText, kindText, otherTimesText, stateSinceText } from '../../items/itemText';
import { itemStates, stateText } from '../../items/severity';
import { notKnownText } from '../../items/query/answer';
import { hasValue, parseQuery } from '../../query/query';
import {
  formatAge,
  formatDuration,
  formatMoment,
  formatNumber,
  formatZoned,
  percentOf,
  requestCount,
} from '../../text/format';
import { firstWords, parts, pathText } from '../../text/text';
import { linkButton } from '../../webPage/controls';
import { GridSection } from '../../webPage/grid';
import { warningIcon } from '../../webPage/icons';
import { selectBox } from '../../webPage/selectBox';
import type { CopyForm } from '../messages';
import { isOld, readAtText, unreadSearch, unreadText } from './describe';
import type { Row } from './fleet';
import { groupingChoices, groupRows, statesText, type Grouping, type StateGroup } from './groups';
import { columnOfTerm, columns } from './rows';
import { menuContext } from './menuContext';
import { handleItemKey, sends, type Page } from './section';
import { kindIcon, oldText, stateIcon } from './icons';
import { attentionQuery } from './viewState';
import { isCounted } from '../../items/kinds/levels';

/** What decides about the rows, besides their order. */
const arrangement = [(page: Page) => page.view.query, (page: Page) => page.view.group];

/** The clusters and machines. */
export class TableSection extends GridSection<Page, Row, TableColumn, StateGroup> {
  protected override readonly columns = columns;
  #all: readonly Row[] = [];

  protected override get label(): string {
    return l10n.t('Clusters and machines');
  }

  protected get allRows(): readonly Row[] {
    return this.page.fleet.clusters.flatMap(({ rows }) => rows);
  }

  /** Those that the query selects. */
  protected shownOf(rows: readonly Row[]): readonly Row[] {
    return rows.filter(({ id }) => this.page.answer.selected.has(id));
  }

  /** Also those of what the query is about. */
  protected override get asked(): readonly TableColumn[] {
    return [
      ...super.asked,
      ...parseQuery(this.page.view.query).flatMap(({ key }) => columnOfTerm(key) ?? []),
    ];
  }

  protected get grouping(): Grouping {
    return this.page.view.group;
  }

  protected override arranged():
    { readonly rows: readonly Row[] } | { readonly groups: readonly StateGroup[] } | undefined {
    const { sort } = this.view;
    const isUnsorted = this.isNew(
      (page) => page.fleet,
      (page) => page.view.table.sort,
    );
    if (isUnsorted) this.#all = sortedBy(this.allRows, sort.column, sort.isDescending);
    else if (!this.isNew(...arrangement)) return undefined;
    const found = this.shownOf(this.#all);
    return this.grouping === 'none' ? { rows: found } : { groups: groupRows(found, this.grouping) };
  }

  protected override menuContext({ item }: Row, meant: readonly Row[] | undefined): string {
    return menuContext(
      item,
      meant?.map((row) => row.item),
    );
  }

  protected override status(): string {
    const { fleet, answer } = this.page;
    const all = this.#all.length;
    // It is 0 only if they have been read.
    const unread = all === 0 ? unreadText(fleet.header.firstRead) : undefined;
    const unanswered = answer.unanswered.filter(isCounted).length;
    const outdated = this.rows.filter(({ item }) => item.isStale).length;
    const selected = this.selected.length;
    return [
      unread ?? l10n.t('{0} of {1}', formatNumber(this.rows.length), formatNumber(all)),
      ...(unanswered === 0 ? [] : [l10n.t('{0} not known', formatNumber(unanswered))]),
      ...(outdated === 0 ? [] : [l10n.t('{0} outdated', formatNumber(outdated))]),
      ...(selected === 0 ? [] : [l10n.t('{0} selected', formatNumber(selected))]),
    ].join(', ');
  }

  protected override tools(): TemplateResult {
    const { fleet, changeView } = this.page;
    return html`${selectBox({
      label: l10n.t('Group'),
      choices: groupingChoices(fleet, this.grouping),
      value: this.grouping,
      onChange: (group) => {
        changeView({ group });
      },
    })}
    ${super.tools()}`;
  }

  /** Reads what only cluster search tells, if the query or a column lacks that, and certificates if they are asked for. */
  protected override action(): unknown {
    const { answer, fleet } = this.page;
    if (fleet.header.reading !== undefined) return nothing;
    const { values } = answer.notKnown;
    const requests = unreadSearch(fleet.header);
    const clusters = fleet.clusters.filter(({ item }) => item.kind === 'cluster');
    const certificates = requestCount(clusters.length);
    const isShown =
      this.grouping === 'kubernetes' || versionColumns.some((column) => !this.view.hidden.includes(column));
    const isLacking =
      values.has('versions') ||
      values.has('capacity') ||
      (isShown && this.rows.some(({ cluster }) => cluster.packs === undefined));
    return [
      requests !== undefined && isLacking
        ? linkButton(l10n.t('Read Versions ({0})', requests), sends({ type: 'readSearch' }))
        : nothing,
      this.asked.includes('certificate')
        ? linkButton(l10n.t('Check Certificates ({0})', certificates), sends({ type: 'checkCertificates' }))
        : nothing,
    ];
  }

  protected override copy(form: CopyForm, rows: readonly Row[]): void {
    const { view, answer } = this.page;
    const ids = rows.map(({ item }) => item.id);
    const filter = parts(view.query.trim(), notKnownText(answer.notKnown));
    if (ids.length > 0) sends({ type: 'copy', form, ids, filter })();
  }

  protected override empty(): unknown {
    const { fleet, view, changeView, answer } = this.page;
    const { header } = fleet;
    const { read, total } = header.coverage.clusters;
    const isSure = header.reading === undefined && header.problems.length === 0 && read === total;
    if (view.query === attentionQuery && header.firstRead === 'succeeded')
      return html`${isSure ? l10n.t('Nothing needs attention') : l10n.t('Nothing that was read needs attention.')}
      ${linkButton(l10n.t('Show All Clusters'), () => {
        changeView({ query: '' });
      })}`;
    const isUnread = hasValue(view.query, 'kind', 'machine') && header.coverage.machines.read === 0;
    const text =
      unreadText(header.firstRead) ??
      (isUnread ? l10n.t("Machines haven't been read.") : (answer.problems[0] ?? l10n.t('No results')));
    if (!isUnread || !header.canReadMachines) return text;
    return html`${text} ${linkButton(l10n.t('Read Machines…'), sends({ type: 'readMachines' }))}`;
  }

  protected override content(column: TableColumn, row: Row): unknown {
    const { item } = row;
    const { now, fleet } = this.page;
    switch (column) {
      case 'state':
        return html`${stateIcon(item.state)}<span class="cell-text">${stateText(item.state)}</span>`;
      case 'name':
        return html`<span title=${kindText(item.kind)}>${kindIcon(item.kind)}</span>${nameText(item.name)}`;
      case 'heartbeat':
        return item.heartbeat === undefined ? '' : formatAge(item.heartbeat, now);
      case 'readAt':
        return readAtContent(item, now, fleet.header.oldAfterMs);
      case 'fullest': {
        const isNormal = levelOf(usesOf(row).fullest) === 'normal';
        return html`${isNormal ? nothing : warningIcon()}${fields.fullest.text(row)}`;
      }
      case 'cpu':
      case 'memory':
      case 'limit':
        return html`${useBar(usesOf(row)[column])}${shownText(column, row)}`;
      case 'certificate':
        return certificateText(item, now);
      default:
        return shownText(column, row);
    }
  }

  protected override spoken({ item, containers }: Row): readonly (string | undefined)[] {
    const { state, kind, name } = item;
    const [cause, container] = [firstWords(causeText(item), 8), containers.at(-1)?.name];
    const times = [otherTimesText(item, this.page.now), agesText(item, this.#timeOf)];
    return [stateText(state), cause, kindText(kind), name, container, ...times];
  }

  /** Says when values were read that are older than the state. */
  protected override titleOf(column: TableColumn, row: Row): string {
    const { age } = fields[column];
    const text = this.#titleOf(column, row);
    if (text === '' || age === undefined) return text;
    return parts(text, agesText(row.cluster, this.#timeOf, [age]));
  }

  #titleOf(column: TableColumn, row: Row): string {
    const { item, containers } = row;
    const { certificate } = item;
    if (column === 'state') return stateSinceText(item, this.#timeOf);
    if (column === 'name') return pathText(...containers.map(({ name }) => name), item.name);
    if (column === 'certificate' && certificate?.expiry !== undefined)
      return expiryText({ ...certificate, expiry: certificate.expiry }, this.page.now);
    if (column !== 'heartbeat' && column !== 'readAt') return fields[column].text(row);
    const text = column === 'readAt' && item.isStale ? readAtText(item, this.page.now) : undefined;
    const time = item[column];
    return text ?? (time === undefined ? '' : formatZoned(time));
  }

  readonly #timeOf = (time: number): string => formatMoment(time, this.page.now);

  protected override handleRowKey(event: KeyboardEvent): boolean {
    return handleItemKey(
      event,
      this.selected.map(({ item }) => item),
    );
  }

  /** Its title, and how many items are in which state: as colors, and in words for everyone. */
  protected override groupContent({ title, worst, counts, note }: StateGroup): TemplateResult {
    const text = parts(note, statesText(counts));
    const bar = itemStates.flatMap((state) =>
      counts[state] === undefined
        ? []
        : html`<span class="s-${state}" .style=${`flex-grow: ${counts[state]}`}></span>`,
    );
    return html`${stateIcon(worst)}<span class="states" aria-hidden="true">${bar}</span
      ><span class="cell-text" title=${title}>${title}</span>
      <span class="muted" title=${text}>${text}</span>`;
  }

  protected override open(id: string, isCommand: boolean): void {
    sends({ type: isCommand ? 'reveal' : 'showDetails', id })();
  }
}

function shownText(column: TableColumn, row: Row): unknown {
  const text = fields[column].text(row);
  return text === stateText('notRead') ? html`<span class="muted">${text}</span>` : text;
}

/** `6 days` until it expires, or why that is not known. */
function certificateText({ kind, certificate }: Item, now: number): unknown {
  if (kind === 'cluster' && certificate === undefined)
    return html`<span class="muted">${stateText('notRead')}</span>`;
  const { name = '', expiry } = certificate ?? {};
  if (expiry === undefined) return name;
  return expiry > now
    ? formatDuration(expiry - now)
    : html`${warningIcon()}${expiryText({ name, expiry }, now)}`;
}

/** An empty bar would mean that nothing is used. */
function useBar([use]: readonly Use[]): TemplateResult | typeof nothing {
  if (use === undefined) return nothing;
  const { share } = use;
  const width = `width: ${percentOf(share ?? 0, 1)}%`;
  return html`<span class="bar ${share === undefined ? 'unknown' : levelOf(share)}" aria-hidden="true"
    ><span .style=${width}></span
  ></span>`;
}

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

function readAtContent({ readAt, isStale }: Item, now: number, oldAfterMs: number): unknown {
  if (readAt === undefined) return '';
  const text = formatMoment(readAt, now);
  if (isOld(readAt, now, oldAfterMs)) return oldText(text);
  return html`${isStale ? warningIcon() : nothing}${text}`;
}

customElements.define('fleet-table', TableSection);
