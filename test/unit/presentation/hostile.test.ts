import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clusterSource, type ClusterReadings, type KnownCluster } from '../../../src/presentation/cluster';
import { jsonDocument } from '../../../src/presentation/document';
import { failureOf } from '../../../src/presentation/failure';
import { formatNumber } from '../../../src/presentation/format';
import { machineHealth } from '../../../src/presentation/health';
import { clusterHover, machineHover, poolHover, projectHover } from '../../../src/presentation/hovers';
import type { Access } from '../../../src/roles/access/access';
import { resourceGrants } from '../../../src/roles/access/readGrants';
import { grantHover } from '../../../src/roles/grantFacts';
import { teamHover } from '../../../src/roles/rows/team';
import type { Team } from '../../../src/roles/teams';
import type { ResourceRole } from '../../../src/service/resources/team';
import { errorSentence } from '../../../src/presentation/errors';
import { hideSecret } from '../../../src/presentation/secrets';
import { sanitizeLine } from '../../../src/presentation/text';
import { yamlDocument } from '../../../src/presentation/yamlDocument';
import { builtInCloudTypes } from '../../../src/service/cloudTypes';
import { ServiceError, type ServiceErrorKind, type ServiceFailure } from '../../../src/service/errors';
import { maxItems } from '../../../src/service/responseLimits';
import { anyJson, attacks, hostileText } from '../support/hostile';
import { renderTable } from '../support/markdown';
import {
  allPlaces,
  cloudConfigFrom,
  clusterFrom,
  foundClusterFrom,
  machineFrom,
  poolFrom,
  projectFrom,
  resourcesOf,
  roleFrom,
  specWith,
  teamFrom,
} from '../support/resources';

const now = Date.UTC(2026, 10, 21, 12);
const { project, found, cluster, config, pool, machine, team, role } = resourcesOf(hostileText);

/** What was read of a single cluster. */
const readings = (text: string, count = 1): ClusterReadings => {
  const all = <Value>(value: Value): readonly Value[] => Array.from({ length: count }, () => value);
  const condition = { type: text, status: text, reason: text, message: text };
  const pack = { name: text, version: text, condition: { ...condition, type: 'Error' } };
  const overview = {
    status: {
      packs: all(pack),
      conditions: all(condition),
      kubeMeta: { kubernetesVersion: text },
      upgrades: all({ reason: [text], timestamp: now }),
    },
  };
  const reading = { readAt: now, requested: { readAt: now, requestNumber: 1 } };
  return { overview: { value: overview, failure: failureOf({ overview }), ...reading } };
};

const knownCluster: Arbitrary<KnownCluster> = fc
  .record({
    facts: fc.option(
      hostileText.map((text) => readings(text)),
      { nil: undefined },
    ),
    usage: fc.record({ name: hostileText, uid: hostileText, cpuCores: fc.double() }, { requiredKeys: [] }),
    found: fc.option(found().map(foundClusterFrom), { nil: undefined }),
    read: fc.option(cluster().map(clusterFrom), { nil: undefined }),
    config: fc.option(config('vsphere').map(cloudConfigFrom), { nil: undefined }),
  })
  // Without a cloud config, the field is omitted, not undefined.
  .map(({ config: known, ...rest }) => (known === undefined ? rest : { ...rest, config: known }));

/** A team from the list, from a project or entered by a user. */
const knownTeam = fc.record({
  uid: hostileText,
  name: fc.option(hostileText, { nil: undefined }),
  resource: fc.option(team.map(teamFrom), { nil: undefined }),
});

/** The hover of a role whose permissions and filters have this text. */
function roleHover(role: ResourceRole, team: Pick<Team, 'uid' | 'name'>, text: string): string {
  const roles = (role.roles ?? []).map(
    ({ uid = '' }) => [uid, { permissions: [text, `${text}.get`], isEnabled: true }] as const,
  );
  const filters = (role.filterRefs ?? []).map(
    ({ uid = '' }) =>
      [uid, { conjunction: 'and', filters: [{ key: text, negation: true, values: [text] }] }] as const,
  );
  const access: Access = {
    holders: new Map(),
    roles: new Map(roles),
    filters: new Map(filters),
    clusters: new Map(),
    members: new Map(),
    areTeamsComplete: false,
    users: new Map(),
  };
  const [grant] = resourceGrants({ kind: 'team', uid: team.uid, name: team.name }, [role]);
  return grant === undefined ? '' : grantHover(grant, { access, problems: new Map() });
}

/** Invisible characters, unless each one follows a visible one that could take it. */
const hidden =
  /(?<![^\p{ASCII}])[\p{Cf}\p{Default_Ignorable_Code_Point}]|[\p{Cf}\p{Default_Ignorable_Code_Point}]{3}|(?![\u200c\u200d\p{Variation_Selector}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** The hover of every kind of item, filled with hostile text. */
const hovers: readonly [string, Arbitrary<string>][] = [
  ['project', project.map((json) => projectHover(projectFrom(json), now))],
  ['cluster', knownCluster.map((known) => clusterHover(known, now))],
  [
    'team',
    fc
      .tuple(knownTeam, fc.option(fc.nat(), { nil: undefined }))
      .map(([known, roles]) => teamHover(known, roles, now)),
  ],
  [
    'resource role',
    fc
      .tuple(role.map(roleFrom), knownTeam, hostileText)
      .map(([json, known, text]) => roleHover(json, known, text)),
  ],
  ...[...builtInCloudTypes, 'acme|cloud'].flatMap((cloudType): [string, Arbitrary<string>][] => [
    [
      `machine pool of ${cloudType}`,
      fc
        .tuple(
          hostileText,
          hostileText,
          fc.option(pool(cloudType).map(poolFrom), { nil: undefined }),
          fc.array(
            machine(cloudType).map((json) => ({ machine: machineFrom(json), readAt: now })),
            { maxLength: 2 },
          ),
        )
        .map(([poolName, configUid, listed, machines]) =>
          poolHover(
            { cloudType, configUid, poolName },
            listed,
            machines.map(({ machine, readAt }) => machineHealth(machine, readAt).severity),
          ),
        ),
    ],
    [
      `machine of ${cloudType}`,
      machine(cloudType).map((json) => machineHover(machineFrom(json, cloudType), now)),
    ],
  ]),
];

describe('the hover of a hostile', () => {
  it.each(hovers)('%s is one table of plain text', (_name, hover) => {
    fc.assert(
      fc.property(hover, (markdown) => {
        const rows = renderTable(markdown);
        // One row for each line except the rule below the header, so nothing is outside the table.
        expect(rows).toHaveLength(markdown.split('\n').length - 1);
        for (const cells of rows) {
          expect(cells).toHaveLength(2);
          expect(cells.join(' ')).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
          expect(cells.join('\n')).not.toMatch(hidden);
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each(attacks)('machine shows %j literally in every field', (attack) => {
    const shown = sanitizeLine(attack);
    const machine = machineFrom({
      metadata: { name: attack, uid: attack, labels: { [attack]: attack } },
      spec: { az: attack, securityGroups: [attack, `${attack}2`] },
    });
    const cells = renderTable(machineHover(machine, now)).flat();
    for (const [label, value] of [
      ['Zone', shown],
      ['Security groups', [shown, sanitizeLine(`${attack}2`)].filter((text) => text !== '').join(', ')],
      ['Labels', sanitizeLine(`${attack}: ${attack}`)],
      ['Name', shown],
      ['UID', shown],
    ] as const) {
      if (shown !== '') expect(cells[cells.indexOf(label) + 1]).toBe(value);
    }
  });
});

describe('a hostile error', () => {
  const failureOf = (text: string, kind: ServiceErrorKind): ServiceFailure => ({
    kind,
    operation: 'listMachines',
    status: 500,
    code: text,
    serviceMessage: text,
    ref: text,
    redirectOrigin: text,
  });
  const anyError = fc
    .tuple(hostileText, fc.constantFrom<ServiceErrorKind>('serviceFault', 'invalidRequest', 'redirected'))
    .map(([text, kind]) => new ServiceError(failureOf(text, kind)));

  it('is one line of plain text', () => {
    fc.assert(
      fc.property(anyError, (error) => {
        expect(errorSentence(error)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
        expect(errorSentence(error)).not.toMatch(hidden);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['serviceFault', 'redirected'] as const)('is short, however long its texts are: %s', (kind) => {
    for (const text of [
      'x'.repeat(100_000),
      `https://${'x'.repeat(15_000)}.example`,
      '\u202e'.repeat(10_000_000),
    ]) {
      expect(errorSentence(new ServiceError(failureOf(text, kind))).length).toBeLessThan(700);
    }
  });
});

/** VS Code cuts Markdown off here, even in the middle of an escape sequence. */
const longest = 100_000;

/** Everything that a service can return, with `count` entries in every list. */
function enormous(text: string, count: number, cloudType: string) {
  const texts = Array.from({ length: count }, (_, index) => `${index}${text}`);
  const pairs = texts.map((key) => [key, text] as const);
  const references = texts.map((name) => ({ name, uid: name }));
  const time = new Date(now - 1000).toISOString();
  const metadata = {
    name: text,
    uid: text,
    annotations: Object.fromEntries([['description', text], ...pairs]),
    labels: Object.fromEntries([...pairs, ...texts.map((key) => [`${key} tag`, `${text}__tag`] as const)]),
    creationTimestamp: time,
    deletionTimestamp: time,
    lastModifiedTimestamp: time,
  };
  const conditions = texts.map((type) => ({ type, status: text, reason: text, message: text }));
  /** All fields of the cloud type as lists, and all sizes as numbers. */
  const spec = specWith(
    allPlaces(cloudType).map(
      (place) => [place, /cpu|mem|disk|storage/i.test(place) ? 1e308 : texts] as const,
    ),
  );
  const machine = machineFrom(
    {
      kind: text,
      metadata,
      spec: {
        ...spec,
        nics: texts.map((networkName) => ({ index: 1e308, networkName, privateIPs: texts.slice(0, 100) })),
      },
      status: {
        addresses: texts.map((address) => ({ address, type: text })),
        health: { conditions, lastHeartBeatTimestamp: time, state: text },
        instanceState: text,
        instanceStateLastUpdate: time,
        maintenanceStatus: { action: text, message: text, state: text },
        ready: true,
      },
    },
    cloudType,
  );
  const project = projectFrom({
    metadata,
    specSummary: { logoUrl: text, teams: references, users: references },
    status: {
      clustersHealth: { errored: 1e308, healthy: 1e308, running: 1e308, unhealthy: 1e308 },
      status: { isDisabled: true, cleanUpStatus: { cleanedResources: texts, msg: text, state: text } },
      usage: { alloyCpuCores: 1e308, pureCpuCores: 1e308, clusters: references },
    },
  });
  const found = foundClusterFrom({
    metadata,
    specSummary: {
      archTypes: texts,
      cloudAccountMeta: { name: text },
      cloudConfig: {
        uid: text,
        cloudType: text,
        machinePools: texts.map(() => ({ size: 1e308, healthy: 1 })),
      },
      clusterProfileTemplate: { name: text },
    },
    status: {
      state: text,
      health: { state: text, agentVersion: text, conditions, lastHeartBeatTimestamp: time },
      location: { regionName: text, countryName: text },
      metrics: { cpu: { total: 1e308, usage: 1e308, unit: text } },
    },
  });
  const pool = poolFrom({
    ...spec,
    name: text,
    size: 1e308,
    minSize: -1e308,
    maxSize: 1e308,
    isControlPlane: true,
    labels: texts,
    azs: texts,
    taints: texts.map((key) => ({ key, value: text, effect: text })),
    machinePoolProperties: { archType: text },
    updateStrategy: { type: text },
  });
  const team = {
    uid: text,
    name: text,
    resource: teamFrom({ metadata, spec: { users: texts } }),
  };
  const role = roleFrom({ uid: text, roles: references, projectUids: references, filterRefs: references });
  const read = { machine, readAt: now };
  return {
    project: projectHover(project, now),
    team: teamHover(team, 1e308, now),
    'resource role': roleHover(role, team, text),
    cluster: clusterHover(
      {
        usage: { name: text, uid: text, cpuCores: 1e308 },
        found,
        facts: readings(text, Math.min(count, 100)),
      },
      now,
    ),
    'machine pool': poolHover({ cloudType, configUid: text, poolName: text }, pool, [
      machineHealth(read.machine, read.readAt).severity,
    ]),
    machine: machineHover(machine, now),
  };
}

describe('the hover of a huge', () => {
  it.each([
    ['texts of 100 kB', '|'.repeat(100_000), 50],
    ['texts of 10 MB', '\u200b\\'.repeat(5_000_000), 1],
    ['lists of 10,000', '', 10_000],
    ['both', '.'.repeat(2_000), 10_000],
  ])("item stays below VS Code's limit: %s", (_name, text, count) => {
    // The cloud type with the most fields.
    for (const [name, hover] of Object.entries(enormous(text, count, 'vsphere'))) {
      expect(hover.split('\n').every((line) => /^\|.*\|$/.test(line))).toBe(true);
      expect(hover.length, name).toBeLessThan(longest);
    }
  });

  it('list is truncated and says how many more there are', () => {
    const { machine, project, 'machine pool': pool } = enormous('', 10_000, 'openstack');
    const more = { machine: 12, project: 6, pool: 10 };
    for (const [markdown, lists] of [
      [machine, more.machine],
      [project, more.project],
      [pool, more.pool],
    ] as const) {
      expect(markdown.match(/and 9,9\d\d more/g)).toHaveLength(lists);
    }
    // There is one label per line, but all security groups are on one line.
    const lines = machine.split('\n');
    const from = lines.findIndex((line) => line.startsWith('| Labels |'));
    const until = lines.findIndex((line) => line.startsWith('| Annotations |'));
    const shown = until - from - 1;
    expect(shown).toBeGreaterThan(10);
    expect(lines[until - 1]).toBe(`|  | and ${formatNumber(10_000 - shown)} more |`);
    const groups = lines.find((line) => line.startsWith('| Security\u00a0groups |'))?.split(', ') ?? [];
    expect(groups.at(-1)).toBe(`and ${formatNumber(10_000 - groups.length + 1)} more |`);
  });

  it('list of a realistic size is complete', () => {
    const names = Array.from({ length: 40 }, (_, index) => `feature.node.example/cpu-${index}`);
    const labels = Object.fromEntries(names.map((name) => [name, 'true']));
    const machine = machineFrom({ metadata: { labels } });
    const hover = machineHover(machine, now);
    expect(hover.split('\n')).toHaveLength(2 + names.length);
    expect(hover).not.toContain('more');
  });

  it('list of the maximum number of teams is truncated', () => {
    const teams = Array.from({ length: maxItems }, () => ({ name: 'x' }));
    expect(projectHover(projectFrom({ specSummary: { teams } }), now)).toMatch(/x, and 49,9\d\d more \|$/);
  });
});

/** How documents are built from the fields `json` of a resource, and where the document has these fields. */
const sources: readonly [string, (json: unknown) => unknown, (document: unknown) => unknown][] = [
  ['project', (json) => projectFrom(json).source, (document) => document],
  [
    'cluster that was found',
    (json) => clusterSource({ usage: {}, found: foundClusterFrom(json) }),
    (document) => document,
  ],
  [
    'cluster that was read',
    (json) => clusterSource({ usage: {}, read: clusterFrom(json) }),
    (document) => document,
  ],
  [
    'cluster that was found and read',
    (json) => clusterSource({ usage: {}, found: foundClusterFrom({}), read: clusterFrom(json) }),
    (document) => (document as { clusterRead: unknown }).clusterRead,
  ],
  [
    'cluster with its cloud config',
    (json) => clusterSource({ usage: {}, config: cloudConfigFrom(json) }),
    (document) => (document as { cloudConfig: unknown }).cloudConfig,
  ],
  ['machine pool', (json) => poolFrom(json).source, (document) => document],
  ['machine', (json) => machineFrom(json).source, (document) => document],
];

const tooDeep = 'This item is nested too deeply to be shown.';
const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** JSON with its fields sorted, because documents order them differently. */
function inOrder(json: unknown): string {
  return JSON.stringify(json, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

describe('the document of a', () => {
  const anyObject = fc.array(fc.tuple(hostileText, anyJson), { maxLength: 5 }).map((members) => {
    const names = new Map(members.map(([name, json]) => [JSON.stringify(name), json]));
    return `{${[...names].map(([name, json]) => `${name}:${json}`).join()}}`;
  });

  it.each(sources)('%s contains what the service returned, as JSON and as YAML', (_name, sourceOf, said) => {
    fc.assert(
      fc.property(anyObject, hostileText, (text, comment) => {
        const json: unknown = JSON.parse(text);
        const source = sourceOf(json);
        const asJson = jsonDocument(source);
        const asYaml = yamlDocument(source, [comment]);
        for (const document of [asJson, asYaml]) {
          expect(/(?!\n)[\p{Cc}\p{Cs}\u2028\u2029]/u.test(document)).toBe(false);
          expect(hidden.exec(document)).toBeNull();
        }
        const read: unknown = JSON.parse(asJson);
        // Too deeply nested to be written.
        if (typeof read === 'string') {
          expect(text.includes('['.repeat(150))).toBe(true);
          expect(asYaml).toContain(tooDeep);
          return;
        }
        // Compare as text: the values can be too deep for a structural comparison.
        expect(JSON.stringify(said(read)) === JSON.stringify(json, hideSecret)).toBe(true);
        expect(inOrder(parse(asYaml)) === inOrder(read)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it.each(sources)('%s says when it is nested too deeply to show (100,000 levels)', (_name, sourceOf) => {
    const source = sourceOf(JSON.parse(nested(100_000)));
    expect(JSON.parse(jsonDocument(source))).toBe(tooDeep);
    expect(yamlDocument(source, ['x'])).toBe(`# x\n# ${tooDeep}\n`);
  });

  it('machine is complete at realistic depths, and its size stays proportional', () => {
    for (const documentOf of [jsonDocument, (source: unknown) => yamlDocument(source, [])]) {
      const textOf = (depth: number) => documentOf(machineFrom(JSON.parse(nested(depth))).source);
      expect(parse(textOf(150))).toEqual(JSON.parse(nested(150)));
      for (const depth of [150, 199, 500, 3000]) {
        expect(textOf(depth).length).toBeLessThan(300 * nested(depth).length);
      }
    }
  });

  it('huge machine is valid YAML: JSON below a comment', () => {
    const machine = machineFrom({ spec: { az: 'x'.repeat(1_000_000) }, status: { ready: true } });
    const text = yamlDocument(machine.source, ['first', 'second']);
    expect(text).toMatch(/^# first\n# second\n\n\{\n {2}"status"/);
    expect(parse(text)).toEqual(machine.source);
  });
});
