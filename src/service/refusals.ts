import type { Endpoint } from './endpoint';
import { isServiceError, missingStatuses, succeeds, ServiceError } from './errors';
import type { Operation } from './operations';
import { amount, both, exactObject, list, object, oneOf, text, wholeNumber } from './readers';

type Request = Pick<Endpoint, 'operation' | 'cloudType' | 'resource' | 'projectUid' | 'changes' | 'probe'>;

const dayMs = 24 * 60 * 60 * 1000;

/** How long the refusals of these operations last, if there is a store. The others end when the user refreshes. */
const lasting: ReadonlyMap<Operation, number> = new Map([
  // Afterwards, the service may have been updated.
  ['listProjects', 7 * dayMs],
  ['listMachineMetrics', dayMs],
]);

const storedRefusals = list(
  both(
    exactObject({
      key: text,
      kind: oneOf('unsupported', 'forbidden'),
      operation: oneOf(...lasting.keys()),
      at: amount,
    }),
    object({ status: wholeNumber, permission: text }),
  ),
);

/** Keeps JSON for later sessions. */
export interface RefusalStore {
  read(): unknown;
  write(refusals: unknown): void;
}

/**
 * What a service refuses, so that it is not requested again. A 405 or 501 means that the service lacks the operation. A 404
 * may also mean that only the project or the resource is missing: the operation is then lacking if it has never worked, and
 * its probe or another project is not found either. A 403 to a request for everything that the key can access means that the
 * key lacks the permission; to a request for a project, that it lacks it there. One for a resource may be about that alone.
 */
export class Refusals {
  readonly #worked = new Set<string>();
  /** What has worked, or rejected a request: only an operation that exists can do that. */
  readonly #exists = new Set<string>();
  readonly #notFound = new Map<string, Set<string>>();
  /** The UIDs of projects that are not found, which explains that nothing in them is. */
  readonly #gone = new Set<string>();
  readonly #refused = new Map<string, { readonly error: ServiceError; readonly isOfChange: boolean }>();

  constructor(private readonly store?: RefusalStore) {}

  /**
   * Sends a request, unless it reads and the service is known to refuse it.
   * @throws ServiceError the error of the request, or the one with which the service refused the operation
   */
  async ask<Result>(
    request: Request,
    send: () => Promise<Result>,
    sendProbe: (probe: Endpoint) => Promise<unknown>,
  ): Promise<Result> {
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined && !request.changes) throw refusal;
    try {
      const result = await send();
      this.worked(request);
      return result;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const isMissing = error.kind === 'unsupported' && missingStatuses.has(error.failure.status);
      if (!isMissing || request.probe === undefined) {
        if (error.failure.reason === 'noProject') this.#gone.add(request.projectUid ?? '');
        const refused = this.#refusedBy(error, isMissing, request);
        if (refused !== undefined) this.refuse(error, request, refused === 'all' ? '' : request.projectUid);
        throw error;
      }
      const probe = request.probe();
      if (!this.#exists.has(keyOf(request)))
        await succeeds(() => this.ask(probe, () => sendProbe(probe), sendProbe));
      if (!this.#exists.has(keyOf(request))) throw error;
      const reason = request.resource === undefined ? 'noProject' : undefined;
      if (reason !== undefined) this.#gone.add(request.projectUid ?? '');
      throw new ServiceError({ ...error.failure, kind: 'notFound', reason });
    }
  }

  /** The error with which the service refuses an operation, or refuses it in a project; undefined if it is not known to. */
  of(operation: Operation, projectUid?: string): ServiceError | undefined {
    return this.#refusalOf({ operation, projectUid });
  }

  /** Remembers that a request has worked. It is not refused any more. */
  worked(request: Request): void {
    const key = keyOf(request);
    if (this.#get(key) !== undefined) this.forget(request.operation);
    this.#worked.add(key);
    this.#exists.add(key);
  }

  hasWorked(operation: Operation): boolean {
    return this.#worked.has(keyOf({ operation }));
  }

  /** Remembers that a request is refused. @param projectUid of the only project in which it is */
  refuse(error: ServiceError, request: Request = error, projectUid?: string): void {
    const { kind, operation, failure } = error;
    const key = keyOf(request, projectUid);
    if (this.store === undefined || !lasting.has(operation)) {
      this.#refused.set(key, { error, isOfChange: request.changes === true });
    } else {
      const { status, permission } = failure;
      const others = this.#stored().filter((one) => one.key !== key);
      this.store.write([...others, { key, kind, operation, status, permission, at: Date.now() }]);
    }
  }

  /**
   * Requests again what was refused, because services and permissions change.
   * @param operation all that is known about it is forgotten; without it, all refusals but the lasting ones and those of changes
   */
  forget(operation?: Operation): void {
    const isOf = (key: string): boolean => key.startsWith(`${operation ?? ''} `);
    this.#notFound.clear();
    this.#gone.clear();
    for (const [key, { isOfChange }] of this.#refused) {
      if (operation === undefined ? !isOfChange : isOf(key)) this.#refused.delete(key);
    }
    for (const key of this.#worked) if (isOf(key)) this.#worked.delete(key);
    const stored = this.#stored();
    const others = stored.filter(({ key }) => !isOf(key));
    if (others.length < stored.length) this.store?.write(others);
  }

  #refusalOf(request: Request): ServiceError | undefined {
    const forAll = this.#get(keyOf(request));
    if (forAll !== undefined && (forAll.kind !== 'forbidden' || namesNothing(request))) return forAll;
    return request.resource === undefined ? this.#get(keyOf(request, request.projectUid)) : undefined;
  }

  #get(key: string): ServiceError | undefined {
    const { kind, operation, status, permission } = this.#stored().find((one) => one.key === key) ?? {};
    if (kind === undefined || operation === undefined) return this.#refused.get(key)?.error;
    return new ServiceError({ kind, operation, status, permission });
  }

  #stored() {
    const now = Date.now();
    return (storedRefusals(this.store?.read()) ?? []).filter(
      ({ operation, at }) => at <= now && now - at < (lasting.get(operation) ?? 0),
    );
  }

  /** What an error refuses: the operation for everything or for the project that the request names, or neither. */
  #refusedBy({ kind }: ServiceError, isMissing: boolean, request: Request): 'all' | 'project' | undefined {
    const key = keyOf(request);
    if (kind === 'forbidden' || kind === 'invalidRequest') this.#exists.add(key);
    // It concerns only what was to be changed.
    if (request.changes && this.#worked.has(key)) return undefined;
    const { resource, projectUid = '' } = request;
    const named = resource === undefined ? (projectUid === '' ? 'all' : 'project') : undefined;
    if (kind === 'forbidden') return named;
    if (kind !== 'unsupported') return undefined;
    if (!isMissing) return 'all';
    if (this.#exists.has(key) || this.#gone.has(projectUid)) return undefined;
    const names = (this.#notFound.get(key) ?? new Set()).add(resource ?? projectUid);
    this.#notFound.set(key, names);
    return names.size > 1 ? 'all' : named;
  }
}

/** Begins with the operation. @param projectUid of the only project that a refusal is about */
function keyOf({ operation, cloudType = '' }: Request, projectUid = ''): string {
  return [operation, cloudType, projectUid].join(' ');
}

/** Whether a request is for everything that the key can access. */
function namesNothing({ resource, projectUid = '' }: Request): boolean {
  return resource === undefined && projectUid === '';
}
