import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../src/service/client';
import { kindOfStatus, ServiceError } from '../../../src/service/errors';
import type { PageAnswer } from '../../../src/service/pages';
import { anyChangeOf, anyJson, type Path } from '../support/hostile';
import { withoutContent } from '../support/roles';
import { createTestClient, demo, serve } from '../support/service';

const openstack = { cloudType: 'openstack', configUid: 'config' };

function pageIn({ items, total, continue: token }: PageAnswer<unknown>): unknown {
  return { items, listmeta: { count: total, continue: token } };
}

/** Each operation; its result has the shape of the response. */
const operations: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  async listProjects(client) {
    return pageIn(await client.listProjects({ method: 'post', limit: 50 }));
  },
  readCluster: (client) => client.readCluster('cluster', 'project'),
  readCloudConfig: (client) => client.readCloudConfig(openstack),
  async listMachines(client) {
    return pageIn(await client.listMachines({ ...openstack, poolName: 'pool' }));
  },
  async listProjectUids(client) {
    return { items: (await client.listProjectUids()).map((uid) => ({ metadata: { uid } })) };
  },
  async listEvents(client) {
    return pageIn(await client.listEvents({ projectUid: 'project', clusterUid: 'cluster' }));
  },
  async listTeams(client) {
    return pageIn(await client.listTeams(undefined));
  },
  async listTeamResourceRoles(client) {
    return { resourceRoles: (await client.listTeamResourceRoles('team')).map(withoutContent) };
  },
};

/** A response of the demo service to each operation. */
async function goodAnswers(): Promise<Readonly<Record<string, unknown>>> {
  const service = await demo({ projects: 3, clustersPerProject: 2, machinesPerPool: 3 });
  const [cluster] = service.fleet.projects.flatMap(({ clusters }) => clusters);
  const [team] = service.fleet.directory.teams;
  const config = `/v1/cloudconfigs/openstack/${cluster?.configUid ?? ''}`;
  const paths = {
    listProjects: '/v1/dashboard/projects?limit=2',
    readCluster: `/v1/spectroclusters/${cluster?.uid ?? ''}`,
    readCloudConfig: config,
    listMachines: `${config}/machinePools/control-plane/machines`,
    listProjectUids: '/v1/dashboard/projects/metadata',
    listEvents: `/v1/events/components/spectrocluster/${cluster?.uid ?? ''}?limit=3`,
    listTeams: '/v1/teams?limit=3',
    listTeamResourceRoles: `/v1/teams/${team?.uid ?? ''}/resourceRoles`,
  };
  const answers = Object.entries(paths).map(async ([operation, path]) => {
    const response = await fetch(service.baseUrl + path, { headers: { ApiKey: service.apiKey } });
    expect(response.status).toBe(200);
    return [operation, await response.json()] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Statuses that are not retried. */
const refusals = [400, 401, 403, 404, 405, 409, 413, 422, 501] as const;

/** The current response of the service. */
let answer: { status: number; body: string };
let client: ServiceClient;

beforeEach(async () => {
  const { baseUrl } = await serve((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  ({ client } = createTestClient(baseUrl));
});

/** The result of `promise`, or its ServiceError. Throws any other error. */
async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Expects that two results differ only at `path`. */
function expectSameBut(before: unknown, after: unknown, [step, ...rest]: Path): void {
  if (step === undefined) {
    // A value keeps its type or is missing.
    if (before !== undefined && after !== undefined) expect(shapeOf(after)).toBe(shapeOf(before));
    return;
  }
  if (Array.isArray(before) && typeof step === 'number') {
    const [old, now]: readonly unknown[][] = [before, after as unknown[]];
    if (old === undefined || now === undefined) return;
    const more = now.length - old.length;
    // An element is missing or duplicated only if it was changed as a whole, not because of one of its parts.
    expect(rest.length === 0 ? [-1, 0, 1] : [0]).toContain(more);
    expect(now.slice(0, step)).toEqual(old.slice(0, step));
    expect(now.slice(step + 1 + more)).toEqual(old.slice(step + 1));
    if (more === 0) {
      expect(now[step]).toBeDefined();
      expectSameBut(old[step], now[step], rest);
    }
  } else {
    const [old, now] = [membersOf(before), membersOf(after)];
    const [oldPart, newPart] = [old, now].map((members) => {
      const part = members.get(String(step));
      members.delete(String(step));
      return part;
    });
    expect(now).toEqual(old);
    expectSameBut(oldPart, newPart, rest);
  }
}

function shapeOf(value: unknown): string {
  if (value instanceof Map) return 'map';
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

function membersOf(value: unknown): Map<string, unknown> {
  if (value instanceof Map) return new Map(value as Map<string, unknown>);
  const entries = Object.entries(value ?? {}).filter(([, member]) => member !== undefined);
  const members = new Map<string, unknown>(entries);
  // The original JSON is kept, with the change, and the tags of a cluster are made of its labels.
  if (members.delete('source')) members.delete('tags');
  return members;
}

describe('any JSON as a response', () => {
  it.each(Object.keys(operations))('%s reads or rejects it', async (operation) => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (body) => {
        answer = { status: 200, body };
        const outcome = await outcomeOf(operations[operation]?.(client) ?? Promise.reject(new Error()));
        if (outcome instanceof ServiceError) {
          expect(outcome.failure).toEqual({
            kind: 'invalidResponse',
            operation,
            status: 200,
            reason: 'wrongShape',
          });
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, () => Promise<void>]>([
    [
      'addTeamResourceRole',
      () => client.addTeamResourceRole('team', { roles: ['role'], projectUids: [], filterRefs: [] }),
    ],
    ['removeTeamResourceRole', () => client.removeTeamResourceRole('team', 'role')],
  ])('%s is confirmed or fails with a ServiceError', async (operation, change) => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (body) => {
        answer = { status: 200, body };
        const outcome = await outcomeOf(change());
        if (!(outcome instanceof ServiceError)) return;
        expect(outcome.failure).toMatchObject({ kind: 'invalidResponse', operation, status: 200 });
        expect(['notConfirmed', 'notJson']).toContain(outcome.failure.reason);
      }),
      { numRuns: 50 },
    );
  });

  it('is an ordinary failure if the status is an error', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, fc.constantFrom(...refusals), async (body, status) => {
        answer = { status, body };
        client.refusals.forget();
        const outcome = await outcomeOf(client.listMachines({ ...openstack, poolName: 'pool' }));
        expect(outcome).toBeInstanceOf(ServiceError);
        const { code, serviceMessage, ref, ...failure } = (outcome as ServiceError).failure;
        const kind = kindOfStatus(status, true);
        const permission = kind === 'forbidden' ? 'machine.list' : undefined;
        expect(failure).toEqual({ kind, status, operation: 'listMachines', permission });
        for (const said of [code, serviceMessage, ref])
          expect(['string', 'undefined']).toContain(typeof said);
      }),
      { numRuns: 100 },
    );
  });
});

describe('one change anywhere in a valid response', () => {
  it.each(Object.keys(operations))('%s loses only the changed part', async (operation) => {
    const read = () => operations[operation]?.(client) ?? Promise.reject(new Error());
    const good = (await goodAnswers())[operation];
    answer = { status: 200, body: JSON.stringify(good) };
    const before = await read();
    await fc.assert(
      fc.asyncProperty(anyChangeOf(good), async ({ path, body }) => {
        answer = { status: 200, body };
        const after = await outcomeOf(read());
        if (after instanceof ServiceError) {
          // The required parts of a response: its list, and each item if a missing project would be considered
          // deleted.
          if (operation !== 'listProjectUids') expect(path).toHaveLength(1);
          expect(['items', 'resourceRoles']).toContain(path[0]);
          expect(after.failure).toMatchObject({ kind: 'invalidResponse', reason: 'wrongShape' });
        } else {
          expectSameBut(before, after, path);
        }
      }),
      { numRuns: 120 },
    );
  });
});
