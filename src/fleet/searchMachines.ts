import { l10n, window } from 'vscode';
import { Ranking } from '../items/find/search';
import type { FleetReader } from '../items/reads/fleetReader';
import type { MachinesResult } from '../items/reads/machineReader';
import type { Inventory } from '../items/inventory';
import { isResourceRow } from '../items/kinds';
import { coverageText } from '../items/itemText';
import { hasAllClusters, unreadIn } from '../items/unread';
import { clusterCount, formatNumber, machineCount, someOf } from '../text/format';
import { escapeIconsAndLinks } from '../text/text';
import { withCancellableProgress, type ReportedProgress } from '../ui/progress';
import { runCommand } from '../ui/runCommand';
import { isLeaf } from '../items/kinds/levels';

/** An IPv4 address with a port or a prefix length, as in logs and configurations. */
const addressWithSuffix = /^(\d+\.\d+\.\d+\.\d+)(?::\d+|\/\d+)$/;

/**
 * Reads machines until one has `text` as its name, UID or address, and reveals it. If several have it or, without one,
 * contain it, *Go to…* shows them. @param text anything that a caller of the command passes
 */
export async function searchMachines(reader: FleetReader, text: unknown): Promise<void> {
  const wanted = typeof text === 'string' ? text.trim().replace(addressWithSuffix, '$1') : '';
  if (wanted === '') return;
  const result = await withCancellableProgress(l10n.t('Searching all machines'), (signal, progress) =>
    readUntilFound(reader, wanted, signal, progress),
  );
  if (result !== 'cancelled') await showMatches(reader, wanted, result === 'failed');
}

async function readUntilFound(
  reader: FleetReader,
  wanted: string,
  signal: AbortSignal,
  progress: ReportedProgress,
): Promise<MachinesResult> {
  const { inventory } = reader;
  const isWanted = exactly(wanted, inventory);
  if (inventory.rows.some(isWanted)) return 'found';
  const until = (id: string): boolean => inventory.store.rows({ id }).some(isWanted);
  progress.report({ message: coverageText(inventory.coverage().machines) });
  if (!hasAllClusters(inventory)) {
    inventory.session.refusals.forget();
    await reader.clusters.read({ signal });
  }
  let shown = 0;
  const onProgress = (done: number, total: number): void => {
    const percent = Math.floor((100 * done) / Math.max(1, total));
    // Counting takes a while, and nobody sees smaller steps.
    if (percent <= shown) return;
    progress.report({ message: coverageText(inventory.coverage().machines), increment: percent - shown });
    shown = percent;
  };
  return reader.machines.read({ kind: 'all' }, { until, signal, onProgress });
}

/** Tells which machines have `wanted` as their name, UID or an address. */
function exactly(wanted: string, inventory: Inventory): (row: unknown) => boolean {
  const ranking = new Ranking(wanted, inventory);
  return (row) => isResourceRow(row) && isLeaf(row) && ranking.rankOf(inventory.itemOf(row)) === 0;
}

async function showMatches(reader: FleetReader, wanted: string, hasFailed: boolean): Promise<void> {
  const { inventory } = reader;
  const matches = new Ranking(wanted, inventory).best(inventory.rows.filter(isLeaf), Infinity);
  const exact = matches.filter(exactly(wanted, inventory));
  const [first, ...others] = exact.length > 0 ? exact : matches;
  if (first === undefined) await showNothingFound(reader, wanted, hasFailed || !hasAllClusters(inventory));
  else if (others.length === 0) await runCommand('revealInProjects', first.id);
  else await runCommand('goTo', wanted);
}

/** The most problems in a message. */
const maxShown = 3;

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

async function showNothingFound(reader: FleetReader, wanted: string, isIncomplete: boolean): Promise<void> {
  const { inventory, machines, reads } = reader;
  const searched = searchedText(inventory);
  const problems = isIncomplete ? [...reads.problems.clusters, ...machines.problems] : [];
  if (problems.length === 0) return void window.showInformationMessage(searched);
  const [openOverview, retry] = [l10n.t('Open Fleet Overview'), l10n.t('Retry')];
  const texts = problems.map(({ text }) => escapeIconsAndLinks(text, 100));
  const choice = await window.showWarningMessage(
    l10n.t('{0} Not everything could be read: {1}.', searched, someOf(texts, maxShown)),
    ...(problems.some(({ canRetry }) => canRetry) ? [retry, openOverview] : [openOverview]),
  );
  if (choice === retry) await searchMachines(reader, wanted);
  else if (choice === openOverview) await runCommand('openFleetOverview');
}
