import { l10n, window } from 'vscode';
import { Ranking } from '../items/find/matches';
import type { FleetReader } from '../items/fleet/fleetReader';
import type { MachinesResult } from '../items/fleet/machineReader';
import type { FleetProblem } from '../items/fleet/readState';
import type { Inventory } from '../items/inventory';
import type { Item } from '../items/item';
import { coverageText } from '../items/itemText';
import { clusterCount, formatNumber, machineCount, someOf } from '../text/format';
import { escapeIconsAndLinks } from '../text/text';
import { withCancellableProgress, type ReportedProgress } from '../ui/progress';
import { runCommand } from '../ui/runCommand';

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
  const until = limitTime(() => machinesMatching(inventory, wanted).some(({ rank }) => rank === 0));
  if (until()) return 'found';
  progress.report({ message: coverageText(inventory.coverage().machines) });
  if (inventory.coverage().clusters.total === undefined) {
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

/** The machines that the line `wanted` selects; `rank` is 0 if it is the name, UID or an address of the machine. */
function machinesMatching(
  inventory: Inventory,
  wanted: string,
): readonly { readonly item: Item; readonly rank: number }[] {
  const ranking = new Ranking(wanted, inventory);
  return inventory.items().flatMap((item) => {
    const rank = item.kind === 'machine' ? ranking.rankOf(item) : undefined;
    return rank === undefined ? [] : [{ item, rank }];
  });
}

/** Limits how much of the time `check` takes: with many machines, looking through all after each request would. */
function limitTime(check: () => boolean): () => boolean {
  let next = 0;
  return () => {
    const start = performance.now();
    if (start < next) return false;
    const result = check();
    const end = performance.now();
    next = end + 10 * (end - start);
    return result;
  };
}

async function showMatches(reader: FleetReader, wanted: string, hasFailed: boolean): Promise<void> {
  const { inventory } = reader;
  const matches = machinesMatching(inventory, wanted);
  const exact = matches.filter(({ rank }) => rank === 0);
  const [first, ...others] = (exact.length > 0 ? exact : matches).map(({ item }) => item);
  if (first === undefined) {
    const isIncomplete = hasFailed || inventory.coverage().clusters.total === undefined;
    await showNothingFound(reader, wanted, isIncomplete ? reader.machineProblems : []);
  } else if (others.length === 0) await runCommand('revealInProjects', { id: first.id });
  else await runCommand('goTo', wanted);
}

/** The most problems in a message. */
const maxShown = 3;

/** What was searched. A cluster was if the machines of all its pools have been read. */
function searchedText(inventory: Inventory): string {
  const items = inventory.items();
  const clusters = items.filter(({ kind }) => kind === 'cluster');
  const unread = new Set(items.flatMap((item) => (item.isListRead === false ? [item.id, item.parent] : [])));
  const searched = clusters.filter(({ id }) => !unread.has(id)).length;
  const all = clusterCount(clusters.length);
  return l10n.t(
    'No machine has this name, UID or address. Searched {0} in {1}.',
    machineCount(inventory.coverage().machines.read),
    searched === clusters.length ? all : l10n.t('{0} of {1}', formatNumber(searched), all),
  );
}

/** @param problems what could not be read */
async function showNothingFound(
  reader: FleetReader,
  wanted: string,
  problems: readonly FleetProblem[],
): Promise<void> {
  const searched = searchedText(reader.inventory);
  if (problems.length === 0) {
    void window.showInformationMessage(searched);
    return;
  }
  const [openOverview, retry] = [l10n.t('Open Fleet Overview'), l10n.t('Retry')];
  const texts = problems.map(({ text }) => escapeIconsAndLinks(text, 100));
  const choice = await window.showWarningMessage(
    l10n.t('{0} Not everything could be read: {1}.', searched, someOf(texts, maxShown)),
    ...(problems.some(({ canRetry }) => canRetry) ? [retry, openOverview] : [openOverview]),
  );
  if (choice === retry) await searchMachines(reader, wanted);
  else if (choice === openOverview) await runCommand('openFleetOverview');
}
