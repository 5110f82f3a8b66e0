import { l10n } from 'vscode';
import { groupBy } from '../items/order';
import { clusterCount, formatProgress, projectCount, listFirst, listNames, maxNames } from '../text/format';
import { present, sanitizeLine } from '../text/text';
import { grantsOf, listsOf, type Access, type Grant } from './access';
import { waysOfMembers, type Cell, type Effect, type MemberEffect } from './effect';
import { permissionsText, worstFirst } from './permissions';
import { isFor, isPartlyKnown } from './reach';
import { grantText } from './grantText';
import { unreadOf, unreadSentence, type Unread } from './unread';
import { knownTeams } from './whoCan';

const maxLines = 12;
const maxLengths = { line: 220, permissions: 100, name: 30 };

/** `project role Project Viewer` */
function keeperText(grant: Grant): string {
  return grantText(grant, ['kind', 'role'], { max: 2, maxLength: maxLengths.name });
}

/**
 * What a team loses by a removal, in at most 12 lines. Nothing that was not read is said to be lost or kept.
 * @param members those of the team; undefined if they were not checked
 */
export function effectText(
  effect: Effect,
  members: readonly MemberEffect[] | undefined,
  access: Access,
): readonly string[] {
  const { cells, removed, isWhole } = effect;
  const partlyKnown = removed.filter(isPartlyKnown);
  const ending = present(
    cells.length === 0 && isWhole ? l10n.t('Reaches no cluster that this API key can see now.') : '',
    partlyKnown.length > 0
      ? l10n.t("Poolview doesn't know all limits of: {0}", listFirst(partlyKnown, keeperText))
      : '',
    ...memberLines(members ?? [], access),
    unreadSentence(unreadFor(effect, members)),
    l10n.t('Kubeconfigs that members downloaded still work.'),
  );
  const sections = (['lost', 'kept', 'unknown'] as const).map((state) => clausesOf(state, effect, access));
  const sizes = sections.map(({ length }) => length);
  while (sizes.reduce((sum, size) => sum + size, ending.length) > maxLines) {
    const largest = sizes.indexOf(Math.max(...sizes));
    sizes[largest] = (sizes[largest] ?? 0) - 1;
  }
  return [...sections.flatMap((clauses, at) => clauseLines(clauses, sizes[at] ?? 0)), ...ending];
}

/** The same permissions in several places. */
interface Clause extends Pick<Cell, 'state'> {
  readonly allowed: readonly string[];
  /** In words. */
  readonly permissions: string;
  /** The grants that keep them. Those of the same name count once. */
  readonly through: string;
  readonly places: readonly string[];
}

function clausesOf(state: Cell['state'], effect: Effect, access: Access): readonly Clause[] {
  const byGrants = groupBy(
    effect.cells.filter((cell) => cell.state === state),
    ({ through }) => listFirst([...new Set(through.map(keeperText))], (text) => text, 2),
  );
  const clauses = [...byGrants].flatMap(([through, ofGrants]) => {
    const byProject = groupBy(ofGrants, ({ projectUid }) => projectUid);
    const parts = [...byProject.values()].flatMap((ofProject) => {
      const byPermissions = groupBy(ofProject, ({ permissions }) => permissions);
      const byPlace = groupBy([...byPermissions], ([, same]) => placeText(same, effect, access));
      return [...byPlace].map(([place, same]) => {
        const allowed = same.flatMap(([alike]) => alike);
        return { place, allowed, permissions: permissionsText(allowed, maxNames) };
      });
    });
    return [...groupBy(parts, ({ permissions }) => permissions)].map(([permissions, same]) => {
      const [{ allowed }] = same;
      return { state, allowed, permissions, through, places: same.map(({ place }) => place) };
    });
  });
  return worstFirst(clauses, ({ allowed }) => allowed);
}

/**
 * `payments`, `payments (4 of 9 clusters)` or `payments (filter pci-dss)`; with `now` if it is kept only as tags are today.
 * @param cells of the same permissions and project
 */
function placeText(cells: readonly Cell[], { removed, cells: all }: Effect, access: Access): string {
  const uid = cells[0]?.projectUid ?? '';
  const named = [...removed, ...all.flatMap(({ through }) => through)].flatMap(({ projects }) => projects);
  const reference = named.find((project) => project.uid === uid) ?? { uid };
  const name = listNames([reference], 1, maxLengths.name);
  const { all: clusters = [], isComplete = false } = access.clusters.get(uid) ?? {};
  const unread = cells.filter((cell) => cell.clusters === undefined);
  const read = cells.reduce((sum, cell) => sum + (cell.clusters?.length ?? 0), 0);
  const isWhole = isComplete || unread.some(({ filters }) => filters.length === 0);
  const isOfNow = cells.some(({ state, isCovered }) => state === 'kept' && !isCovered);
  if (read === clusters.length && isWhole && !isOfNow) return name;
  const filters = unread.flatMap((cell) => cell.filters);
  const count = isComplete
    ? l10n.t('{0} clusters', formatProgress(read, clusters.length))
    : clusterCount(read);
  const ofRead = isOfNow ? l10n.t('{0} now', count) : count;
  if (unread.length === 0) return `${name} (${ofRead})`;
  if (read > 0 || isWhole) return `${name} (${l10n.t('{0} and those that were not read', ofRead)})`;
  return `${name} (${l10n.t('filter {0}', listNames(filters, 2, maxLengths.name))})`;
}

function clauseLines(clauses: readonly Clause[], size: number): readonly string[] {
  const hidden = new Set(clauses.slice(size).flatMap(({ places }) => places)).size;
  return clauses.slice(0, size).map((clause, at) => {
    const line = sanitizeLine(clauseLine(clause), maxLengths.line);
    return at < size - 1 || hidden === 0 ? line : l10n.t('{0}; more in {1}', line, projectCount(hidden));
  });
}

function clauseLine({ state, through, permissions, places }: Clause): string {
  const allowed = sanitizeLine(permissions, maxLengths.permissions);
  const where = listFirst(places, (place) => place);
  if (state === 'lost') return l10n.t('The team loses: {0} in {1}', allowed, where);
  return state === 'kept'
    ? l10n.t('The team keeps: {0} in {1}, through {2}', allowed, where, through)
    : l10n.t('Not known whether the team keeps: {0} in {1}', allowed, where);
}

function memberLines(members: readonly MemberEffect[], { users }: Access): readonly string[] {
  const texts = {
    everything: l10n.t('Members who keep all of the above through other teams or own roles'),
    part: l10n.t('Members who keep a part of it through other teams or own roles'),
    nothing: l10n.t('Members who keep nothing of it'),
    unknown: l10n.t('Not known for'),
  };
  return [...groupBy(members, ({ keeps }) => keeps)].map(([keeps, same]) => {
    const names = same.map(({ userUid }) => ({ uid: userUid, name: users.get(userUid)?.name }));
    return l10n.t('{0}: {1}', texts[keeps], listNames(names, maxNames, maxLengths.name));
  });
}

/** What was not read of what decides: about the team, and about its members if they were checked. */
function unreadFor(
  { holder, removed, rest }: Effect,
  members: readonly MemberEffect[] | undefined,
): readonly Unread[] {
  const projectUids = removed.flatMap(({ projects }) => projects.map(({ uid = '' }) => uid));
  const others = grantsOf(listsOf(rest, holder)).filter((grant) =>
    projectUids.some((uid) => grant.kind === 'tenant' || isFor(grant, uid) !== false),
  );
  const areChecked = members !== undefined && members.length > 0;
  return unreadOf(rest, {
    holders: [holder, ...(areChecked ? waysOfMembers(rest, [holder]) : [])],
    teams: areChecked ? knownTeams(rest) : [],
    grants: [...removed, ...others],
    projectUids,
    also: members === undefined ? ['otherWays'] : areChecked ? ['teams'] : [],
  });
}
