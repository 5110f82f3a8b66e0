import type { RequestTime } from '../../service/requestTime';
import { isSameJson, latestTime, timeOf } from '../record';
import { parentIdOf, type TreeRow } from './row';

/** Updates a record with what a later read returned. @returns whether anything changed that users see */
type Merge<Row> = (known: Row, fresh: Row) => boolean;

export interface RecordRules<Row> {
  /** How a later read updates a record. Without it, it replaces what is known. */
  readonly merge?: Merge<Row> | undefined;
  /** Called with the ID of each record that was read, even if nothing changed, and of each that is gone. */
  readonly onChange?: ((id: string) => void) | undefined;
  /** Whether a row that is not known is that of an item which has a record below another parent. */
  readonly isElsewhere?: ((row: Row) => boolean) | undefined;
}

/**
 * One record for each ID, however many lists and other reads mention it. Lists have the records themselves, so a record stays the
 * same object while its item is known.
 */
export class Records<Row extends TreeRow> {
  readonly #byId = new Map<string, Row>();
  /** What is known below each parent, by its ID, or that of the view. */
  readonly #below = new Map<string, Below<Row>>();
  /** The latest request that mentioned a record, unless that is the one that its content is from. */
  readonly #mentioned = new WeakMap<Row, number>();
  /** The latest request that found no such item, by ID. */
  readonly #goneAt = new Map<string, number>();

  constructor(private readonly rules: RecordRules<Row> = {}) {}

  find(id: string): Row | undefined {
    return this.#byId.get(id);
  }

  /** The records below a parent. The array changes only if the records do. */
  below(parentId: string): readonly Row[] {
    return this.#below.get(parentId)?.rows ?? [];
  }

  /** The latest request for a complete list of what is below a parent; undefined if there was none. */
  completeAt(parentId: string): RequestTime | undefined {
    return this.#below.get(parentId)?.completeAt;
  }

  /**
   * Takes over what a read returned of the records below a parent. A read that was requested before one that a record was gone for
   * does not bring it back.
   * @param requestNumber of rows that have none; 0 if no read returned them
   * @param changed collects the records that were known before and have changed
   * @returns the records
   */
  take(
    parentId: string,
    rows: readonly Row[],
    requestNumber: number,
    changed: { add(record: Row): unknown } = new Set<Row>(),
  ): readonly Row[] {
    const { merge = mergeLatest, isElsewhere, onChange } = this.rules;
    const completeAt = this.completeAt(parentId)?.requestNumber ?? 0;
    const added: Row[] = [];
    const taken = rows.flatMap((row) => {
      const number = row.requestNumber ?? requestNumber;
      const known = this.#byId.get(row.id);
      const record = known ?? row;
      if (known === undefined) {
        const goneAt = Math.max(completeAt, this.#goneAt.get(row.id) ?? 0);
        if ((number > 0 && number < goneAt) || isElsewhere?.(row) === true) return [];
        this.#byId.set(row.id, row);
        added.push(row);
      } else if (known !== row && merge(known, row)) changed.add(known);
      if (number > this.mentionedAt(record)) this.#mentioned.set(record, number);
      onChange?.(row.id);
      return [record];
    });
    const below = this.#below.get(parentId);
    if (added.length > 0) this.#below.set(parentId, { ...below, rows: [...(below?.rows ?? []), ...added] });
    return taken;
  }

  /** Call this with each complete list of what is below a parent. */
  setComplete(parentId: string, time: RequestTime): void {
    const completeAt = latestTime([this.completeAt(parentId), timeOf(time)]) ?? time;
    this.#below.set(parentId, { rows: this.below(parentId), completeAt });
    this.rules.onChange?.(parentId);
  }

  /** The number of the latest request that mentioned a record; 0 if none did, as of what the user added. */
  mentionedAt(row: Row): number {
    return Math.max(row.requestNumber ?? 0, this.#mentioned.get(row) ?? 0);
  }

  /**
   * Removes records.
   * @param requestNumber of the request that has found that they are gone, if that was not for a complete list
   * @returns those, with all below them
   */
  remove(gone: readonly Row[], requestNumber?: number): readonly Row[] {
    if (requestNumber !== undefined) for (const { id } of gone) this.#goneAt.set(id, requestNumber);
    const all: Row[] = [];
    const removed = new Set(gone);
    for (const parentId of new Set(gone.map(({ id }) => parentIdOf(id)))) {
      const rows = this.below(parentId).filter((row) => !removed.has(row));
      this.#below.set(parentId, { ...this.#below.get(parentId), rows });
    }
    const forget = (row: Row): void => {
      all.push(row);
      this.#byId.delete(row.id);
      this.below(row.id).forEach(forget);
      this.#below.delete(row.id);
      this.rules.onChange?.(row.id);
    };
    removed.forEach(forget);
    return all;
  }
}

interface Below<Row> {
  readonly rows: readonly Row[];
  /** The latest request for a complete list. */
  readonly completeAt?: RequestTime | undefined;
}

/** Whether a row was requested before another one. */
function isOlder(one: TreeRow, other: TreeRow): boolean {
  const [number, otherNumber] = [one.requestNumber, other.requestNumber];
  return number !== undefined && otherNumber !== undefined && number < otherNumber;
}

/** The later read replaces what the earlier one said. */
export function mergeLatest<Row extends TreeRow>(
  known: Row,
  fresh: Row,
  areSame: (known: Row, fresh: Row) => boolean = isSameContent,
): boolean {
  if (isOlder(fresh, known)) return false;
  const isSame = areSame(known, fresh);
  Object.assign(known, fresh);
  return !isSame;
}

/** Ignores `parent`, which was compared when it was read, and when it was requested. */
export function isSameContent(one: TreeRow, other: TreeRow): boolean {
  const ignored = { parent: undefined, readAt: undefined, requestNumber: undefined, aheadMs: undefined };
  return isSameJson({ ...one, ...ignored }, { ...other, ...ignored });
}
