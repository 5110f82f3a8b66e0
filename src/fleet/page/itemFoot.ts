import { l10n } from 'vscode';
import type { ReadProgress } from '../../reads/fleetState';
import type { Counted } from '../../items/item';
import { kindCounts } from '../../items/itemText';
import { isLeaf } from '../../items/kinds/levels';
import { needsAttention } from '../../items/severity';
import { notKnownText } from '../../find/matcher';
import { hasValue } from '../../query/query';
import { versionColumns } from '../../items/fields';
import { oldestTime } from '../../service/requestTime';
import {
  asOfText,
  clusterCount,
  formatCount,
  formatNumber,
  machineCount,
  projectCount,
  requestCount,
} from '../../text/format';
import { parts, sanitizeLine } from '../../text/text';
import { arranged } from '../../webPage/lines';
import { lastOf } from '../../service/remember';
import type { Action, Foot, Problem, Progress } from '../../webPage/pageSpec';
import { attentionQuery } from '../messages';
import { isOld, firstReadText, type PageCluster, type PageFleet, type FleetRow } from './fleet';
import { capacityTable, copyItems, itemTable } from './itemTable';
import { knownOf } from './answer';
import { certificatesRead, machinesRead, searchRead, sends } from './actions';
import type { ShownPage } from './shownFleet';

/** What is shown, what was read of it, and what can be read or copied. */
export function itemFoot(page: ShownPage): Foot {
  const { header } = page.fleet;
  const { selected } = arranged(shownTable(page), page);
  const copy: Action = {
    title: l10n.t('Copy for Ticket'),
    key: 'C',
    run: () => {
      copyShown('ticket', page);
    },
  };
  const read = nextRead(page);
  return {
    status: [
      countText(page),
      newText(page),
      selected.length === 0 ? '' : l10n.t('{0} selected', formatNumber(selected.length)),
      notKnownTextOf(page),
      fleetCoverageText(page),
    ],
    progress: header.reading && progressOf(header.reading),
    problems: header.problems.map(({ text, detail, id, canRetry }): Problem => ({
      text: sanitizeLine(text, 300),
      detail: sanitizeLine(detail, 300),
      ...(canRetry && { retry: sends({ type: 'retry', id }) }),
    })),
    others: read ? [copy] : [],
    main: read ?? copy,
  };
}

/** Copies the selected rows, or all that are shown. */
export function copyShown(form: 'ticket' | 'csv', page: ShownPage): void {
  const { selected } = arranged(shownTable(page), page);
  copyItems(form, selected.length > 0 ? selected : queryRows(page), page);
}

/** The rows that the query selects, without those of known problems, which stand beside them. */
function queryRows(page: ShownPage): readonly FleetRow[] {
  const known = knownOf(page.fleet, page.view);
  return arranged(shownTable(page), page).rows.filter(({ id }) => !known.has(id));
}

export function shownTable({ view }: ShownPage): typeof itemTable {
  return view.tab === 'capacity' ? capacityTable : itemTable;
}

/** `9 causes in 38 of 280 clusters`, or `12 of 892` */
function countText(page: ShownPage): string {
  const { fleet, answer, view } = page;
  const { header, clusters } = fleet;
  const all = clusters.reduce((sum, { rows }) => sum + rows.length, 0);
  const unread = all === 0 ? firstReadText(header.firstRead) : undefined;
  if (unread !== undefined) return unread;
  const groups = view.tab === 'overview' && view.group === 'cause' ? itemTable.groups?.(page) : undefined;
  const shown = groups?.filter(({ cause }) => cause?.kind !== 'known') ?? [];
  // Where items are asked for, they are counted.
  const areCauses = shown.every(({ worst, isFolded = false }) => isFolded && needsAttention(worst));
  const causes = areCauses ? shown.length : 0;
  if (causes === 0) {
    return l10n.t('{0} of {1}', formatNumber(queryRows(page).length), formatNumber(all));
  }
  const count = answer.clusters.length;
  return formatCount(
    causes,
    l10n.t('1 cause in {0} of {1}', formatNumber(count), clusterCount(clusters.length)),
    (n) => l10n.t('{0} causes in {1} of {2}', n, formatNumber(count), clusterCount(clusters.length)),
  );
}

/** How many groups have come that stand at the end, until the user presses a key or clicks. */
function newText(page: ShownPage): string {
  const groups = page.view.tab === 'overview' ? itemTable.groups?.(page) : undefined;
  const count = groups?.filter(({ isNew }) => isNew).length ?? 0;
  return count === 0 ? '' : l10n.t('{0} new', formatNumber(count));
}

/** What is not known of the answer. That of machines that were not read is the same for everything that needs attention. */
function notKnownTextOf({ answer, view }: ShownPage): string {
  const { values, older } = answer.notKnown;
  const isUsual = view.query.trim() === attentionQuery && values.size + older.items.size === 0;
  return view.query.trim() === '' || isUsual ? '' : notKnownText(answer.notKnown);
}

/** The next read that what is shown lacks; undefined if it lacks nothing, or while something is read. */
function nextRead(page: ShownPage): Action | undefined {
  const { fleet, answer, view } = page;
  const { header } = fleet;
  if (header.reading !== undefined) return undefined;
  const search = searchRead(header, view.tab);
  if (search && (view.tab === 'capacity' || isLackingVersions(page))) return search;
  if (view.tab !== 'overview') return undefined;
  const isUnchecked = ({ item }: PageCluster): boolean =>
    item.kind === 'cluster' && item.certificate === undefined;
  if (itemTable.view(page).sort.column === 'certificate' && fleet.clusters.some(isUnchecked))
    return certificatesRead(fleet);
  if (answer.unread.length === 0) return undefined;
  const ids = offeredIds(page);
  return ids
    ? { title: offerText(ids, page), run: sends({ type: 'readMachines', ids }) }
    : machinesRead(header);
}

/** Whether the query or a column lacks what only cluster search tells. */
function isLackingVersions({ answer, view }: ShownPage): boolean {
  const { values } = answer.notKnown;
  const isShown = versionColumns.some(
    (column) => column !== 'kubernetes' && !view.table.hidden.includes(column),
  );
  return values.has('versions') || values.has('capacity') || view.group === 'kubernetes' || isShown;
}

/** The clusters whose machines a button reads without a question, if it does: those that are shown at first. */
export function offeredIds({ fleet, view, answer }: Pick<ShownPage, 'fleet' | 'view' | 'answer'>) {
  const { header } = fleet;
  const isOffered = header.canReadMachines && header.reading === undefined && answer.unread.length > 0;
  return isOffered && view.tab === 'overview' && hasValue(view.query, 'is', 'problem')
    ? answer.unread
    : undefined;
}

function offerText(ids: readonly string[], { fleet, machineRequests }: ShownPage): string {
  const what = kindCounts((kind) => ids.filter((id) => fleet.items.get(id)?.kind === kind).length);
  return machineRequests?.ids === ids.join()
    ? l10n.t('Read Machines of {0} ({1})', what, requestCount(machineRequests.count))
    : l10n.t('Read Machines of {0}', what);
}

function progressOf({ what, done, total }: ReadProgress): Progress {
  const names = {
    machines: l10n.t('Reading machines…'),
    clusters: l10n.t('Reading clusters…'),
    causes: l10n.t('Reading causes…'),
    certificates: l10n.t('Reading certificates…'),
  };
  return { name: names[what], done, total, cancel: sends({ type: 'cancel' }) };
}

/** `50 of 128 projects · 200 of 280 clusters · 612 of about 3,100 machines read`: what was read, as far as it is not all. */
function fleetCoverageText({ fleet, now }: ShownPage): string {
  const { header } = fleet;
  const { projects, clusters, machines } = header.coverage;
  // The progress says so.
  if (clusters.read === 0 && header.firstRead === 'pending') return '';
  const { read, total = read } = machines;
  const text = parts(
    countedPart(projects, projectCount),
    countedPart(clusters, clusterCount),
    read === 0
      ? ''
      : total <= read
        ? machineCount(read)
        : // The service counts them at other times than it lists them.
          l10n.t('{0} of about {1}', formatNumber(read), machineCount(total)),
  );
  return parts(
    text === '' ? '' : l10n.t('{0} read', text),
    read === 0 ? l10n.t('machines not read') : oldMachinesText(fleet, now),
  );
}

const oldestMachines = lastOf(({ items }: PageFleet) =>
  oldestTime([...items.values()].map((item) => (isLeaf(item) ? item.readAt : undefined))),
);

/** Machines are not read with the clusters, whose time is in the header. */
function oldMachinesText(fleet: PageFleet, now: number): string {
  const time = oldestMachines(fleet);
  if (time === undefined || !isOld(time, now, fleet.header.oldAfterMs)) return '';
  return l10n.t('oldest machines {0}', asOfText(time, now));
}

/** `50 of 128 clusters`; empty if all were read. */
function countedPart({ read, total = read }: Counted, count: (count: number) => string): string {
  return total === read ? '' : l10n.t('{0} of {1}', formatNumber(read), count(total));
}
