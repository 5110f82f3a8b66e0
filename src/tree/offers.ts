import { isServiceError, missingStatuses, type ServiceError } from '../service/errors';

/**
 * What of the optional operations a service does not offer, so that nobody asks for it again and again. A 405 or a 501
 * says it at once. A 404 may also mean that it is the thing that is not there: two of them about different things say
 * it, where the operation has never worked.
 */
export class Offers {
  readonly #working = new Set<string>();
  readonly #missed = new Map<string, Set<string>>();
  readonly #lacking = new Map<string, ServiceError>();

  /**
   * Asks, unless it is known that the service does not offer that.
   * @param operation what the service has or has not, as a whole
   * @param thing what it is asked about; the empty text where it is about nothing in particular
   * @throws ServiceError what `ask` throws, or what said before that there is no such operation
   */
  async ask<Answer>(operation: string, thing: string, ask: () => Promise<Answer>): Promise<Answer> {
    const lacking = this.#lacking.get(operation);
    if (lacking !== undefined) throw lacking;
    try {
      const answer = await ask();
      this.#working.add(operation);
      return answer;
    } catch (error) {
      if (isServiceError(error, 'unsupported') && this.#says(error, operation, thing)) {
        this.#lacking.set(operation, error);
      }
      throw error;
    }
  }

  /** Finds everything out anew: services change. */
  forget(): void {
    this.#missed.clear();
    this.#lacking.clear();
  }

  #says({ failure }: ServiceError, operation: string, thing: string): boolean {
    if (!missingStatuses.has(failure.status)) return true;
    if (this.#working.has(operation)) return false;
    if (thing === '') return true;
    const missed = this.#missed.get(operation) ?? new Set();
    this.#missed.set(operation, missed.add(thing));
    return missed.size > 1;
  }
}
