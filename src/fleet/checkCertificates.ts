import { once } from 'node:events';
import PQueue from 'p-queue';
import { l10n, ThemeIcon, window } from 'vscode';
import type { FleetReader } from '../items/fleet/fleetReader';
import { costOf, planOf } from '../items/fleet/plan';
import type { Inventory } from '../items/inventory';
import type { ClusterRow } from '../items/kinds';
import { pathTo } from '../items/readings';
import { clusterRef } from '../items/details/clusterReads';
import { certificatesOf, expiryFailure, expiryText } from '../items/certificates';
import { describeError } from '../text/errors';
import { clusterCount, formatProgress } from '../text/format';
import { escapeIconsAndLinks, pathText } from '../text/text';
import { runCommand } from '../ui/runCommand';
import { withCancellableProgress } from '../ui/progress';
import { pickOne, type PickItem } from '../ui/quickPick';

/** A few more than the schedule sends at once, so that it always has the next one. */
const concurrency = 8;

/** Reads the certificates of all clusters if the user agrees, and reveals the cluster that the user then chooses. */
export async function checkCertificates({ inventory, clusters: reader }: FleetReader): Promise<void> {
  const title = l10n.t('Check Certificates');
  if (inventory.coverage().clusters.total === undefined)
    await withCancellableProgress(title, (signal) => reader.read({ signal }));
  const clusters = inventory.rows.filter((row) => row.kind === 'cluster');
  const route = { targets: [], searches: 0, clusterReads: clusters.length, pools: new Map<string, number>() };
  const question = l10n.t('Read the certificates of {0}?', clusterCount(clusters.length));
  const action = l10n.t('Read');
  const detail = costOf(planOf(route, inventory.session.latency));
  if ((await window.showInformationMessage(question, { modal: true, detail }, action)) !== action) return;
  inventory.session.refusals.forget();
  const checked: Checked[] = [];
  const queue = new PQueue({ concurrency });
  await withCancellableProgress(title, (canceled, progress) => {
    const signal = AbortSignal.any([canceled, inventory.closed]);
    const reads = clusters.map((row) => async () => {
      if (signal.aborted) return;
      checked.push(await check(row, inventory));
      const message = formatProgress(checked.length, clusters.length);
      progress.report({ message, increment: 100 / clusters.length });
    });
    return Promise.race([queue.addAll(reads), once(signal, 'abort')]);
  });
  // The user may have switched to another connection.
  if (inventory.closed.aborted) return;
  const read = checked.filter(({ isRead }) => isRead).length;
  const placeholder = l10n.t('{0} read', formatProgress(read, clusters.length));
  const items = checked.toSorted((one, other) => one.expiry - other.expiry);
  const chosen = await pickOne({ title, placeholder, items });
  if (typeof chosen === 'string') await runCommand('revealInProjects', { id: chosen });
}

/** A cluster in the list, and when its first certificate expires. */
interface Checked extends PickItem<string> {
  readonly expiry: number;
  readonly isRead: boolean;
}

async function check(row: ClusterRow, { clusterReads }: Inventory): Promise<Checked> {
  const ref = clusterRef(row);
  if (ref !== undefined) await clusterReads.read('certificates', ref);
  const { value = {}, error } = row.facts?.certificates ?? {};
  const [first] = error === undefined ? certificatesOf(value) : [];
  const now = Date.now();
  const why = error === undefined ? l10n.t('No certificates') : describeError(error).why;
  const failure = expiryFailure(row, now);
  const icon = first === undefined ? 'question' : failure ? 'warning' : 'pass';
  return {
    label: escapeIconsAndLinks(first === undefined ? why : expiryText(first, now)),
    description: escapeIconsAndLinks(pathText(...pathTo(row))),
    iconPath: new ThemeIcon(icon),
    value: row.id,
    expiry: first?.expiry ?? Number.MAX_VALUE,
    isRead: error === undefined,
  };
}
