import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { DemoOptions } from '../src/demo/server';
import { createServiceClient, type ServiceClient } from '../src/service/client';
import type { Endpoint } from '../src/service/endpoint';
import { publishedLimits, type Limits } from '../src/service/limits';
import { Schedule } from '../src/service/schedule';
import type { Order, Reply } from './serviceProcess';

export interface ServiceOptions extends Partial<DemoOptions> {
  /** How long the service waits before it answers. */
  readonly latencyMs?: number;
}

/** A demo service in a process of its own, so that what it costs is not taken for Poolview's. */
export class Service {
  private constructor(
    private readonly child: ChildProcess,
    readonly baseUrl: string,
    readonly apiKey: string,
  ) {}

  static async start({ latencyMs = 0, ...options }: ServiceOptions): Promise<Service> {
    const child = fork(path.join(path.dirname(process.argv[1] ?? ''), 'serviceProcess.cjs'), {
      serialization: 'advanced',
    });
    const { baseUrl, apiKey } = (await tell(child, { kind: 'start', options, latencyMs })) as {
      readonly baseUrl: string;
      readonly apiKey: string;
    };
    return new Service(child, baseUrl, apiKey);
  }

  /** How many requests there were since this was asked last. */
  async requests(): Promise<number> {
    return (await tell(this.child, { kind: 'count' })) as number;
  }

  /** Lets one machine of the first machine pool be in another state than before. */
  async changeMachine(): Promise<void> {
    await tell(this.child, { kind: 'changeMachine' });
  }

  /** Lets the time of the service go on: whatever lives has beaten again after a minute. */
  async advance(milliseconds: number): Promise<void> {
    await tell(this.child, { kind: 'advance', milliseconds });
  }

  /** A client as a session has it, except for the limits where they are given. */
  client(limits: Limits = publishedLimits): ServiceClient {
    return createServiceClient(
      { baseUrl: this.baseUrl, apiKey: () => Promise.resolve(this.apiKey), timeoutMs: () => 30_000 },
      new Schedule({ limits }),
    );
  }

  /** The least that anybody has to do: the same request with `fetch`, and its answer as JSON. */
  async fetch({ method, path, query = {}, projectUid, body }: Endpoint<unknown>): Promise<unknown> {
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
