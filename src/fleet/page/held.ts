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
 * The groups and their rows, in the order in which the user has seen them: what is gone stays in its place, and what is new comes last.
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
  // What became known stays in its place, too.
  const open = current.filter(({ cause }) => cause?.kind !== 'known');
  const shown = new Set(open.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const stayed = new Set<string>();
  const stay = seen.map((before): HeldGroup => {
    const now = byId.get(before.id);
    byId.delete(before.id);
    const isKnown = before.cause?.kind === 'known';
    const gone = isKnown
      ? []
      : before.rows.filter(({ id }) => !shown.has(id)).flatMap(({ id }) => rowOf(id) ?? []);
    for (const { id } of gone) stayed.add(id);
    const left = gone.map((row) => ({ ...row, isRecovered: row.item.known === undefined }));
    const own = (now?.rows ?? []).filter(({ id }) => !stayed.has(id));
    const order = new Map(before.rows.map(({ id }, index) => [id, index]));
    const placeOf = ({ id }: Row): number => order.get(id) ?? before.rows.length;
    const rows = [...own, ...left].sort((one, other) => placeOf(one) - placeOf(other));
    const isRow = (now ?? before).isRow === true && rows.length === 1;
    const recovered = left.filter(({ isRecovered }) => isRecovered).length;
    return { ...(now ?? before), rows, isRow, recovered, isNew: false };
  });
  const added = [...byId.values()].map((group): HeldGroup => {
    const rows = group.rows.filter(({ id }) => !stayed.has(id));
    return { ...group, rows, recovered: 0, isNew: !isFirst };
  });
  return [...stay, ...added].filter(({ rows }) => rows.length > 0);
}
