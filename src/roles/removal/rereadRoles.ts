import type { ServiceClient } from '../../service/client';
import type { CallOptions } from '../../service/callOptions';
import { isRemovable, type TeamRole } from '../../access/resourceRoles';

/** Roles that were chosen: as they are now, and those that no longer exist. */
export interface RereadRoles {
  readonly there: readonly TeamRole[];
  readonly gone: readonly TeamRole[];
}

/**
 * Rereads roles before their removal, with one request per team. Throws ServiceError. Roles with only a known UID are not
 * read. If a team has roles without a UID, none of its roles counts as gone, because it may be one of those.
 */
export async function rereadRoles(
  client: Pick<ServiceClient, 'listTeamResourceRoles'>,
  items: readonly TeamRole[],
  options?: CallOptions,
): Promise<RereadRoles> {
  const teamUids = new Set(items.filter(({ isListed }) => isListed).map(({ team }) => team.uid));
  const teams = new Map(
    await Promise.all(
      [...teamUids].map(async (uid) => [uid, await client.listTeamResourceRoles(uid, options)] as const),
    ),
  );
  const there: TeamRole[] = [];
  const gone: TeamRole[] = [];
  for (const item of items) {
    const now = item.isListed ? teams.get(item.team.uid) : undefined;
    const role = now?.filter(isRemovable).find(({ uid }) => uid === item.role.uid);
    if (now?.every(isRemovable) === true && role === undefined) gone.push(item);
    else there.push({ ...item, role: role ?? item.role });
  }
  return { there, gone };
}
