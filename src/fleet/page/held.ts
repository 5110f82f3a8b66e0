import type { Row } from './fleet';
import type { FleetGroup } from './groups';

/** A group that stays where it is while the user looks at it. */
export interface HeldGroup extends FleetGroup {
  /** How many of its rows need no attention any more. */
  readonly recovered: number;
  /** Whether it has come since. */
  readonly isNew: boolean;
}

/** The groups that the user looks at. */
let held: { readonly hold: number; readonly groups: readonly FleetGroup[] } | undefined;

/**
 * The groups, in the order in which the user has seen them: what is gone stays in its place, and what is new comes last.
 * @param hold counts up when the user has seen what is new; undefined while nobody looks
 * @param rowOf a row as it is now; undefined if it is gone
 */
export function heldGroups(
  hold: number | undefined,
  current: readonly FleetGroup[],
  rowOf: (id: string) => Row | undefined,
): readonly HeldGroup[] {
  const isFirst = hold === undefined || held?.hold !== hold;
  if (isFirst) held = hold === undefined ? undefined : { hold, groups: current };
  const seen = isFirst ? current : (held?.groups ?? current);
  const byId = new Map(current.map((group) => [group.id, group]));
  const shown = new Set(current.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const stay = seen.map((before): HeldGroup => {
    const now = byId.get(before.id);
    byId.delete(before.id);
    const recovered = before.rows
      .filter(({ id }) => !shown.has(id))
      .flatMap(({ id }) => {
        const row = rowOf(id);
        return row ? { ...row, isRecovered: true } : [];
      });
    const rows = [...(now?.rows ?? []), ...recovered];
    const isRow = (now ?? before).isRow === true && rows.length === 1;
    return { ...(now ?? before), rows, isRow, recovered: recovered.length, isNew: false };
  });
  return [...stay, ...[...byId.values()].map((group) => ({ ...group, recovered: 0, isNew: !isFirst }))];
}
