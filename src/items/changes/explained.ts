import { isCounted, isLeaf } from '../kinds/levels';
import { isWorse } from '../severity';
import { isAtOrBelow, parentIdOf } from '../store/ids';
import type { Change } from './change';

/** What an item says of the items in it, as a word or a number. */
const summaries: readonly Change['what'][] = ['health', 'size', 'maintenance'];

/**
 * The changes with that of the deepest part that explains each: what a machine did to its cluster is no news beside the machine.
 * @param changes newest first
 */
export function withExplanations(changes: readonly Change[]): readonly Change[] {
  const depthOf = ({ item }: Change): number => item.path.length;
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
