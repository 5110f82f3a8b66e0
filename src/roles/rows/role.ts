import { l10n, ThemeIcon } from 'vscode';
import type { RowPage } from '../../items/store/loadedList';
import { idsBelow } from '../../items/store/row';
import type { CallOptions, Operation } from '../../service/operations';
import { ageOf, type RowLook, type RowSpec } from '../../tree/rowSpec';
import type { AccessReader } from '../../access/accessReader';
import { isRemovable } from '../../access/resourceRoles';
import { roleText } from '../../access/grantText';
import { listNames, formatNumber, ifGiven, timesAt, updatedText, maxNames } from '../../text/format';
import { roleNoteRow } from './note';
import type { RoleNoteRow, RoleRow, RoleContext, TeamRow } from './rowTypes';
import { describeError } from '../../text/errors';
import { lines, escapeMarkdown, hoverLine, writeHover, type Row } from '../../text/markdown';
import { parts } from '../../text/text';
import type { Access, Grant } from '../../access/access';
import { disabledRoles, fieldsFor, grantFields, fieldLines, valuesFor } from '../../access/grantFields';
import { allowedBy, matchedClusters, matchedText } from '../../access/reach';

/** Reads the resource roles of a team. If the service doesn't tell them, or not with this API key, that is a note. */
export async function readRoles(
  access: AccessReader,
  parent: TeamRow,
  options: CallOptions,
): Promise<RowPage<RoleRow | RoleNoteRow>> {
  const { uid, name } = parent.team;
  const { resource } = await access.readGrants({ kind: 'team', uid, name }, ['resource'], options);
  const { grants = [], error, readAt, requestNumber } = resource ?? {};
  if (error?.kind === 'unsupported' || error?.kind === 'forbidden')
    return { rows: [roleNoteRow(parent.id, parent, { about: 'rolesNotListed', error })] };
  if (error !== undefined) throw error;
  const idOf = idsBelow(parent.id);
  const rows = grants.flatMap((grant): RoleRow | readonly never[] => {
    const { resourceRole: role } = grant;
    if (role === undefined) return [];
    return { kind: 'role', id: idOf('role', role.uid), parent, role, grant, readAt, requestNumber };
  });
  return { rows };
}

export const roleSpec: RowSpec<RoleRow, RoleContext> = {
  /** The names of what it grants. */
  name: ({ role }) => listNames(role.roles, Infinity),
  uid: ({ role }) => role.uid,
  look: roleLook,
  hover: roleHover,
  readApart,
  source: ({ role }) => role.source,
};

function roleLook(row: RoleRow, model: RoleContext): RowLook {
  const { role, grant } = row;
  const isBeingRemoved = model.isBeingRemoved(row);
  const isOffered = isRemovable(role) && model.canRemove && !isBeingRemoved;
  return {
    kind: l10n.t('Resource role'),
    label: roleText(role, ['role'], { maxLength: 200 }),
    description: [
      ageOf(row, model),
      ...(isBeingRemoved
        ? [l10n.t('removing…')]
        : [disabledText(grant, model.shownAccess), roleText(role, ['filters', 'projects'])]),
    ],
    icon: new ThemeIcon(isBeingRemoved ? 'loading~spin' : 'shield'),
    words: ['role', isOffered ? 'removable' : undefined],
  };
}

/** Says that the roles of a grant are disabled; undefined if none is known to be. */
function disabledText(grant: Grant, access: Access): string | undefined {
  const { roles } = grant;
  const count = disabledRoles(grant, access).length;
  if (count === 0) return undefined;
  return count === roles.length
    ? l10n.t('disabled')
    : l10n.t('{0} of {1} disabled', formatNumber(count), formatNumber(roles.length));
}

/** The hover of a role as Markdown. @param now milliseconds since 1970 */
async function roleHover(row: RoleRow, model: RoleContext, now: number): Promise<string> {
  const { role, grant, readAt } = row;
  await model.readDefinitions(grant);
  const access = model.shownAccess;
  const isStale = model.store.isOutdated(row);
  const updated = ifGiven(readAt, (time) => updatedText(time, isStale, timesAt(now)));
  // Short enough for a line of a hover.
  const name = listNames(grant.roles, maxNames, 120) || listNames([role]);
  const place = parts(l10n.t('resource role'), roleText(role, ['filters', 'projects']));
  // The table has what a line has not in full.
  const shownIn: Readonly<Partial<Record<string, string>>> = { roles: name, projects: place };
  const facts = factsOf(grant, access).filter(
    ({ field, texts }) => shownIn[field]?.includes(texts.join()) !== true,
  );
  return writeHover(
    [
      hoverLine(name, disabledText(grant, access) ?? ''),
      hoverLine('', parts(listNames([grant.holder], 1, 40), place)),
      hoverLine('', parts(matchedText(matchedClusters(grant, access)).join('; '), updated)),
    ],
    facts.map(({ title, texts }): Row => [title, lines(texts, (text) => escapeMarkdown(text, 4000))]),
  );
}

/** What the hover has that is read apart from the role: what it allows, its filters and clusters. */
function readApart({ grant }: RoleRow, { shownAccess: access }: RoleContext): string {
  return JSON.stringify([matchedClusters(grant, access), factsOf(grant, access)]);
}

/** The fields of a role, and why some were not read, as plain text. */
function factsOf(grant: Grant, access: Access) {
  const values = valuesFor('hover', access)(grant);
  const names = (references: Grant['roles']): string => listNames(references, maxListed);
  const facts = fieldsFor('hover').map((field) => ({
    field,
    title: grantFields[field].title(),
    texts: fieldLines(field, values, names),
  }));
  return [...facts, { field: '', title: l10n.t('Not read'), texts: notRead(grant, access) }];
}

/** The most names in a cell. */
const maxListed = 50;

function notRead({ roles, filters }: Grant, access: Access): readonly string[] {
  const uids = filters.map(({ uid = '' }) => uid);
  const isAnyOdd = uids.some((uid) => access.filters.has(uid) && access.filters.get(uid) === undefined);
  const whyNot = (...operations: readonly Operation[]): readonly string[] =>
    operations
      .flatMap((operation) => access.problems.get(operation) ?? [])
      .map((error) => describeError(error).why);
  const areRolesRead = roles.every((granted) => allowedBy(granted, access) !== undefined);
  const areFiltersRead = uids.every((uid) => access.filters.has(uid));
  const texts = [
    ...(areRolesRead ? [] : [l10n.t('what the role allows'), ...whyNot('listRoles', 'readRole')]),
    ...(isAnyOdd ? [l10n.t('filter not understood')] : []),
    ...(areFiltersRead ? [] : [l10n.t('what the filter matches'), ...whyNot('readTagFilter')]),
  ];
  return [...new Set(texts)];
}
