import type { ServiceClient } from '../service/client';
import { isRemovable, type RemovableRole } from './removable';
import type { TeamRole } from './removing';

/** Roles that were chosen, as they are now, and those that do not exist anymore. */
export interface RolesNow {
  readonly there: readonly TeamRole[];
  readonly gone: readonly TeamRole[];
}

/**
 * Reads roles again that are about to be removed. Each team is read once; a role of which only the uid is known is not read.
 * If the team has a role without a uid, which may be any of them, none is reported as gone. Throws ServiceError.
 */
export async function readAgain(
  client: Pick<ServiceClient, 'listTeamResourceRoles'>,
  items: readonly TeamRole[],
): Promise<RolesNow> {
  const teams = new Set(items.filter(({ isListed }) => isListed).map(({ team }) => team.uid));
  const roles = new Map(
    await Promise.all(
      [...teams].map(async (uid): Promise<[string, RolesOfTeam]> => {
        const now = await client.listTeamResourceRoles(uid);
        const known = now.filter(isRemovable);
        return [
          uid,
          { byUid: new Map(known.map((role) => [role.uid, role])), isWhole: known.length === now.length },
        ];
      }),
    ),
  );
  const there: TeamRole[] = [];
  const gone: TeamRole[] = [];
  for (const item of items) {
    const now = item.isListed ? roles.get(item.team.uid) : undefined;
    const role = now?.byUid.get(item.role.uid);
    if (now?.isWhole === true && role === undefined) gone.push(item);
    else there.push({ ...item, role: role ?? item.role });
  }
  return { there, gone };
}

/** The roles of a team that can be told apart, and whether these are all. */
interface RolesOfTeam {
  readonly byUid: ReadonlyMap<string, RemovableRole>;
  readonly isWhole: boolean;
}
