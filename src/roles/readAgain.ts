import type { ServiceClient } from '../service/client';
import { isRemovable, type RemovableRole } from './removable';
import type { TeamRole } from './removing';

/**
 * Reads roles again that are about to be removed, so that the question about them tells the truth. Each team is asked
 * about once; of a role that only a uid was entered of there is nothing to read. Where a role without a uid is listed,
 * which may be any one of the team's, none of them is told to be gone. Throws ServiceError.
 */
export async function readAgain(
  client: Pick<ServiceClient, 'listTeamResourceRoles'>,
  items: readonly TeamRole[],
): Promise<{ readonly there: readonly TeamRole[]; readonly gone: readonly TeamRole[] }> {
  const teams = new Set(items.filter(({ isListed }) => isListed).map(({ team }) => team.uid));
  const roles = new Map(
    await Promise.all(
      [...teams].map(async (uid): Promise<[string, RolesNow]> => {
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
interface RolesNow {
  readonly byUid: ReadonlyMap<string, RemovableRole>;
  readonly isWhole: boolean;
}
