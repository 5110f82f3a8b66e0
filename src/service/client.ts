import { unlessAborted } from './abort';
import type { Endpoint, Request } from './endpoint';
import { ServiceError } from './errors';
import { createHttp, type HttpOptions } from './http';
import { JoinedReads } from './joinedReads';
import { keysOf } from './readers';
import { permissions, type Operation, type CallOptions } from './operations';
import { Refusals } from './refusals';
import { requestTime } from './requestTime';
import { Schedule } from './schedule';
import * as clusterFacts from './resources/clusterFacts';
import * as clusters from './resources/cluster';
import * as grants from './resources/grants';
import * as logs from './resources/logs';
import * as machines from './resources/machine';
import * as projects from './resources/project';
import * as roles from './resources/role';
import * as teams from './resources/team';
import * as users from './resources/user';

/** What each operation sends, by the function of its name. Each has a method of the client, with the same parameters. */
const resources = {
  ...clusters,
  ...clusterFacts,
  ...logs,
  ...grants,
  ...machines,
  ...projects,
  ...roles,
  ...teams,
  ...users,
};

/** Sent whatever was refused: every service lists projects in one of two ways, and `projectListing.ts` decides in which. */
const alwaysSent: ReadonlySet<Operation> = new Set(['listProjects', 'listProjectUids']);

/** Sends the request of an endpoint. */
type Method<EndpointOf> = EndpointOf extends (...args: infer Args) => Endpoint<infer Result>
  ? (...args: [...Args, options?: CallOptions]) => Promise<Result>
  : never;

type Methods = { readonly [Name in Operation]: Method<(typeof resources)[Name]> };

/**
 * The service, with one method per operation. Every method throws only {@link ServiceError}. A read joins the same read in
 * flight and is retried after a transient failure; a change is sent once. A read that the service is known to refuse is not
 * requested again before {@link Refusals.forget} is called.
 */
export interface ServiceClient extends Methods {
  readonly refusals: Refusals;
  /** Whether a read is in flight. */
  readonly isReading: boolean;
}

/** Creates a client for the service at `options.baseUrl`. Clients for the same service should share a schedule. */
export function createServiceClient(
  options: HttpOptions,
  schedule = new Schedule(),
  refusals = new Refusals(),
): ServiceClient {
  const http = createHttp(options);
  const joined = new JoinedReads();
  schedule.allowProbes();

  const send = async <Result>(
    request: Request<Result>,
    { signal, priority = 'user', isSentOnce, timeoutMs, onLeave, onSent }: CallOptions = {},
  ): Promise<Result> => {
    const run = async (signal: AbortSignal | undefined) => {
      let sent = requestTime();
      const result = await schedule.run(request, { priority, isSentOnce, signal }, () => {
        sent = requestTime();
        onLeave?.();
        return http(request, signal, timeoutMs);
      });
      return { result, sent };
    };
    try {
      const { result, sent } =
        request.changes || isSentOnce
          ? await unlessAborted(run(signal), signal)
          : // With the priority: a user's read must not join a timer's, which may be at the end of the queue.
            await joined.join(JSON.stringify([priority, request]), run, signal);
      onSent?.({ ...sent, aheadMs: options.clock?.aheadMs });
      return result;
    } catch (error) {
      if (error instanceof ServiceError || signal?.aborted !== true) throw error;
      throw new ServiceError({ kind: 'cancelled', operation: request.operation });
    } finally {
      if (request.changes) joined.invalidate();
    }
  };

  return {
    ...methodsBy((request, options) =>
      alwaysSent.has(request.operation)
        ? send(request, options)
        : refusals.ask(request, (each) => send(each, options)),
    ),
    refusals,
    get isReading() {
      return joined.isReading;
    },
  };
}

/** The methods of all operations: the parameters are those of the endpoint, then the options. */
function methodsBy(send: (request: Request, options?: CallOptions) => Promise<unknown>): Methods {
  const methods = keysOf(permissions).map((operation) => {
    const endpointOf: (...args: never[]) => Endpoint = resources[operation];
    const { length } = endpointOf;
    const method = (...given: never[]) =>
      send({ operation, ...endpointOf(...given.slice(0, length)) }, given[length]);
    return [operation, method];
  });
  return Object.fromEntries(methods) as Methods;
}
