import type { Change, ChangeCoverage } from '../../items/changes/change';
import { safeName } from '../../items/fields';
import { sanitizeLine } from '../../presentation/text';
import type { ChangesMessage } from '../messages';
import { connectionKey } from './fleet';

/** The changes of a connection. All texts are safe to show on one line. */
export interface ShownChanges {
  /** As {@link connectionKey} returns it. */
  readonly connection: string;
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
}

/** The changes of the messages so far. */
export class ChangeStore {
  #shown: ShownChanges | undefined;

  /** Applies a message. What is known of one connection is never shown under the name of another. */
  apply({
    connection: { name, host },
    isWhole,
    added,
    oldest = Infinity,
    coverage,
  }: ChangesMessage): ShownChanges {
    const connection = connectionKey({ name, host });
    const before = isWhole || this.#shown?.connection !== connection ? [] : this.#shown.changes;
    const kept = before.filter(({ number }) => number >= oldest);
    this.#shown = { connection, changes: [...added.map(safe), ...kept], coverage };
    return this.#shown;
  }
}

function safe(change: Change): Change {
  const { item, from, to } = change;
  return {
    ...change,
    item: { ...item, name: safeName(item), path: item.path.map((name) => sanitizeLine(name)) },
    from: from === undefined ? undefined : sanitizeLine(from),
    to: to === undefined ? undefined : sanitizeLine(to),
  };
}
