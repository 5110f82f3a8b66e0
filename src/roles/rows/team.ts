import { l10n, ThemeIcon, TreeItemCollapsibleState } from 'vscode';
import type { Session } from '../../connections/session';
import { formatCount, ifGiven, timesAt, updatedText, userCount } from '../../text/format';
import { description, metadataRows, hoverLine, writeHover } from '../../text/markdown';
import { parts } from '../../text/text';
import type { RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/operations';
import { ageOf, type RowLook, type RowSpec } from '../../tree/rowSpec';
import { readPages, type RowPage } from '../../items/store/loadedList';
import { idPart } from '../../items/store/row';
import { teamListing, teamName, type Team } from '../../access/teams';
import type { RoleContext, TeamRow } from './rowTypes';

export function teamRow(team: Team, rootId: string, time?: RequestTime): TeamRow {
  return { kind: 'team', id: `${rootId}/team:${idPart(team.uid)}`, parent: undefined, team, ...time };
}

export const teamSpec: RowSpec<TeamRow, RoleContext> = {
  name: ({ team }) => team.name,
  uid: ({ team }) => team.uid,
  look: teamLook,
  hover: teamHover,
  // With its roles if they are loaded.
  source: (row, model) => {
    const { name, uid, resource } = row.team;
    const source = resource?.source ?? { name, uid };
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
  const listing = teamListing(session);
  const read = readPages(listing.pages, (teams: readonly Team[], time) =>
    teams.map((team) => teamRow(team, rootId, time)),
  );
  return { ...(await read(options)), details: listing };
}

/** Counts what was read. The list of teams has the number of tenant roles. */
function teamLook(row: TeamRow, model: RoleContext): RowLook {
  return {
    kind: l10n.t('Team'),
    label: teamName(row.team),
    description: [ageOf(row, model), resourceRoles(row, model), tenantRoleCount(row)],
    icon: new ThemeIcon('organization'),
    words: ['team'],
    collapsibleState: TreeItemCollapsibleState.Collapsed,
  };
}

function resourceRoles(row: TeamRow, model: RoleContext): string | undefined {
  return ifGiven(model.roleCount(row), (count) =>
    formatCount(count, l10n.t('1 resource role'), (n) => l10n.t('{0} resource roles', n)),
  );
}

function tenantRoleCount({ team }: TeamRow): string {
  const { length } = team.resource?.spec?.roles ?? [];
  return length === 0
    ? ''
    : formatCount(length, l10n.t('1 tenant role'), (n) => l10n.t('{0} tenant roles', n));
}

/** The hover of a team as Markdown. @param now milliseconds since 1970 */
function teamHover(row: TeamRow, model: RoleContext, now: number): string {
  const { uid, resource } = row.team;
  const metadata = resource?.metadata;
  const users = ifGiven(resource?.spec?.users?.length, userCount);
  const isStale = model.store.isOutdated(row);
  const updated = ifGiven(row.readAt, (time) => updatedText(time, isStale, timesAt(now)));
  return writeHover(
    [
      hoverLine(teamName(row.team), ''),
      hoverLine('', parts(l10n.t('Team'), resourceRoles(row, model), tenantRoleCount(row), users)),
      hoverLine('', updated ?? ''),
    ],
    [[l10n.t('Description'), description(metadata)], ...metadataRows(metadata ?? { uid }, now)],
  );
}
