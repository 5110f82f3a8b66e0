import { send } from '../src/demo/answers';
import { startDemoService, type DemoOptions } from '../src/demo/server';
import { createLimiter, type Limits } from '../test/support/demo/limits';
import { situationNames } from '../src/demo/fleet/situations';

export interface ServedOptions extends Partial<DemoOptions> {
  /** The limits above which it answers 429. */
  readonly limits?: Limits;
}

/** Orders to the process of the demo service. */
export type Order =
  | { readonly kind: 'start'; readonly options: ServedOptions; readonly latencyMs: number }
  /** Advances the clock of the service, which otherwise stands still. */
  | { readonly kind: 'advance'; readonly milliseconds: number }
  /** Its reply is the number of requests since the last such order. */
  | { readonly kind: 'count' }
  /** Its reply is when the last list of clusters was sent, in milliseconds since 1970. */
  | { readonly kind: 'respondedAt' }
  /** Changes the state of one machine of the first machine pool. */
  | { readonly kind: 'changeMachine' }
  /** A machine of each cluster fails, or recovers if it has failed. */
  | { readonly kind: 'changeClusters' };

/** The reply to each order. */
export type Reply = { readonly baseUrl: string; readonly apiKey: string } | number | 'done';

let demo: Awaited<ReturnType<typeof startDemoService>> | undefined;
let changes = 0;
let time = Date.now();
let respondedAt = 0;

function respondAfter(milliseconds: number, limits: Limits): DemoOptions['respond'] {
  const limit = createLimiter(limits, () => performance.now());
  return ({ operation, path, response, act }) => {
    const pastLimit = limit(path);
    if (operation === 'searchClusterMetadata')
      response.once('finish', () => (respondedAt = performance.timeOrigin + performance.now()));
    const answer = (): void => {
      send(response, pastLimit?.answer ?? act());
    };
    if (milliseconds > 0) setTimeout(answer, milliseconds);
    else answer();
  };
}

async function obey(order: Order): Promise<Reply> {
  if (order.kind === 'start') {
    const { limits = 'none', ...options } = order.options;
    demo = await startDemoService({
      ...options,
      now: () => new Date(time),
      respond: respondAfter(order.latencyMs, limits),
    });
    return { baseUrl: demo.baseUrl, apiKey: demo.apiKey };
  }
  if (demo === undefined) throw new Error('The service is not started.');
  if (order.kind === 'count') {
    const { length } = demo.requests;
    demo.clearRequests();
    return length;
  }
  if (order.kind === 'respondedAt') return respondedAt;
  if (order.kind === 'advance') {
    time += order.milliseconds;
    return 'done';
  }
  if (order.kind === 'changeClusters') {
    for (const { pools } of demo.fleet.projects.flatMap(({ clusters }) => clusters)) {
      const { situations } = pools[0] ?? {};
      if (situations?.delete(0) === false) situations.set(0, 'failed');
    }
    return 'done';
  }
  const pool = demo.fleet.projects[0]?.clusters[0]?.pools[0];
  pool?.situations.set(Math.floor(pool.size / 2), situationNames[changes++ % 2 === 0 ? 1 : 2] ?? 'pending');
  return 'done';
}

process.on('message', (order: Order) => {
  void obey(order).then((reply) => process.send?.(reply));
});
