import { createHash } from 'node:crypto';
import { EventEmitter } from 'vscode';
import { displayName } from '../../text/text';
import type { ServiceEvent } from '../../service/resources/logs';
import { clusterOf, kindOf, shownName, type ResourceRow } from '../kinds';
import { isGroup, isLeaf } from '../kinds/levels';
import type { RequestTime } from '../../service/requestTime';

/** The events of a cluster, or those that involve a machine, newest first, as far as they were read. Groups have none. */
export function eventsOf(row: ResourceRow): readonly ServiceEvent[] {
  if (isGroup(row)) return [];
  const events = clusterOf(row)?.readings.events?.value.toSorted(newestFirst) ?? [];
  if (!isLeaf(row)) return events;
  const machine = { name: shownName(row), uid: kindOf(row).uid(row) };
  return events.filter((event) => involves(event, machine));
}

/** Sorts the newest first, and events without a time last. */
function newestFirst({ metadata: one }: ServiceEvent, { metadata: other }: ServiceEvent): number {
  return (other?.creationTimestamp ?? 0) - (one?.creationTimestamp ?? 0);
}

/** Whether an event is about a machine, as far as its objects tell. @param machine with its name as it is shown */
export function involves(
  { involvedObject, relatedObject }: ServiceEvent,
  machine: { readonly name: string; readonly uid?: string | undefined },
): boolean {
  return [involvedObject, relatedObject].some(
    // The same machine may have different UIDs, such as that of its node.
    ({ uid = '', name = '' } = {}) =>
      (uid !== '' && uid === machine.uid) || (name !== '' && displayName(name, uid, '') === machine.name),
  );
}

/** Stands for a text, such as a UID. Short, whatever that is. */
export function markOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** The two logs of the service. */
export type LogSource = 'event' | 'audit';

/** What identifies an entry of a log: its UID or, without one, everything in it. */
export function entryId(source: LogSource, event: ServiceEvent): string {
  const { uid = '' } = event.metadata ?? {};
  return `${source}:${markOf(uid === '' ? JSON.stringify(event) : uid)}`;
}

/** An entry of the audit log, with what tells it apart from others, and when it was read. */
export interface ReadAudit {
  readonly id: string;
  readonly event: ServiceEvent;
  readonly time: RequestTime;
}

/** The most entries about one thing that are kept: the newest. */
const maxEach = 50;

/** The entries of the audit log, as far as it was read anyway. */
export class Audits {
  /** By the UID of what they are about, newest first. */
  readonly #entries = new Map<string, readonly ReadAudit[]>();
  readonly #onDidTake = new EventEmitter<ReadonlySet<string>>();
  /** Fires with the UIDs of what there are new entries about. */
  readonly onDidTake = this.#onDidTake.event;

  of(uid = ''): readonly ReadAudit[] {
    return this.#entries.get(uid) ?? [];
  }

  take(events: readonly ServiceEvent[], time: RequestTime): void {
    const uids = new Set<string>();
    for (const event of events) {
      const { uid = '' } = event.involvedObject ?? {};
      const [id, known] = [entryId('audit', event), this.of(uid)];
      if (uid === '' || known.some((one) => one.id === id)) continue;
      const all = [...known, { id, event, time }].sort((one, other) => newestFirst(one.event, other.event));
      this.#entries.set(uid, all.slice(0, maxEach));
      uids.add(uid);
    }
    if (uids.size > 0) this.#onDidTake.fire(uids);
  }

  dispose(): void {
    this.#onDidTake.dispose();
  }
}
