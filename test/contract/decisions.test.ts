import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decisions, type Decision } from './decisions';
import { sampleOf, withOther, type Field } from './support/fields';
import {
  cloudTypes,
  describedAnswer,
  describedConfig,
  describedEndpoints,
  describedMachines,
  isOwnDescription,
} from './support/prism';
import { readings, type Reading } from './support/shown';

/** A read, how Poolview shows its response, and the decisions about the fields. */
interface Read {
  readonly kind: keyof typeof decisions;
  readonly endpoint: string;
  readonly start: () => Promise<Reading>;
  readonly cloudType?: string;
}

const reads: readonly Read[] = [
  { kind: 'projects', endpoint: 'GET /v1/dashboard/projects', start: () => readings.projects('get') },
  { kind: 'projects', endpoint: 'POST /v1/dashboard/projects', start: () => readings.projects('post') },
  {
    kind: 'projectUids',
    endpoint: 'GET /v1/dashboard/projects/metadata',
    start: () => readings.projectUids(),
  },
  {
    kind: 'foundClusters',
    endpoint: 'POST /v1/dashboard/spectroclusters/search',
    start: readings.foundClusters,
  },
  {
    kind: 'clusterMetadata',
    endpoint: 'POST /v1/dashboard/spectroclusters/metadata/search',
    start: () => readings.clusterMetadata(),
  },
  { kind: 'cluster', endpoint: 'GET /v1/spectroclusters/{uid}', start: readings.cluster },
  { kind: 'events', endpoint: 'GET /v1/events/components', start: () => readings.events(undefined) },
  {
    kind: 'events',
    endpoint: 'GET /v1/events/components/{objectKind}/{objectUid}',
    start: () => readings.events('cluster'),
  },
  {
    kind: 'audits',
    endpoint: 'GET /v1/audits',
    start: () =>
      readings.ofClient((client) => client.listAudits({ resourceUid: 'uid', startTime: 0, endTime: 1 })),
  },
  {
    kind: 'pendingRepaves',
    endpoint: 'GET /v1/dashboard/spectroclusters/repaveStatus',
    start: () => readings.ofClient((client) => client.listPendingRepaves(undefined)),
  },
  {
    kind: 'overview',
    endpoint: 'GET /v1/dashboard/spectroclusters/{uid}/overview',
    start: () => readings.ofClient((client) => client.readClusterOverview('uid', undefined)),
  },
  {
    kind: 'repave',
    endpoint: 'GET /v1/spectroclusters/{uid}/repave/status',
    start: () => readings.ofClient((client) => client.readRepave('uid', undefined)),
  },
  {
    kind: 'certificates',
    endpoint: 'GET /v1/spectroclusters/{uid}/k8certificates',
    start: () => readings.ofClient((client) => client.readCertificates('uid', undefined)),
  },
  {
    kind: 'metrics',
    endpoint: 'GET /v1/metrics/{resourceKind}/values',
    start: () =>
      readings.ofClient((client) =>
        client.listMachineMetrics({ clusterUid: 'uid', projectUid: undefined, start: 0, end: 1, period: 1 }),
      ),
  },
  { kind: 'teams', endpoint: 'GET /v1/teams', start: () => readings.teams() },
  { kind: 'roles', endpoint: 'GET /v1/teams/{uid}/resourceRoles', start: () => readings.roles() },
  ...(['team', 'user'] as const).flatMap((kind): Read[] => [
    {
      kind: 'tenantRoles',
      endpoint: `GET /v1/${kind}s/{uid}/roles`,
      start: () => readings.ofClient((client) => client.listTenantRoles({ kind, uid: 'uid' })),
    },
    {
      kind: 'projectRoles',
      endpoint: `GET /v1/${kind}s/{uid}/projects`,
      start: () => readings.ofClient((client) => client.listProjectRoles({ kind, uid: 'uid' })),
    },
    {
      kind: 'workspaceRoles',
      endpoint: `GET /v1/workspaces/${kind}s/{${kind}Uid}/roles`,
      start: () => readings.ofClient((client) => client.listWorkspaceRoles({ kind, uid: 'uid' })),
    },
  ]),
  {
    kind: 'userResourceRoles',
    endpoint: 'GET /v1/users/{uid}/resourceRoles',
    start: () => readings.ofClient((client) => client.listUserResourceRoles('uid')),
  },
  {
    kind: 'allRoles',
    endpoint: 'GET /v1/roles',
    start: () => readings.ofClient((client) => client.listRoles(undefined)),
  },
  {
    kind: 'role',
    endpoint: 'GET /v1/roles/{uid}',
    start: () => readings.ofClient((client) => client.readRole('uid')),
  },
  {
    kind: 'filters',
    endpoint: 'GET /v1/filters',
    start: () => readings.ofClient((client) => client.listFilters(undefined)),
  },
  {
    kind: 'filter',
    endpoint: 'GET /v1/filters/tag/{uid}',
    start: () => readings.ofClient((client) => client.readTagFilter('uid')),
  },
  {
    kind: 'userNames',
    endpoint: 'GET /v1/users/meta',
    start: () => readings.ofClient((client) => client.listUserNames()),
  },
  {
    kind: 'userActivity',
    endpoint: 'POST /v1/users/summary',
    start: () => readings.ofClient((client) => client.listUserActivity()),
  },
  ...cloudTypes.flatMap((cloudType): Read[] => [
    {
      kind: 'cloudConfig',
      endpoint: describedConfig(cloudType),
      start: () => readings.cloudConfig(cloudType),
      cloudType,
    },
    {
      kind: 'machines',
      endpoint: describedMachines(cloudType),
      start: () => readings.machines(cloudType),
      cloudType,
    },
  ]),
];

function decidedAbout({ kind, cloudType = '' }: Read): readonly Decision[] {
  const all: readonly Decision[] = decisions[kind];
  return all.filter((decision) => decision.cloudTypes?.includes(cloudType) ?? true);
}

function matches(pattern: string, path: string): boolean {
  const expression = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^.]*' : part.replace(/\W/g, '\\$&')))
    .join('');
  return new RegExp(`^${expression}$`).test(path);
}

/** Where each field is shown: the text that changes if only this field changes. */
async function placesOf(
  { show }: Reading,
  endpoint: string,
): Promise<ReadonlyMap<string, 'shown' | Decision['where']>> {
  const { answer, fields } = sampleOf(describedAnswer(endpoint) ?? {});
  const before = await show(answer as object);
  expect(await show(answer as object), 'the same answer is shown the same').toEqual(before);
  const places = new Map<string, 'shown' | Decision['where']>();
  for (const field of fields) {
    const { rows, documents } = await show(withOther(answer, field) as object);
    places.set(
      field.path,
      rows !== before.rows ? 'shown' : documents !== before.documents ? 'details' : 'ignored',
    );
  }
  return places;
}

// Hovers contain the age of their rows, which must not differ.
beforeEach(() => vi.setSystemTime(Date.now()));
afterEach(() => vi.useRealTimers());

describe.runIf(isOwnDescription)('every field of a response', () => {
  it.each(reads)('of $endpoint is either shown or has a decision', async (read) => {
    const places = await placesOf(await read.start(), read.endpoint);
    const decided = decidedAbout(read);
    const wrong = [...places].flatMap(([path, place]) => {
      const about = decided
        .filter(({ fields }) => fields.some((pattern) => matches(pattern, path)))
        .map(({ where }) => where);
      const right = place === 'shown' ? about.length === 0 : about.length === 1 && about[0] === place;
      return right ? [] : [{ path, place, decided: about }];
    });
    expect(wrong).toEqual([]);
    // At least one field of each response is shown.
    expect([...places.values()]).toContain('shown');
  });

  it('with a decision is documented for every cloud type of the decision', () => {
    const pathsOf = ({ endpoint }: Read): readonly string[] =>
      sampleOf(describedAnswer(endpoint) ?? {}).fields.map(({ path }) => path);
    const all: readonly (readonly [string, readonly Decision[]])[] = Object.entries(decisions);
    const needless = all.flatMap(([kind, some]) =>
      some.flatMap(({ fields, cloudTypes: types }) => {
        const about = reads.filter(
          (read) => read.kind === kind && (types?.includes(read.cloudType ?? '') ?? true),
        );
        const has = (read: Read, pattern: string): boolean =>
          pathsOf(read).some((path) => matches(pattern, path));
        return [
          ...fields.filter((pattern) => !about.some((read) => has(read, pattern))),
          ...(types ?? []).filter(
            (type) =>
              !about.some((read) => read.cloudType === type && fields.some((pattern) => has(read, pattern))),
          ),
        ].map((it) => `${kind}: ${it}`);
      }),
    );
    expect(needless).toEqual([]);
  });

  it('belongs to a response that these tests cover', () => {
    expect(describedEndpoints.filter((endpoint) => describedAnswer(endpoint) !== undefined).sort()).toEqual(
      reads.map(({ endpoint }) => endpoint).sort(),
    );
  });
});

describe('these tests', () => {
  it('change only one field', () => {
    const schema = describedAnswer('POST /v1/dashboard/spectroclusters/search') ?? {};
    const { answer, fields } = sampleOf(schema);
    const leaves = (value: unknown, path = ''): readonly string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, part]) => leaves(part, `${path}/${name}`))
        : [`${path} ${String(value)}`];
    const before = leaves(answer);
    for (const field of fields) {
      const after = leaves(withOther(answer, field));
      expect(after).toHaveLength(before.length);
      expect(
        after.filter((leaf, index) => leaf !== before[index]),
        field.path,
      ).toHaveLength(1);
    }
  });

  it.each<[string, Field['path'], boolean]>([
    ['items[].*', 'items[].name', true],
    ['items[].*', 'items[].spec.name', false],
    ['items[].**', 'items[].spec.name', true],
    ['items[].name', 'items[].names', false],
    ['items[].labels{}', 'items[].labels{}', true],
    ['*', 'a.b', false],
  ])('match patterns correctly: %s, %s: %s', (pattern, path, has) => {
    expect(matches(pattern, path)).toBe(has);
  });
});
