import type { Change } from '../../items/changes/change';
import { isProblem, isRecovery } from '../../presentation/severity';
import { parts } from '../../presentation/text';

/** Which changes to show. */
export const changeKinds = ['all', 'problems', 'recoveries'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Whether an item got worse and needs attention, or no longer needs it; `all` if neither. */
export function kindOfChange({ severityBefore, severityAfter }: Change): ChangeKind {
  if (isProblem(severityBefore, severityAfter)) return 'problems';
  // An item that disappeared has not recovered.
  return severityAfter !== undefined && isRecovery(severityBefore, severityAfter) ? 'recoveries' : 'all';
}

interface ChangeFilter {
  readonly kind: ChangeKind;
  readonly text: string;
}

/** The changes of a kind that have every word of the text in the name, UID or path of their item, or in a value. */
export function filterChanges(changes: readonly Change[], { kind, text }: ChangeFilter): readonly Change[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return changes.filter(
    (change) => (kind === 'all' || kindOfChange(change) === kind) && hasWords(change, words),
  );
}

function hasWords({ item, from, to }: Change, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = parts(item.name, item.uid, ...item.path, from, to).toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The IDs of the items that are gone, as far as the changes tell. @param changes newest first */
export function goneItems(changes: readonly Change[]): ReadonlySet<string> {
  const newest = new Map<string, Change>();
  for (const change of changes) if (!newest.has(change.item.id)) newest.set(change.item.id, change);
  return new Set([...newest].flatMap(([id, { what }]) => (what === 'disappeared' ? [id] : [])));
}

/** Whether an item or one that contains it is gone: the IDs of items begin with that of their parent and a slash. */
export function isGone(id: string, gone: ReadonlySet<string>): boolean {
  const end = id.lastIndexOf('/');
  return gone.has(id) || (end > 0 && isGone(id.slice(0, end), gone));
}
