import { l10n } from 'vscode';
import { errorSentence } from '../text/errors';
import { actorName, objectText, severityOf } from './eventText';
import { formatNumber, formatUtc } from '../text/format';
import { present, sanitizeLine } from '../text/text';
import { unlessAborted } from '../service/abort';
import { isServiceError } from '../service/errors';
import { Pages, uidOf, uniqueByUid, type PageFetch } from '../service/pages';
import { withoutMailDomains } from '../service/mailAddress';
import { clockAheadMs } from '../service/resources/audit';
import type { ClusterCondition, Pack } from '../service/resources/clusterOverview';
import type { ServiceEvent } from '../service/resources/event';
import type { ChangeLogs } from './changes/changeLogs';
import { changeText, coverageSentences } from './changes/changeText';
import { involves, machineOf } from './events';
import type { Inventory } from './inventory';
import { clusterOf, type ClusterRow, type MachineRow } from './kinds';
import { projectUidOf } from './kinds/project';
import { isAtOrBelow } from './store/row';

/** What a timeline is read from, and when. */
export interface TimelineContext {
  readonly inventory: Pick<Inventory, 'session' | 'clusterReads'>;
  readonly changes: Pick<ChangeLogs, 'changes' | 'coverage'>;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** The most pages of a log that are read, of 50 entries each, and the most entries of a timeline. */
const [maxPages, maxEntries] = [10, 1000];

/**
 * Reads what happened to a cluster, or to a machine and its cluster. What cannot be read hides nothing else.
 * @param since in milliseconds since 1970
 * @returns entries, the newest first, and sentences about what was read and what was not. All texts are safe to show on one
 * line, and have no mail addresses
 * @throws DOMException if it is canceled
 */
export async function readTimeline(
  row: ClusterRow | MachineRow,
  { inventory: { session, clusterReads }, changes, now, signal }: TimelineContext,
  since: number,
) {
  const cluster = clusterOf(row);
  const { uid = '', name } = cluster?.usage ?? {};
  const projectUid = cluster && projectUidOf(cluster.parent);
  const machine = row.kind === 'machine' ? machineOf(row) : undefined;
  const client = await session.client();
  signal.throwIfAborted();
  const notes = [coverageSentences(changes.coverage, changes.changes.length, now).join(' ')];
  const ofLog = (fetch: PageFetch<ServiceEvent>) => readLog(fetch, since, signal, notes);
  const audited = { resourceUid: uid, startTime: since, endTime: now + clockAheadMs };
  const reads = Promise.all([
    ofLog((token, options) => client.listEvents({ clusterUid: uid, projectUid, continue: token }, options)),
    ofLog((token, options) =>
      // Without a UID, it would list the entries of everything.
      uid === ''
        ? Promise.resolve({ items: [] })
        : client.listAudits({ ...audited, continue: token }, options),
    ),
    clusterReads.read('overview', { uid, projectUid }),
    clusterReads.read('repave', { uid, projectUid }),
  ]);
  const [events, audits] = await unlessAborted(reads, signal);
  const { overview, repave } = clusterReads.of(uid) ?? {};
  for (const reading of [overview, repave]) if (reading?.error) notes.push(errorSentence(reading.error));
  const about = objectText({ kind: 'cluster', name, uid });
  const { spec: { reasons = [] } = {}, status } = repave?.value ?? {};
  const why = [about, status?.state, status?.message, ...reasons.map(({ message }) => message)];
  // Of those at the same time, what may be the cause is last, as if it were the earliest.
  const recent = [
    ...changes.changes
      .filter(({ item }) => isAtOrBelow(item.id, row.id))
      .map((change) => {
        const after = l10n.t('not before {0}', formatUtc(change.after));
        return entryOf(change.before, l10n.t('Change'), objectText(change.item), changeText(change), after);
      }),
    ...events.filter((event) => machine === undefined || involves(event, machine)).map(ofEvent),
    ...(overview?.value?.status?.conditions ?? []).map((condition) => ofCondition(about, condition)),
    ...(overview?.value?.status?.packs ?? []).flatMap(ofPack),
    ...(status?.state === undefined ? [] : [entryOf(status.repaveTransitionTime, l10n.t('Repave'), ...why)]),
    ...audits.map(ofEvent),
  ].filter(({ time = since }) => time >= since);
  const entries = recent
    .flatMap(({ time = Infinity, ...entry }) => (time > now + clockAheadMs ? [] : { time, ...entry }))
    .sort((one, other) => other.time - one.time)
    .slice(0, maxEntries)
    .map(({ texts, ...entry }) => ({ ...entry, text: textOf(texts) }));
  const left = recent.length - entries.length;
  if (left > 0) notes.push(l10n.t('Entries left out (no valid time, or too many): {0}', formatNumber(left)));
  return { entries, notes: notes.map(withoutMailDomains) };
}

/** Reads a log back to `since`, or to its end if its order is not the newest first. An error keeps what was read before. */
async function readLog(fetch: PageFetch<ServiceEvent>, since: number, signal: AbortSignal, notes: string[]) {
  const pages = new Pages(fetch);
  let items: readonly ServiceEvent[] = [];
  try {
    for (let count = 0; count < maxPages && !pages.done; count++) {
      items = items.concat((await pages.next({ signal })).value?.items ?? []);
      if (goesBackTo(since, items)) return uniqueByUid(items, uidOf);
    }
    if (!pages.done || pages.cut !== undefined) {
      notes.push(l10n.t('A log has more entries than the {0} that were read.', formatNumber(items.length)));
    }
  } catch (error) {
    if (!isServiceError(error)) throw error;
    notes.push(errorSentence(error));
  }
  return uniqueByUid(items, uidOf);
}

/** Whether entries go back to a time, and are sorted: then, later pages have only older ones. */
function goesBackTo(since: number, entries: readonly ServiceEvent[]): boolean {
  const times = entries.map(({ metadata }) => metadata?.creationTimestamp ?? NaN);
  const isSorted = times.slice(1).every((time, index) => time <= (times[index] ?? NaN));
  return isSorted && (times.at(-1) ?? NaN) < since;
}

function entryOf(time: number | undefined, source: string, ...texts: readonly (string | undefined)[]) {
  return { time, source, texts };
}

function textOf(texts: readonly (string | undefined)[]): string {
  return withoutMailDomains(present(...texts.map((part = '') => sanitizeLine(part, 500))).join(': '));
}

function ofEvent(event: ServiceEvent) {
  const { metadata, involvedObject, reason, message, actor } = event;
  const source = actor === undefined ? l10n.t('Event') : l10n.t('Audit');
  const who = actorName(event) || severityOf(event);
  return entryOf(metadata?.creationTimestamp, source, who, objectText(involvedObject), reason, message);
}

function ofCondition(about: string, condition: ClusterCondition) {
  const { type, status = '', reason, message, lastTransitionTime } = condition;
  // Nearly all are true, which is not worth a word.
  const title = present(type, /^true$/i.test(status) ? '' : status).join(' ');
  return entryOf(lastTransitionTime, l10n.t('Status'), about, title, reason, message);
}

function ofPack({ name, version, condition, startTime, endTime }: Pack) {
  const pack = l10n.t('pack {0}', present(name, version).join(' '));
  const steps = [
    entryOf(startTime, l10n.t('Status'), pack, l10n.t('Started')),
    entryOf(endTime, l10n.t('Status'), pack, l10n.t('Ended')),
  ].filter(({ time }) => time !== undefined && time !== condition?.lastTransitionTime);
  return condition === undefined ? steps : [ofCondition(pack, condition), ...steps];
}
