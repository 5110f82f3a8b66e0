import { l10n } from 'vscode';
import { describeError } from '../text/errors';
import { formatNumber } from '../text/format';
import { lines, names, optional } from '../text/hoverParts';
import { escapeMarkdown } from '../text/markdown';
import { hoverLine, writeHover, type Row } from '../text/markdownParts';
import { parts, pathText } from '../text/text';
import type { Operation } from '../service/operations';
import type { Access, Grant } from '../access/access';
import { groupedPermissions, permissionGroupText } from '../access/permissions';
import { allowedBy, matchedClusters, matchedText } from '../access/reach';
import { filterText } from '../access/tagFilter';
import { grantKindText, limitsOf, withoutFilter } from '../access/roleNames';
import { listFirst, listNames, maxNames } from '../text/names';

/** What kind of grant it is: `project role`. */
function kindText({ kind }: Grant): string {
  return l10n.t('{0} role', grantKindText(kind));
}

/** What kind of grant it is, and where: `workspace role on payments › billing`. */
export function grantPlace(grant: Grant): string {
  const { projects, workspace } = grant;
  const places = workspace === undefined ? projects : [...projects, workspace];
  const where = pathText(...places.map((place) => listNames([place], 1, 40)));
  return where === '' ? kindText(grant) : l10n.t('{0} on {1}', kindText(grant), where);
}

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

/** The hover of a grant as Markdown. @param updated when it was read */
export function grantHover(grant: Grant, access: Access, updated: string | undefined): string {
  const { roles, projects, workspace, resourceRole, holder } = grant;
  const uid = resourceRole?.uid ?? roles[0]?.uid;
  // Short enough for a line of a hover.
  const name = listNames(roles, maxNames, 120) || listNames([{ uid }]);
  const place = resourceRole ? parts(kindText(grant), limitsOf(resourceRole)) : grantPlace(grant);
  // A table has what a line has not in full.
  const unlessIn = (line: string, references: Grant['roles']): string | undefined =>
    line.includes(listNames(references, Infinity)) ? undefined : names(references);
  return writeHover(
    [
      hoverLine(name, disabledText(grant, access.roles) ?? ''),
      hoverLine('', parts(listNames([holder], 1, 40), place)),
      hoverLine('', parts(reachText(grant, access), updated)),
    ],
    [
      [l10n.t('Roles'), unlessIn(name, roles)],
      [l10n.t('Projects'), unlessIn(place, projects)],
      [l10n.t('Workspace'), workspace && unlessIn(place, [workspace])],
      ...grantFacts(grant, access).map(([label, values]): Row => [
        label,
        lines(values, (text) => escapeMarkdown(text)),
      ]),
      [l10n.t('UID'), optional(uid)],
    ],
  );
}

/** The clusters that a grant reaches, as far as that is known. */
export function reachText(grant: Grant, access: Access): string {
  return grant.kind === 'workspace' ? '' : matchedText(matchedClusters(grant, access)).join('; ');
}

/** What a grant allows, and the definitions of its filters, as plain text. */
export function grantFacts(
  grant: Grant,
  access: Access,
): readonly (readonly [label: string, values: readonly string[]])[] {
  const unread = grant.roles.filter((role) => allowedBy(role, access) === undefined);
  const groups = groupedPermissions(grant.roles.flatMap((role) => allowedBy(role, access) ?? []));
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
  return [
    [l10n.t('Disabled'), disabledRoles(grant, access.roles).map((role) => listNames([role]))],
    [
      l10n.t('Allows'),
      [...groups].map(
        ([group, members]) => `${permissionGroupText(group)} (${listFirst(members, (name) => name, 30)})`,
      ),
    ],
    [l10n.t('Filters'), grant.kind === 'resource' ? filterTexts(grant, access) : []],
    [l10n.t('Not read'), [...new Set(notRead)]],
  ];
}

function filterTexts({ filters, resourceRole }: Grant, access: Access): readonly string[] {
  if (filters.length === 0) return resourceRole === undefined ? [] : [withoutFilter(resourceRole)];
  return filters.map((filter) => {
    const [name, group] = [listNames([filter]), access.filters.get(filter.uid ?? '')];
    return group === undefined ? name : `${name} (${filterText(group)})`;
  });
}
