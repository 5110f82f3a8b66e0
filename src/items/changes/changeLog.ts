import type { RequestTime } from '../../service/requestTime';
import { unknownHealth } from '../health';
import { isResourceRow, kindOf, pathOfRow, type ParentRow, type ResourceRow, type Row } from '../kinds';
import type { Observed } from '../kinds/kind';
import { byKind, isCounted, isLeaf } from '../kinds/levels';
import { isLater, latestTime } from '../record';
import { type Severity, isWorse } from '../severity';
import { parentIdOf, isAtOrBelow } from '../store/row';
import type { RowReading } from '../store/lists';
import { comparedValues, type Change, type ChangeCoverage, type ObservedValues } from './change';

const maxChanges = 1000;

/** The most changes that are compared with each other for their number. */
const maxExplained = 100;

/** What was last told of an item that is there. */
interface LastStatement extends Pick<Change['item'], 'kind'> {
  readonly values: ObservedValues;
  readonly severity: Severity;
  readonly isCompared: boolean;
}

type FoundChange = Omit<Change, 'number'>;

/** The changes of one connection: what records say after a read is compared with what they said before. */
export class ChangeLog {
  #changes: readonly Change[] = [];
  /** Not while thousands are found: they are explained when they are asked for. */
  #areExplained = true;
  readonly #told = new ToldItems();

  /** Newest first. */
  get changes(): readonly Change[] {
    if (!this.#areExplained) this.#changes = withExplanations(this.#changes);
    this.#areExplained = true;
    return this.#changes;
  }

  get lastNumber(): number {
    return this.#changes[0]?.number ?? 0;
  }

  /** How many came after the one with this number. Of a few, without those that others of them explain. */
  countAfter(number: number): number {
    const found = this.#changes.filter((change) => change.number > number);
    if (found.length > maxExplained) return found.length;
    return withExplanations(found).filter(({ explainedBy }) => explainedBy === undefined).length;
  }

  get coverage(): ChangeCoverage {
    return { ...this.#told.coverage, isTruncated: this.lastNumber > maxChanges };
  }

  /** Compares what records say after a read. */
  take({ rows, gone, wholeBefore, ...time }: RowReading<Row, ParentRow>): void {
    const changed = this.#told.compare(rows.filter(isResourceRow), time, wholeBefore);
    this.#record([...changed, ...this.#told.forget(gone.filter(isResourceRow), time)]);
  }

  /** Adds that a problem, which was known, needs attention again. */
  addReopened(reopened: Omit<FoundChange, 'what'>): void {
    this.#record([{ ...reopened, what: 'reopened' }]);
  }

  #record(found: readonly FoundChange[]): void {
    if (found.length === 0) return;
    const { lastNumber } = this;
    const numbered = found.map((change, index) => ({ ...change, number: lastNumber + 1 + index }));
    this.#changes = [...numbered.reverse(), ...this.#changes].slice(0, maxChanges);
    this.#areExplained = false;
  }
}

/** What was last told of each item. */
class ToldItems {
  readonly #byId = new Map<string, LastStatement>();
  #since: number | undefined;
  #comparedAt: RequestTime | undefined;

  get coverage(): Omit<ChangeCoverage, 'isTruncated'> {
    const items = byKind(() => ({ read: 0, compared: 0 }));
    for (const { kind, values, isCompared } of this.#byId.values()) {
      items[kind].read += Number(isCompared || Object.keys(values).length > 0);
      items[kind].compared += Number(isCompared);
    }
    return { since: this.#since, comparedAt: this.#comparedAt?.readAt, items };
  }

  /** @param wholeBefore when the list that they are in was last read without those that are new */
  compare(
    items: readonly ResourceRow[],
    time: RequestTime,
    wholeBefore: RequestTime | undefined,
  ): readonly FoundChange[] {
    const ids = new Set(items.map(({ id }) => id));
    if (items.length > 0) this.#since ??= time.readAt;
    return items.flatMap((row): readonly FoundChange[] => {
      // It can't be told from another item.
      const isHidden = isAmbiguous(row.id, ids);
      const { health, values } = isHidden ? notObserved : kindOf(row).observed(row);
      const told = this.#byId.get(row.id);
      const isSaid = health.severity !== 'unknown' || (values.state ?? values.health) !== undefined;
      const severity = isSaid ? health.severity : (told?.severity ?? health.severity);
      const before = told?.values ?? {};
      const compared = comparedValues.flatMap((what) => {
        const [from, to] = [before[what], values[what]];
        return from && to && isLater(to.time, from.time) ? { what, from, to } : [];
      });
      this.#comparedAt = latestTime([this.#comparedAt, ...compared.map(({ to }) => to.time)]);
      this.#byId.set(row.id, {
        kind: row.kind,
        values: isHidden ? {} : { ...before, ...values },
        severity,
        isCompared: told?.isCompared === true || compared.length > 0,
      });
      if (told === undefined) {
        if (wholeBefore === undefined) return [];
        const between = { after: wholeBefore.readAt, before: time.readAt };
        return [{ item: pathOfRow(row), what: 'appeared', severityAfter: severity, ...between }];
      }
      return compared
        .filter(({ from, to }) => from.text !== to.text)
        .map(({ what, from, to }) => ({
          item: pathOfRow(row),
          what,
          from: from.text,
          to: to.text,
          severityBefore: told.severity,
          severityAfter: severity,
          after: from.time.readAt,
          before: to.time.readAt,
        }));
    });
  }

  forget(gone: readonly ResourceRow[], time: RequestTime): readonly FoundChange[] {
    const ids = new Set(gone.map(({ id }) => id));
    return gone.flatMap((row) => {
      const told = this.#byId.get(row.id);
      this.#byId.delete(row.id);
      // Those below it are gone with it.
      if (told === undefined || ids.has(parentIdOf(row.id))) return [];
      const between = { after: row.readAt ?? time.readAt, before: time.readAt };
      return { item: pathOfRow(row), what: 'disappeared', severityBefore: told.severity, ...between };
    });
  }
}

/** Of an item that cannot be told from another one. */
const notObserved: Observed = { health: unknownHealth, values: {} };

/** Whether only the order of their list tells an item from another one with the same name. */
function isAmbiguous(id: string, ids: ReadonlySet<string>): boolean {
  return id.lastIndexOf('#') > id.lastIndexOf('/') || ids.has(`${id}#1`);
}

/** What an item says of the items in it, as a word or a number. */
const summaries: readonly Change['what'][] = ['health', 'size', 'maintenance'];

/**
 * The changes with that of the deepest part that explains each: what a machine did to its cluster is no news beside the machine.
 * @param changes newest first
 */
export function withExplanations(changes: readonly Change[]): readonly Change[] {
  const depthOf = ({ item }: Change): number => item.names.length;
  // The deepest first and, of one item, what says more.
  const inOrder = changes.toReversed().toSorted((one, other) => depthOf(other) - depthOf(one));
  const parts = new Map<Change, Change>();
  for (const [index, whole] of inOrder.entries()) {
    if (whole.explainedBy !== undefined || !summaries.includes(whole.what) || isLeaf(whole.item)) continue;
    const part = inOrder.slice(0, index).find((one) => explains(one, whole));
    if (part !== undefined) parts.set(whole, part);
  }
  return changes.map((change) => {
    const part = parts.get(change);
    return part === undefined ? change : { ...change, explainedBy: part.number };
  });
}

/** Whether a change may be all of another one: both may have happened at the same time, and nothing got better by a problem. */
function explains(part: Change, whole: Change): boolean {
  const isIn = part.what !== 'reopened' && isAtOrBelow(part.item.id, whole.item.id);
  if (!isIn || part.after >= whole.before || whole.after >= part.before) return false;
  // Of a project or a pool, it is how many there are.
  const isNumber = whole.what === 'size' && !isCounted(whole.item);
  if (isNumber) return isPresence(part) && parentIdOf(part.item.id) === whole.item.id;
  const isBad = isWorse(part.severityBefore, part.severityAfter);
  const [before, after] = [whole.severityBefore, whole.severityAfter];
  return isBad ? !isWorse(after, before) : !isWorse(before, after);
}

function isPresence({ what }: Change): boolean {
  return what === 'appeared' || what === 'disappeared';
}
