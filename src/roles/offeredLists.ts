import { isServiceError, missingStatuses, type ServiceError } from '../service/errors';
import type { ServiceClient } from '../service/client';
import { Offers } from '../tree/offers';

/**
 * The lists of teams and roles, which a service need not offer: remembers which of them it lacks, and which teams it does
 * not know, so that they are not requested again until the user refreshes.
 */
export class OfferedLists {
  readonly #offers = new Offers();
  /** By the uid of the team. */
  readonly #unknownTeams = new Map<string, ServiceError>();

  /** `client`, except that it does not request what the service is known to lack. */
  of(client: ServiceClient): ServiceClient {
    return {
      ...client,
      listTeams: (...args) => this.#offers.ask('listTeams', '', () => client.listTeams(...args)),
      listTeamResourceRoles: async (teamUid, options) => {
        const unknown = this.#unknownTeams.get(teamUid);
        if (unknown !== undefined) throw unknown;
        try {
          return await this.#offers.ask('listTeamResourceRoles', teamUid, () =>
            client.listTeamResourceRoles(teamUid, options),
          );
        } catch (error) {
          if (isServiceError(error) && missingStatuses.has(error.failure.status)) {
            this.#unknownTeams.set(teamUid, error);
          }
          throw error;
        }
      },
    };
  }

  /** Requests everything again, or only the roles of one team: services change. */
  forget(teamUid?: string): void {
    this.#offers.forget();
    if (teamUid === undefined) this.#unknownTeams.clear();
    else this.#unknownTeams.delete(teamUid);
  }
}
