import { l10n } from 'vscode';
import { describeError } from '../../text/errors';
import { formatNumber, ifGiven, timesAt, updatedText, listNames, maxNames } from '../../text/format';
import { lines } from '../../text/hoverParts';
import { escapeMarkdown, hoverLine, writeHover, type Row } from '../../text/markdown';
import { parts } from '../../text/text';
import type { Operation } from '../../service/operations';
import type { Access, Grant } from '../../access/access';
import { disabledRoles, fieldsFor, grantFields, linesOf, valuesFor } from '../../access/grantFields';
import { allowedBy, matchedClusters, matchedText } from '../../access/reach';
import { roleText } from '../../access/grantText';
import type { RoleRow, RowContext } from './rowTypes';

/** Says that the roles of a grant are disabled; undefined if none is known to be. */
export function disabledText(grant: Grant, access: Access): string | undefined {
  const { roles } = grant;
  const count = disabledRoles(grant, access).length;
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
export function readApart({ grant }: RoleRow, { shownAccess: access }: RowContext): string {
  return JSON.stringify([matchedClusters(grant, access), factsOf(grant, access)]);
}

/** The fields of a role, and why some were not read, as plain text. */
function factsOf(grant: Grant, access: Access) {
  const values = valuesFor('hover', access)(grant);
  const names = (references: Grant['roles']): string => listNames(references, maxListed);
  const facts = fieldsFor('hover').map((field) => ({
    field,
    title: grantFields[field].title(),
    texts: linesOf(field, values, names),
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
