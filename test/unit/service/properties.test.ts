import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../src/service/endpoint';
import { kindOfStatus, ServiceError } from '../../../src/service/errors';
import type { PageAnswer } from '../../../src/service/pages';
import { startScriptedService } from '../../support/demo/service';
import { endpoints, readAnswer } from '../support/endpoints';
import { anyChangeOf, anyJson, type Path } from '../support/hostile';
import { withoutContent } from '../support/roles';

/** What an operation reads in a response, in the shape of the response. */
type Reading = (body: string, status?: number) => unknown;

function read<Result>(
  endpoint: Endpoint<Result>,
  shapeOf: (result: Result) => unknown = (result) => result,
): Reading {
  return (body, status) => shapeOf(readAnswer(endpoint, body, status));
}

function pageIn({ items, total, continue: token }: PageAnswer<unknown>): unknown {
  return { items, listmeta: { count: total, continue: token } };
}

const operations: Readonly<Record<string, Reading>> = {
  listProjects: read(endpoints.listProjects, pageIn),
  readCluster: read(endpoints.readCluster),
  readCloudConfig: read(endpoints.readCloudConfig),
  listMachines: read(endpoints.listMachines, pageIn),
  listProjectUids: read(endpoints.listProjectUids, (projects) => ({
    items: projects.map((metadata) => ({ metadata })),
  })),
  listEvents: read(endpoints.listEvents, pageIn),
  listTeams: read(endpoints.listTeams, pageIn),
  listTeamResourceRoles: read(endpoints.listTeamResourceRoles, (roles) => ({
    resourceRoles: roles.map(withoutContent),
  })),
};

const changes: Readonly<Record<string, Reading>> = {
  addTeamResourceRole: read(endpoints.addTeamResourceRole),
  removeTeamResourceRole: read(endpoints.removeTeamResourceRole),
};

/** A response of the demo service to each operation. */
async function goodAnswers(): Promise<Readonly<Record<string, unknown>>> {
  const service = await startScriptedService({ projects: 3, clustersPerProject: 2, machinesPerPool: 3 });
  const [cluster] = service.fleet.projects.flatMap(({ clusters }) => clusters);
  const [team] = service.fleet.directory.teams;
  const config = `/v1/cloudconfigs/openstack/${cluster?.configUid ?? ''}`;
  const paths = {
    listProjects: '/v1/dashboard/projects?limit=2',
    readCluster: `/v1/spectroclusters/${cluster?.uid ?? ''}`,
    readCloudConfig: config,
    listMachines: `${config}/machinePools/control-plane/machines`,
    listProjectUids: '/v1/dashboard/projects/metadata',
    listEvents: '/v1/events/components?limit=3',
    listTeams: '/v1/teams?limit=3',
    listTeamResourceRoles: `/v1/teams/${team?.uid ?? ''}/resourceRoles`,
  };
  const answers = Object.entries(paths).map(async ([operation, path]) => {
    const response = await fetch(service.baseUrl + path, { headers: { ApiKey: service.apiKey } });
    expect(response.status).toBe(200);
    return [operation, await response.json()] as const;
  });
  const read = Object.fromEntries(await Promise.all(answers));
  await service.close();
  return read;
}

/** Statuses that are not retried. */
const refusals = [400, 401, 403, 404, 405, 409, 413, 422, 501] as const;

/** What is read, or the ServiceError. Throws any other error. */
function outcomeOf(reading: Reading, ...response: Parameters<Reading>): unknown {
  try {
    return reading(...response);
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
  it.each(Object.entries(operations))('%s reads or rejects it', (operation, reading) => {
    fc.assert(
      fc.property(anyJson, (body) => {
        const outcome = outcomeOf(reading, body);
        if (outcome instanceof ServiceError) {
          expect(outcome.failure).toEqual({
            kind: 'invalidResponse',
            operation,
            status: 200,
            reason: 'wrongShape',
          });
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each(Object.entries(changes))('%s is confirmed or fails with a ServiceError', (operation, reading) => {
    fc.assert(
      fc.property(anyJson, (body) => {
        const outcome = outcomeOf(reading, body);
        if (!(outcome instanceof ServiceError)) return;
        expect(outcome.failure).toMatchObject({ kind: 'invalidResponse', operation, status: 200 });
        expect(['notConfirmed', 'notJson']).toContain(outcome.failure.reason);
      }),
      { numRuns: 100 },
    );
  });

  it('is an ordinary failure if the status is an error', () => {
    const reading = read(endpoints.listMachines);
    fc.assert(
      fc.property(anyJson, fc.constantFrom(...refusals), (body, status) => {
        const outcome = outcomeOf(reading, body, status);
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
  let answers: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    answers = await goodAnswers();
  });

  it.each(Object.entries(operations))('%s loses only the changed part', (operation, reading) => {
    const good = answers[operation];
    const before = reading(JSON.stringify(good));
    fc.assert(
      fc.property(anyChangeOf(good), ({ path, body }) => {
        const after = outcomeOf(reading, body);
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
      { numRuns: 250 },
    );
  });
});
