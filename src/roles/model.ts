import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import type { Pages } from '../service/pages';
import type { Project } from '../service/resources/project';
import type { ResourceRole } from '../service/resources/team';

/** A team, as far as it is known: one that a person typed the uid of has no name. */
export interface Team {
  readonly uid: string;
  readonly name?: string | undefined;
}

/** A resource role that can be removed: one that a person typed the uid of tells nothing of what it grants. */
export interface RemovableRole extends ResourceRole {
  readonly uid: string;
}

/** The resource roles of a team; `notListed` says why the service does not tell them. */
export type RoleList = { readonly roles: readonly RemovableRole[] } | { readonly notListed: ServiceError };

/** What became of a removal. `unknown`: it may or may not have happened, and nothing tells. */
export type Removal =
  | { readonly outcome: 'removed' | 'alreadyGone' }
  | { readonly outcome: 'refused' | 'notRemoved' | 'unknown'; readonly error: ServiceError };

/** What the model needs of a session. */
export interface RolesSource {
  client(): Promise<ServiceClient>;
  projects(): Promise<Pages<Project>>;
}

/** The teams of a service and their resource roles. */
export class RolesModel {
  constructor(private readonly source: RolesSource) {}

  /** The projects, with which the teams come. */
  projects(): Promise<Pages<Project>> {
    return this.source.projects();
  }

  /** Throws what is neither an answer nor a service that does without the operation. */
  async resourceRoles(team: Team, signal?: AbortSignal): Promise<RoleList> {
    const client = await this.source.client();
    try {
      const roles = await client.listTeamResourceRoles(team.uid, { signal });
      return { roles: roles.filter((role) => role.uid !== undefined && role.uid !== '').map(removable) };
    } catch (error) {
      if (isServiceError(error, 'unsupported', 'forbidden')) return { notListed: error };
      throw error;
    }
  }

  /**
   * Removes a role, once: whatever happens, the removal is never sent a second time. Where the answer leaves open
   * whether it happened, the list of roles is read again and decides.
   */
  async remove(team: Team, roleUid: string): Promise<Removal> {
    const client = await this.source.client();
    try {
      await client.removeTeamResourceRole(team.uid, roleUid);
      return { outcome: 'removed' };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (error.kind === 'notFound') return { outcome: 'alreadyGone' };
      return mayHaveHappened(error)
        ? await this.#decide(team, roleUid, error)
        : { outcome: 'refused', error };
    }
  }

  async #decide(team: Team, roleUid: string, error: ServiceError): Promise<Removal> {
    try {
      const list = await this.resourceRoles(team);
      if ('notListed' in list) return { outcome: 'unknown', error };
      return list.roles.some(({ uid }) => uid === roleUid)
        ? { outcome: 'notRemoved', error }
        : { outcome: 'removed' };
    } catch (listError) {
      if (!isServiceError(listError)) throw listError;
      return { outcome: 'unknown', error };
    }
  }
}

/** The teams of a project that have a uid to be asked for by. */
export function teamsOf(project: Project): readonly Team[] {
  return (project.specSummary?.teams ?? []).flatMap(({ uid, name }) =>
    uid === undefined || uid === '' ? [] : [{ uid, name }],
  );
}

function removable(role: ResourceRole): RemovableRole {
  return { ...role, uid: role.uid ?? '' };
}

/** These say that no connection was made, so that nothing can have reached the service. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'proxyRefuses',
]);

function mayHaveHappened({ kind, failure }: ServiceError): boolean {
  return (
    kind === 'timedOut' ||
    kind === 'serviceFault' ||
    kind === 'cancelled' ||
    kind === 'invalidResponse' ||
    (kind === 'unreachable' && !neverSent.has(failure.reason ?? ''))
  );
}
