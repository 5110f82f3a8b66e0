import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServiceClient, type ServiceClient } from '../src/service/client';
import type { Endpoint } from '../src/service/endpoint';
import { publishedLimits, type Limits } from '../src/service/endpointFamily';
import { Schedule } from '../src/service/schedule';
import type { Order, Reply, ServedOptions } from './serviceProcess';

export interface ServiceOptions extends ServedOptions {
  /** How long the service waits before it responds. */
  readonly latencyMs?: number;
}

/** A demo service in a separate process, so that its cost is not measured as Poolview's. */
export class Service {
  private constructor(
    private readonly child: ChildProcess,
    readonly baseUrl: string,
    readonly apiKey: string,
  ) {}

  static async start({ latencyMs = 0, ...options }: ServiceOptions): Promise<Service> {
    const child = fork('dist-test/bench/serviceProcess.cjs', { serialization: 'advanced' });
    const { baseUrl, apiKey } = (await tell(child, { kind: 'start', options, latencyMs })) as {
      readonly baseUrl: string;
      readonly apiKey: string;
    };
    return new Service(child, baseUrl, apiKey);
  }

  /** The number of requests since the last call. */
  async requests(): Promise<number> {
    return (await tell(this.child, { kind: 'count' })) as number;
  }

  /** When it sent the last list of clusters, in milliseconds since 1970. */
  async respondedAt(): Promise<number> {
    return (await tell(this.child, { kind: 'respondedAt' })) as number;
  }

  /** Changes the state of one machine of the first machine pool. */
  async changeMachine(): Promise<void> {
    await tell(this.child, { kind: 'changeMachine' });
  }

  /** A machine of each cluster fails, or recovers if it has failed. */
  async changeClusters(): Promise<void> {
    await tell(this.child, { kind: 'changeClusters' });
  }

  /** Advances the clock of the service: after a minute, each running machine has sent a heartbeat. */
  async advance(milliseconds: number): Promise<void> {
    await tell(this.child, { kind: 'advance', milliseconds });
  }

  /** A client like that of a session, by default with the published limits. */
  client(limits: Limits = publishedLimits): ServiceClient {
    return createServiceClient(
      {
        baseUrl: this.baseUrl,
        apiKey: () => Promise.resolve(this.apiKey),
        timeoutMs: () => 30_000,
        onRequest: () => undefined,
      },
      new Schedule({ limits }),
    );
  }

  /** The minimal work of a client: the same request with `fetch`, and its response as JSON. */
  async fetch({ method = 'get', path, query = {}, projectUid, body }: Endpoint): Promise<unknown> {
    const url = new URL(`${this.baseUrl}/${path.map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const response = await fetch(url, {
      method,
      headers: {
        ApiKey: this.apiKey,
        'Content-Type': 'application/json',
        ...(projectUid === undefined ? {} : { ProjectUid: projectUid }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
    return response.json();
  }

  async stop(): Promise<void> {
    this.child.kill();
    await once(this.child, 'exit');
  }
}

async function tell(child: ChildProcess, order: Order): Promise<Reply> {
  child.send(order);
  const [reply] = (await once(child, 'message')) as [Reply];
  return reply;
}

/** Calls `measure` with a service that is stopped afterwards. */
export async function withService(
  options: ServiceOptions,
  measure: (service: Service) => Promise<void>,
): Promise<void> {
  const service = await Service.start(options);
  try {
    await measure(service);
  } finally {
    await service.stop();
  }
}
