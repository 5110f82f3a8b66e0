import { vi } from 'vitest';
import { atEnd } from '../../support/service';
import { HistoryService, type Source } from './service';
import { Poolview, type Kind, type Shown } from './shownNow';
import { everything, type Profile, type World } from './world';

/** Lets everything that has arrived be handled. */
export async function settle(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Sets the clock to a time of the night, such as `00:38`. @returns it in milliseconds since 1970 */
export function at(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const now = new Date(2026, 10, 24, hours, minutes).getTime();
  vi.setSystemTime(now);
  return now;
}

/** The local time of a moment, such as `00:38`. */
export function clock(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toTimeString().slice(0, 5);
}

/** A service and Poolview, which has read nothing yet. Requests are answered at once. */
export function open(world: World, more: Partial<Profile> = {}) {
  const service = new HistoryService(world, { ...everything, ...more });
  service.isImmediate = true;
  const view = new Poolview(service.client);
  atEnd(() => {
    view.close();
  });
  const idOf = (uid: string, kind?: Kind): string => {
    const found = view.items().find((item) => item.uid === uid && item.kind === (kind ?? item.kind));
    if (found === undefined) throw new Error(`There is no ${uid}`);
    return found.id;
  };
  const item = (uid: string): Shown => view.item(uid);
  const countSince = (from: number, source: Source, about?: string): number =>
    service.requests
      .slice(from)
      .filter((each) => each.source === source && each.about === (about ?? each.about)).length;
  return {
    service,
    view,
    item,
    idOf,
    /** Expands rows by their UIDs, or pools by their names, from the top. */
    async expand(...uids: readonly string[]): Promise<void> {
      await view.expand();
      for (const uid of uids) await view.expand(idOf(uid));
    },
    /** Starts something, and lets all happen that is not held. */
    async during(act: Promise<unknown>): Promise<void> {
      const done = act.catch(() => undefined);
      await settle(20);
      void done;
    },
    /** Lets what was held arrive. */
    async release(): Promise<void> {
      service.held.clear();
      for (const request of [...service.pending]) request.arrive();
      await settle(20);
    },
    /** Counts requests from now on. */
    counter() {
      const from = service.requests.length;
      return (source: Source, about?: string) => countSince(from, source, about);
    },
    /** What an item is and as of when: `failed 00:38`, with `outdated` if it is. */
    how(uid: string): string {
      const { state, readAt, isStale } = item(uid);
      return [state, clock(readAt), isStale ? 'outdated' : ''].filter(Boolean).join(' ');
    },
    /** All that its row and its hover say. */
    text(uid: string): string {
      const { label, description, decoration } = view.row(idOf(uid));
      return [label, description, decoration, view.hover(idOf(uid))].join('\n');
    },
    /** The UIDs of the items that a query selects. */
    found: (query: string): readonly string[] =>
      view
        .items()
        .filter(({ id }) => view.verdicts(query).get(id) === true)
        .map(({ uid }) => uid),
  };
}

export type Story = ReturnType<typeof open>;
