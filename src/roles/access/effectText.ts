import { l10n } from 'vscode';
import { groupBy } from '../../items/groupBy';
import { clusterCount, formatProgress, projectCount } from '../../presentation/format';
import { displayName, sanitizeLine } from '../../presentation/text';
import type { ServiceError } from '../../service/errors';
import { listFirst, listNames, maxNames } from '../roleNames';
import type { Access, Grant, GrantKind } from './access';
import type { Cell, Effect, Keeps, MemberEffect } from './effect';
import { permissionsText } from './permissions';

/** By UID of the project. */
type Names = ReadonlyMap<string | undefined, string | undefined>;

const maxLines = 12;
const maxLength = { line: 220, permissions: 100, name: 30 };

export function grantKindText(kind: GrantKind): string {
  switch (kind) {
    case 'tenant':
      return l10n.t('tenant');
    case 'project':
      return l10n.t('project');
    case 'workspace':
      return l10n.t('workspace');
    case 'resource':
      return l10n.t('resource');
  }
}

/** `project role Project Viewer` */
export function grantText({ kind, roles }: Grant): string {
  return l10n.t('{0} role {1}', grantKindText(kind), listNames(roles, 2, maxLength.name));
}

/** The lines of the dialog about what a removal changes, at most 12. Nothing that was not read is said to be lost or kept. */
export function effectText(
  effect: Effect,
  members: readonly MemberEffect[] | undefined,
  access: Access,
): readonly string[] {
  const { cells, partlyKnown, unreadRoles, removed } = effect;
  const isNothing = cells.length + partlyKnown.length + unreadRoles.length === 0;
  const ending = [
    isNothing ? l10n.t('Gives no access to clusters now.') : '',
    unreadRoles.length > 0
      ? l10n.t('What these roles allow was not read: {0}', listNames(unreadRoles, maxNames, maxLength.name))
      : '',
    partlyKnown.length > 0
      ? l10n.t("Poolview doesn't know all limits of: {0}", listFirst(partlyKnown, grantText))
      : '',
    ...memberLines(members ?? [], access),
    notChecked(effect, members === undefined),
    l10n.t('Kubeconfigs that members downloaded still work.'),
  ].filter((line) => line !== '');
  const names = new Map(removed.flatMap(({ projects }) => projects.map(({ uid, name }) => [uid, name])));
  const sections = (['lost', 'kept', 'unknown'] as const).map((state) =>
    clausesOf(
      cells.filter((cell) => cell.state === state),
      access,
      names,
    ),
  );
  const sizes = sections.map(({ length }) => length);
  while (sizes.reduce((sum, size) => sum + size, ending.length) > maxLines) {
    const largest = sizes.indexOf(Math.max(...sizes));
    sizes[largest] = (sizes[largest] ?? 0) - 1;
  }
  return [...sections.flatMap((clauses, at) => linesOf(clauses, sizes[at] ?? 0)), ...ending];
}

interface Clause {
  readonly state: Cell['state'];
  readonly permissions: string;
  readonly places: readonly string[];
  /** The grants that keep it. */
  readonly through: string;
}

/** One clause for all places with the same permissions. */
function clausesOf(cells: readonly Cell[], access: Access, names: Names): readonly Clause[] {
  const placed = [
    ...groupBy(cells, (cell) => `${cell.projectUid}\n${cell.through.map(({ id }) => id).join()}`),
  ];
  const clauses = placed.flatMap(([, same]): readonly Clause[] => {
    const through = listFirst(same[0]?.through ?? [], grantText, 2);
    const byPermission = groupBy(same, ({ permission }) => permission);
    const byPlace = groupBy([...byPermission], ([, ofOne]) => placeText(ofOne, access, names));
    return [...byPlace].map(([place, of]) => ({
      state: same[0]?.state ?? 'unknown',
      permissions: permissionsText(
        of.map(([permission]) => permission),
        maxNames,
      ),
      places: [place],
      through,
    }));
  });
  const byText = groupBy(clauses, ({ permissions, through }) => `${permissions}\n${through}`);
  return [...byText.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, places: [first, ...others].flatMap(({ places }) => places) }],
  );
}

/** `payments`, `payments (4 of 9 clusters)` or `payments (filter pci-dss)`. @param cells of one project */
function placeText(cells: readonly Cell[], access: Access, names: Names): string {
  const [{ projectUid } = { projectUid: '' }] = cells;
  const { all = [], isComplete = false } = access.clusters.get(projectUid) ?? {};
  const name = sanitizeLine(displayName(names.get(projectUid), projectUid, '?'), maxLength.name);
  const unread = cells.filter(({ cluster }) => cluster === undefined);
  const read = cells.length - unread.length;
  const isAllRead = read === all.length;
  if (isAllRead && (isComplete || unread.some(({ filters }) => filters.length === 0))) return name;
  if (unread.length === 0) {
    return `${name} (${isComplete ? l10n.t('{0} clusters', formatProgress(read, all.length)) : clusterCount(read)})`;
  }
  const filters = unread.flatMap((cell) => cell.filters);
  if (read === 0 && filters.length > 0)
    return `${name} (${l10n.t('filter {0}', listNames(filters, 2, maxLength.name))})`;
  return `${name} (${l10n.t('{0} and those that were not read', clusterCount(read))})`;
}

function linesOf(clauses: readonly Clause[], size: number): readonly string[] {
  const hidden = new Set(clauses.slice(size).flatMap(({ places }) => places)).size;
  return clauses.slice(0, size).map((clause, at) => {
    const line = sanitizeLine(lineOf(clause), maxLength.line);
    return at < size - 1 || hidden === 0 ? line : l10n.t('{0}; more in {1}', line, projectCount(hidden));
  });
}

function lineOf({ state, places, through, permissions }: Clause): string {
  const allowed = sanitizeLine(permissions, maxLength.permissions);
  const where = listFirst(places, (place) => place);
  switch (state) {
    case 'lost':
      return l10n.t('No longer: {0} in {1}', allowed, where);
    case 'kept':
      return l10n.t('Keeps: {0} in {1}, through the {2}', allowed, where, through);
    case 'unknown':
      return l10n.t('Not known whether it keeps: {0} in {1}', allowed, where);
  }
}

function memberLines(members: readonly MemberEffect[], { users }: Access): readonly string[] {
  return [...groupBy(members, ({ keeps }) => keeps)].map(([keeps, same]) => {
    const names = same.map(({ userUid }) => ({ uid: userUid, name: users.get(userUid)?.name }));
    return l10n.t('{0}: {1}', keepsText(keeps), listNames(names, maxNames, maxLength.name));
  });
}

function keepsText(keeps: Keeps): string {
  switch (keeps) {
    case 'everything':
      return l10n.t('Members who keep it all through other teams or own roles');
    case 'part':
      return l10n.t('Members who keep a part of it through other teams or own roles');
    case 'nothing':
      return l10n.t('Members who keep nothing of it');
    case 'unknown':
      return l10n.t('Members of whom it is not known');
  }
}

/** `Not checked: workspace roles (not offered by the service); other teams and own roles of members` */
function notChecked({ unreadKinds }: Effect, areMembersUnread: boolean): string {
  const kinds = [...groupBy(unreadKinds, ({ error }) => whyUnread(error))].map(([why, same]) => {
    const text = same.map(({ kind }) => l10n.t('{0} roles', grantKindText(kind))).join(', ');
    return why === '' ? text : `${text} (${why})`;
  });
  const members = areMembersUnread ? [l10n.t('other teams and own roles of members')] : [];
  const texts = [...kinds, ...members];
  return texts.length === 0 ? '' : l10n.t('Not checked: {0}', texts.join('; '));
}

function whyUnread(error: ServiceError | undefined): string {
  if (error?.kind === 'unsupported') return l10n.t("the service doesn't offer them");
  return error?.kind === 'forbidden' ? l10n.t("the API key can't read them") : '';
}
