import { l10n } from 'vscode';
import { describeError } from '../../text/errors';
import { formatNumber, ifGiven, timesAt, updatedText } from '../../text/format';
import { lines, names, optional } from '../../text/hoverParts';
import { escapeMarkdown } from '../../text/markdown';
import { hoverLine, writeHover, type Row } from '../../text/markdownParts';
import { parts } from '../../text/text';
import type { Operation } from '../../service/operations';
import type { Access, Grant } from '../../access/access';
import { groupedPermissions, permissionGroupText } from '../../access/permissions';
import { allowedBy, matchedClusters, matchedText } from '../../access/reach';
import { filterText } from '../../access/tagFilter';
import { limitsOf, withoutFilter } from '../../access/roleNames';
import { listFirst, listNames, maxNames } from '../../text/names';
import type { RoleRow, RowContext } from './rowTypes';

function disabledRoles({ roles }: Grant, definitions: Access['roles']): Grant['roles'] {
  return roles.filter(({ uid = '' }) => definitions.get(uid)?.isEnabled === false);
}

/** Says that the roles of a grant are disabled; undefined if none is known to be. */
export function disabledText(grant: Grant, definitions: Access['roles']): string | undefined {
  const { roles } = grant;
  const count = disabledRoles(grant, definitions).length;
  if (count === 0) return undefined;
  return count === roles.length
    ? l10n.t('disabled')
    : l10n.t('{0} of {1} disabled', formatNumber(count), formatNumber(roles.length));
}

/** The hover of a role as Markdown. @param now milliseconds since 1970 */
export async function roleHover(row: RoleRow, model: RowContext, now: number): Promise<string> {
  const { role, grant, readAt } = row;
  await model.readDefinitions(grant);
  const access = model.shownAccess;
  const isStale = model.store.isOutdated(row);
  const updated = ifGiven(readAt, (time) => updatedText(time, isStale, timesAt(now)));
  // Short enough for a line of a hover.
  const name = listNames(grant.roles, maxNames, 120) || listNames([role]);
  const place = parts(l10n.t('resource role'), limitsOf(role));
  // A table has what a line has not in full.
  const unlessIn = (line: string, references: Grant['roles']): string | undefined =>
    line.includes(listNames(references, Infinity)) ? undefined : names(references);
  return writeHover(
    [
      hoverLine(name, disabledText(grant, access.roles) ?? ''),
      hoverLine('', parts(listNames([grant.holder], 1, 40), place)),
      hoverLine('', parts(reachText(grant, access), updated)),
    ],
    [
      [l10n.t('Roles'), unlessIn(name, grant.roles)],
      [l10n.t('Projects'), unlessIn(place, grant.projects)],
      ...factsOf(row, access).map(([label, values]): Row => [
        label,
        lines(values, (text) => escapeMarkdown(text)),
      ]),
      [l10n.t('UID'), optional(role.uid)],
    ],
  );
}

/** What the hover has that is read apart from the role: what it allows, its filters and clusters. */
export function readApart(row: RoleRow, { shownAccess: access }: RowContext): string {
  return JSON.stringify([reachText(row.grant, access), factsOf(row, access)]);
}

/** The clusters that a role reaches, as far as that is known. */
function reachText(grant: Grant, access: Access): string {
  return matchedText(matchedClusters(grant, access)).join('; ');
}

/** What a role allows, and the definitions of its filters, as plain text. */
function factsOf(
  { role, grant }: RoleRow,
  access: Access,
): readonly (readonly [label: string, values: readonly string[]])[] {
  const unread = grant.roles.filter((granted) => allowedBy(granted, access) === undefined);
  const groups = groupedPermissions(grant.roles.flatMap((granted) => allowedBy(granted, access) ?? []));
  const uids = grant.filters.map(({ uid = '' }) => uid);
  const isAnyOdd = uids.some((uid) => access.filters.has(uid) && access.filters.get(uid) === undefined);
  const whyNot = (...operations: readonly Operation[]): readonly string[] =>
    operations
      .flatMap((operation) => access.problems.get(operation) ?? [])
      .map((error) => describeError(error).why);
  const notRead = [
    ...(unread.length === 0 ? [] : [l10n.t('what the role allows'), ...whyNot('listRoles', 'readRole')]),
    ...(isAnyOdd ? [l10n.t('filter not understood')] : []),
    ...(uids.every((uid) => access.filters.has(uid))
      ? []
      : [l10n.t('what the filter matches'), ...whyNot('readTagFilter')]),
  ];
  const filters = grant.filters.map((filter) => {
    const [name, group] = [listNames([filter]), access.filters.get(filter.uid ?? '')];
    return group === undefined ? name : `${name} (${filterText(group)})`;
  });
  return [
    [l10n.t('Disabled'), disabledRoles(grant, access.roles).map((granted) => listNames([granted]))],
    [
      l10n.t('Allows'),
      [...groups].map(
        ([group, members]) => `${permissionGroupText(group)} (${listFirst(members, (name) => name, 30)})`,
      ),
    ],
    [l10n.t('Filters'), filters.length === 0 ? [withoutFilter(role)] : filters],
    [l10n.t('Not read'), [...new Set(notRead)]],
  ];
}
