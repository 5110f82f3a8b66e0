import { l10n } from 'vscode';
import { Matcher } from '../../find/matcher';
import { queryContext, Ranking } from '../../find/search';
import { coverageText } from '../../items/itemText';
import type { Inventory } from '../../items/inventory';
import { isResourceRow } from '../../items/kinds';
import { isLeaf, isOutermost } from '../../items/kinds/levels';
import type { FleetReader } from '../../reads/fleetReader';
import { hasAllClusters, unreadIn } from '../../items/unread';
import { clusterCount, formatNumber, machineCount, requestProgress, someOf } from '../../text/format';
import { escapeIconsAndLinks, parts } from '../../text/text';
import type { PickItem } from '../../ui/searchList';
import type { ChosenRow } from '../chooseRow';

/** An IPv4 address with a port or a prefix length, as in logs and configurations. */
const addressWithSuffix = /^(\d+\.\d+\.\d+\.\d+)(?::\d+|\/\d+)$/;

/**
 * Reads machines until one has `text` as its name, UID or address; for terms, all that they may select.
 * @param report shows how far it is
 * @returns the only machine that has it or, without one, contains it, or else what was searched; undefined if several have it
 */
export async function searchMachines(
  reader: FleetReader,
  text: string,
  signal: AbortSignal,
  report: (progress: string) => void,
): Promise<PickItem<ChosenRow> | undefined> {
  const { inventory } = reader;
  const wanted = text.replace(addressWithSuffix, '$1');
  const isWanted = exactly(wanted, inventory);
  const hasFailed =
    !inventory.rows.some(isWanted) && !(await readUntilFound(reader, wanted, isWanted, signal, report));
  const matches = new Ranking(wanted, inventory).best(inventory.rows.filter(isLeaf), Infinity);
  const exact = matches.filter(isWanted);
  const [first, ...others] = exact.length > 0 ? exact : matches;
  if (first === undefined || (hasFailed && exact.length === 0))
    return whatWasSearched(reader, text, hasFailed);
  if (others.length === 0) return { label: wanted, value: () => first };
  return wanted === text ? undefined : { label: wanted, text: wanted };
}

/** Reads the machines that a line may select until one is wanted. @returns whether all could be read until then */
async function readUntilFound(
  { inventory, clusters, machines }: FleetReader,
  line: string,
  isWanted: (row: unknown) => boolean,
  signal: AbortSignal,
  report: (progress: string) => void,
): Promise<boolean> {
  report(coverageText(inventory.coverage().machines));
  if (!hasAllClusters(inventory)) {
    inventory.session.refusals.forget();
    await clusters.read({ signal });
  }
  let shown = -1;
  const onProgress = (done: number, total: number): void => {
    const percent = Math.floor((100 * done) / Math.max(1, total));
    // Counting takes a while, and nobody sees smaller steps.
    if (percent === shown) return;
    shown = percent;
    report(parts(coverageText(inventory.coverage().machines), requestProgress(done, total)));
  };
  const until = (id: string): boolean => inventory.store.rows({ id }).some(isWanted);
  const matcher = new Matcher(line, queryContext(inventory));
  const mayHave = inventory.items().filter((item) => !isOutermost(item) && matcher.mayBeIn(item));
  const ids = new Set(mayHave.map(({ id }) => id));
  const end = await machines.read({ kind: 'clusters', ids }, { until, signal, onProgress });
  return end !== 'failed' && hasAllClusters(inventory);
}

/** Tells which machines have `wanted` as their name, UID or an address. */
function exactly(wanted: string, inventory: Inventory): (row: unknown) => boolean {
  const ranking = new Ranking(wanted, inventory);
  return (row) => isResourceRow(row) && isLeaf(row) && ranking.rankOf(inventory.itemOf(row)) === 0;
}

/** The most problems in an item. */
const maxProblems = 3;

function whatWasSearched(reader: FleetReader, text: string, hasFailed: boolean): PickItem<ChosenRow> {
  const { inventory, machines, reads } = reader;
  const problems = hasFailed ? [...reads.problems.clusters, ...machines.problems] : [];
  const searched = { label: searchedText(inventory), alwaysShow: true };
  if (problems.length === 0) return searched;
  const texts = problems.map((problem) => escapeIconsAndLinks(problem.text, 100));
  const detail = l10n.t('Not everything could be read: {0}.', someOf(texts, maxProblems));
  if (!problems.some(({ canRetry }) => canRetry)) return { ...searched, detail };
  return {
    label: l10n.t('Search Again'),
    description: searched.label,
    detail,
    alwaysShow: true,
    load: (signal, report) => searchMachines(reader, text, signal, report),
  };
}

/** What was searched. A cluster was if the machines of all its pools have been read. */
function searchedText(inventory: Inventory): string {
  const clusters = inventory.items().filter(({ kind }) => kind === 'cluster');
  const unread = new Set(unreadIn(inventory).flatMap(({ id, parent }) => [id, parent]));
  const searched = clusters.filter(({ id }) => !unread.has(id)).length;
  const all = clusterCount(clusters.length);
  return l10n.t(
    'No machine has this name, UID or address. Searched {0} in {1}.',
    machineCount(inventory.coverage().machines.read),
    searched === clusters.length ? all : l10n.t('{0} of {1}', formatNumber(searched), all),
  );
}
