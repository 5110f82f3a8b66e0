import type { ServiceClient } from '../service/client';
import { isRemovable, type RemovableRole } from './removal';
import type { TeamRole } from './removing';

/**
 * Reads roles again that are about to be removed, so that the question about them tells the truth. Each team is asked
 * about once; of a role that only a uid was entered of there is nothing to read. Throws ServiceError.
 */
export async function readAgain(
  client: Pick<ServiceClient, 'listTeamResourceRoles'>,
  items: readonly TeamRole[],
): Promise<{ readonly there: readonly TeamRole[]; readonly gone: readonly TeamRole[] }> {
  const teams = new Set(items.filter(({ isListed }) => isListed).map(({ team }) => team.uid));
  const roles = new Map<string, ReadonlyMap<string, RemovableRole>>(
    await Promise.all(
      [...teams].map(async (uid): Promise<[string, ReadonlyMap<string, RemovableRole>]> => {
        const now = (await client.listTeamResourceRoles(uid)).filter(isRemovable);
        return [uid, new Map(now.map((role) => [role.uid, role]))];
      }),
    ),
  );
  const there: TeamRole[] = [];
  const gone: TeamRole[] = [];
  for (const item of items) {
    const role = item.isListed ? roles.get(item.team.uid)?.get(item.role.uid) : item.role;
    if (role === undefined) gone.push(item);
    else there.push({ ...item, role });
  }
  return { there, gone };
}
