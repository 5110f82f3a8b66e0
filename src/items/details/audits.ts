import { createHash } from 'node:crypto';
import type { RequestTime } from '../../service/requestTime';
import type { ServiceEvent } from '../../service/resources/logs';
import { newestFirst } from '../events';

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

  of(uid = ''): readonly ReadAudit[] {
    return this.#entries.get(uid) ?? [];
  }

  /** @returns the UIDs of what there are new entries about */
  take(events: readonly ServiceEvent[], time: RequestTime): ReadonlySet<string> {
    const uids = new Set<string>();
    for (const event of events) {
      const { uid = '' } = event.involvedObject ?? {};
      const [id, known] = [entryId('audit', event), this.of(uid)];
      if (uid === '' || known.some((one) => one.id === id)) continue;
      const all = [...known, { id, event, time }].sort((one, other) => newestFirst(one.event, other.event));
      this.#entries.set(uid, all.slice(0, maxEach));
      uids.add(uid);
    }
    return uids;
  }
}
