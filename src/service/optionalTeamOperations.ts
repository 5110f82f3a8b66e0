import type { ServiceClient } from './client';
import { isServiceError, missingStatuses, type ServiceError } from './errors';
import { OptionalOperations } from './optionalOperations';

/** Remembers which lists of teams and roles a service does not support, and which teams were not found. */
export class OptionalTeamOperations {
  readonly #operations = new OptionalOperations();
  /** By the UID of the team. */
  readonly #notFound = new Map<string, ServiceError>();

  /** `client`, without repeated requests for what the service does not support. */
  wrap(client: ServiceClient): ServiceClient {
    return {
      ...client,
      listTeams: (...args) => this.#operations.request('listTeams', '', () => client.listTeams(...args)),
      listTeamResourceRoles: async (teamUid, options) => {
        const notFound = this.#notFound.get(teamUid);
        if (notFound !== undefined) throw notFound;
        try {
          return await this.#operations.request('listTeamResourceRoles', teamUid, () =>
            client.listTeamResourceRoles(teamUid, options),
          );
        } catch (error) {
          if (isServiceError(error) && missingStatuses.has(error.failure.status)) {
            this.#notFound.set(teamUid, error);
          }
          throw error;
        }
      },
    };
  }

  /** Requests all lists again, or only the roles of one team: services change. */
  reset(teamUid?: string): void {
    this.#operations.reset();
    if (teamUid === undefined) this.#notFound.clear();
    else this.#notFound.delete(teamUid);
  }
}
