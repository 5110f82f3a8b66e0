import { l10n, ThemeIcon, type TreeItem } from 'vscode';
import type { Session } from '../../connections/session';
import { formatCount } from '../../text/format';
import { count, description, metadataRows, names } from '../../text/hoverParts';
import { escapeMarkdown } from '../../text/markdown';
import { markdownTable } from '../../text/markdownParts';
import { parts } from '../../text/text';
import { isObject } from '../../service/readers';
import type { RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import { completed, parentItem } from '../../tree/items';
import type { SourceKind } from '../../items/kinds/kind';
import type { RowKind } from '../../tree/rowKinds';
import { readPages, type RowPage } from '../../items/store/loadedList';
import { idPart } from '../../items/store/row';
import { listTeams, type Team } from '../../access/teams';
import { teamName } from '../../access/roleNames';
import type { RowContext, TeamRow } from './rowTypes';

export function teamRow(team: Team, rootId: string, time?: RequestTime): TeamRow {
  return { kind: 'team', id: `${rootId}/team:${idPart(team.uid)}`, parent: undefined, team, ...time };
}

export const teamKind: Required<RowKind<TeamRow, RowContext>> & SourceKind<TeamRow, RowContext> = {
  name: ({ team }) => team.name,
  uid: ({ team }) => team.uid,
  item: teamItem,
  hover: (row, model, now) => teamHover(row.team, model.roleCount(row), now),
  // With its roles if they are loaded.
  source: (row, model) => {
    const { name, uid, resource } = row.team;
    const source = isObject(resource?.source) ? resource.source : { name, uid };
    if (model.roleCount(row) === undefined) return source;
    const roles = model.store
      .rows(row)
      .flatMap((child) => (child.kind === 'role' ? [child.role.source] : []));
    return { ...source, resourceRoles: roles };
  },
};

/** Reads the first page of teams. */
export async function readTeams(
  session: Session,
  rootId: string,
  options: CallOptions,
): Promise<RowPage<TeamRow>> {
  const listing = listTeams(session);
  const read = readPages(listing.pages, (teams: readonly Team[], time) =>
    teams.map((team) => teamRow(team, rootId, time)),
  );
  return { ...(await read(options)), details: listing };
}

/**
 * Counts what was read. The list of teams has the number of tenant roles, but not those of other grants.
 */
function teamItem(row: TeamRow, model: RowContext): TreeItem {
  const item = parentItem(teamName(row.team));
  const roleCount = model.roleCount(row);
  const tenantRoles = row.team.resource?.spec?.roles?.length ?? 0;
  const others = model.otherGrants(row);
  item.description = parts(
    roleCount === undefined
      ? undefined
      : formatCount(roleCount, l10n.t('1 resource role'), (n) => l10n.t('{0} resource roles', n)),
    others !== undefined && (others.areAll || others.count > 0)
      ? otherGrantsText(others)
      : tenantRoles === 0
        ? undefined
        : formatCount(tenantRoles, l10n.t('1 tenant role'), (n) => l10n.t('{0} tenant roles', n)),
  );
  item.iconPath = new ThemeIcon('organization');
  return completed(item, l10n.t('Team'), 'team');
}

function otherGrantsText({ count, areAll }: { readonly count: number; readonly areAll: boolean }): string {
  const text = formatCount(count, l10n.t('1 other grant'), (n) => l10n.t('{0} other grants', n));
  return areAll ? text : l10n.t('at least {0}', text);
}

/** The hover of a team as Markdown. @param now milliseconds since 1970 */
export function teamHover({ uid, name, resource }: Team, roleCount: number | undefined, now: number): string {
  return markdownTable(names([{ name, uid }]), l10n.t('Team'), [
    [l10n.t('Description'), description(resource?.metadata)],
    [l10n.t('Resource roles'), count(roleCount)],
    [l10n.t('Tenant roles'), count(resource?.spec?.roles?.length)],
    [l10n.t('Users'), count(resource?.spec?.users?.length)],
    ...(resource === undefined
      ? [[l10n.t('UID'), escapeMarkdown(uid)] as const]
      : metadataRows(resource.metadata, now)),
  ]);
}
