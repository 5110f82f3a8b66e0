import { connect } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { Cluster } from '../../../src/demo/fleet/cluster';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import { startScriptedService, type ScriptedOptions, type ScriptedService } from '../../support/demo/service';

type Summary = ReturnType<Fleet['summarize']>;
export type Machine = ReturnType<Fleet['machines']>[number];

export interface Page {
  items: Summary[];
  listmeta: { continue: string; count: number; limit: number; offset: number };
}

/** Starts a service that is closed at the end of the test. */
export async function start(options: Partial<ScriptedOptions> = {}): Promise<ScriptedService> {
  const at = new Date();
  const service = await startScriptedService({ now: () => at, ...options });
  onTestFinished(() => service.close());
  return service;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a request with the service's key. A string is sent unchanged, any other body as JSON. */
export function ask(
  service: ScriptedService,
  path: string,
  { body, headers, ...init }: Asked = {},
): Promise<Response> {
  return fetch(service.baseUrl + path, {
    ...init,
    redirect: 'manual',
    headers: { ApiKey: service.apiKey, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** The status and the parsed body. */
export async function answer(service: ScriptedService, path: string, asked?: Asked) {
  const response = await ask(service, path, asked);
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

export const projectsPath = '/v1/dashboard/projects';

export async function listPage(service: ScriptedService, query = ''): Promise<Page> {
  return (await answer(service, `${projectsPath}?${query}`)).body as Page;
}

export async function listMachines(
  service: ScriptedService,
  configUid: string,
  pool: string,
): Promise<Machine[]> {
  const path = machinesPath({ cloudType: 'openstack', configUid }, pool);
  return ((await answer(service, path)).body as { items: Machine[] }).items;
}

type Configured = Pick<Cluster, 'cloudType' | 'configUid'>;

/** The path of the cluster's cloud config, which is one segment longer for custom cloud types. */
export const configPath = ({ cloudType, configUid }: Configured) =>
  `/v1/cloudconfigs/${cloudType === 'nutanix' ? 'cloudTypes/' : ''}${cloudType}/${configUid}`;

export const machinesPath = (cluster: Configured, pool: string) =>
  `${configPath(cluster)}/machinePools/${encodeURIComponent(pool)}/machines`;

export const clusterSearchPath = '/v1/dashboard/spectroclusters/search';

/** The path of the events of a cluster or, without it, of all clusters. */
export const eventsPath = (cluster?: Pick<Cluster, 'uid'>) =>
  `/v1/events/components${cluster ? `/spectrocluster/${cluster.uid}` : ''}`;

export const overviewPath = ({ uid }: Pick<Cluster, 'uid'>) =>
  `/v1/dashboard/spectroclusters/${uid}/overview`;

export const repavesPath = '/v1/dashboard/spectroclusters/repaveStatus';

export const metricsPath = ({ uid }: Pick<Cluster, 'uid'>, query = '') =>
  `/v1/metrics/machine/values?spectroClusterUid=${uid}&includeControlPlaneMachines=true${query}`;

/** The first cluster of that name in any project. Throws if there is none. */
export function clusterNamed({ fleet }: ScriptedService, name: string): Cluster {
  const cluster = fleet.projects.flatMap(({ clusters }) => clusters).find((one) => one.name === name);
  if (!cluster) {
    throw new Error(`There is no cluster ${name}.`);
  }
  return cluster;
}

/** Sends exactly these bytes and returns everything received before the service closes the connection. */
export function sendRaw({ baseUrl }: ScriptedService, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text));
    socket
      .on('data', (data) => (received += data.toString()))
      .on('error', reject)
      .on('close', () => {
        resolve(received);
      });
  });
}

/** The body of any error with this code. */
export const errorBody = (code: string): unknown => ({
  code,
  message: expect.any(String) as string,
  details: expect.any(Object) as object,
  ref: expect.any(String) as string,
});
