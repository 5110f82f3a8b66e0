import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMebibytes, formatNumber } from '../../../src/details/format';
import { clusterHover, machineHover, poolHover, projectHover } from '../../../src/details/hover';
import { errorSentence } from '../../../src/details/errors';
import { inert, plain } from '../../../src/details/text';
import { ServiceError, type ServiceErrorKind, type ServiceFailure } from '../../../src/service/errors';
import type { Cluster, MachinePool } from '../../../src/service/resources/cluster';
import type { Machine } from '../../../src/service/resources/machine';
import type { Project } from '../../../src/service/resources/project';
import { attacks, hostileText } from '../support/hostile';
import { resourcesOf } from '../support/resources';

const now = Date.UTC(2026, 10, 21, 12);
const { project, usage, cluster, pool, machine } = resourcesOf(hostileText);

/** Each hover, of things that hold nothing but hostile texts. */
const hovers: readonly [string, Arbitrary<string>][] = [
  ['project', project.map((it) => projectHover(it, now))],
  [
    'cluster',
    fc
      .tuple(usage, fc.option(cluster, { nil: undefined }), fc.nat())
      .map(([mentioned, read, pools]) => clusterHover(mentioned, read, pools, now)),
  ],
  [
    'machine pool',
    fc
      .tuple(
        hostileText,
        hostileText,
        fc.option(pool, { nil: undefined }),
        fc.array(machine, { maxLength: 2 }),
      )
      .map(([name, configUid, listed, machines]) => poolHover(name, configUid, listed, machines, now)),
  ],
  ['machine', machine.map((it) => machineHover(it, now))],
];

/** What is left of Markdown without all that stands for itself. */
function unescaped(markdown: string): string {
  return markdown.replace(/\\[!-/:-@[-`{-~]/g, '');
}

describe('the hover of a hostile', () => {
  it.each(hovers)('%s is one table of plain text', (_name, hover) => {
    fc.assert(
      fc.property(hover, (markdown) => {
        const [head = '', rule, ...lines] = markdown.split('\n');
        expect(rule).toBe('|:--|:--|');
        for (const line of [head, ...lines]) {
          // Two cells and no more; bold is all that Poolview itself writes, and around the whole of a value.
          const cells = /^\| ([^|*]*) \| (?:([^|*]*)|\*\*([^|*]+)\*\*) \|$/.exec(unescaped(line));
          expect(cells, line).not.toBeNull();
          const text = cells?.slice(1).join(' ') ?? '';
          // Of punctuation Poolview itself needs no more than this, and a full stop in a number only.
          expect(text).not.toMatch(/[^\P{ASCII}A-Za-z0-9 ,.:()+-]/u);
          expect(text).not.toMatch(/\.(?!\d)/);
          expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(attacks)('machine shows %j letter for letter, wherever it stands', (attack) => {
    const shown = plain(attack);
    const markdown = machineHover(
      {
        metadata: { name: attack, uid: attack, labels: new Map([[attack, attack]]) },
        spec: { az: attack, securityGroups: [attack, attack] },
      },
      now,
    );
    const cells = markdown
      .split('\n')
      .flatMap((line) => line.split(/(?<!\\)(?:\\\\)*\|/))
      .map((cell) => cell.trim().replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    expect(cells[1]).toBe(shown);
    for (const [label, value] of [
      ['Zone', shown],
      ['Security groups', `${shown}, ${shown}`],
      ['Labels', plain(`${attack}: ${attack}`)],
      ['Uid', shown],
    ] as const) {
      if (shown !== '') expect(cells[cells.indexOf(label) + 1]).toBe(value.trim());
    }
  });
});

describe('a hostile error', { timeout: 60_000 }, () => {
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
        expect(errorSentence(error)).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
      }),
      { numRuns: 300 },
    );
  });

  it('has no link and no icon where VS Code looks for them', () => {
    fc.assert(
      fc.property(anyError, (error) => {
        const message = inert(errorSentence(error), 1000);
        expect(message).not.toContain('](');
        expect(message).not.toContain('$(');
        expect(inert(message, 1000)).toBe(message);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['serviceFault', 'redirected'] as const)('is short, however much it says: %s', (kind) => {
    for (const text of [
      'x'.repeat(100_000),
      `https://${'x'.repeat(15_000)}.example`,
      '\u202e'.repeat(10_000_000),
    ]) {
      expect(errorSentence(new ServiceError(failureOf(text, kind))).length).toBeLessThan(700);
    }
  });
});

/** VS Code cuts Markdown off here, be it in the middle of an escape. */
const longest = 100_000;

/** Everything that a service may say, `count` times where it may say it more than once. */
function enormous(text: string, count: number) {
  const texts = Array.from({ length: count }, (_, index) => `${index}${text}`);
  const pairs = new Map(texts.map((key) => [key, text]));
  const references = texts.map((name) => ({ name, uid: name }));
  const time = now - 1000;
  const metadata = {
    name: text,
    uid: text,
    annotations: new Map([['description', text], ...pairs]),
    labels: new Map([...pairs, ...texts.map((key) => [`${key} tag`, `${text}__tag`] as const)]),
    creationTimestamp: time,
    deletionTimestamp: time,
    lastModifiedTimestamp: time,
  };
  const instanceType = { name: text, numCPUs: 1e308, memoryMiB: 1e308, diskGiB: -1e308 };
  const machine: Machine = {
    kind: text,
    metadata,
    spec: {
      az: text,
      image: text,
      instanceType,
      nics: texts.map((networkName) => ({ index: 1e308, networkName, privateIPs: texts.slice(0, 1000) })),
      projectId: text,
      securityGroups: texts,
      sshKeyName: text,
    },
    status: {
      health: {
        conditions: texts.map((type) => ({ type, status: text, reason: text, message: text })),
        lastHeartBeatTimestamp: time,
        state: text,
      },
      instanceState: text,
      maintenanceStatus: { action: text, message: text, state: text },
    },
  };
  const project: Project = {
    metadata,
    specSummary: { logoUrl: text, teams: references, users: references },
    status: {
      clustersHealth: { errored: 1e308, healthy: 1e308, running: 1e308, unhealthy: 1e308 },
      status: { isDisabled: true, cleanUpStatus: { cleanedResources: texts, msg: text, state: text } },
      usage: { alloyCpuCores: 1e308, pureCpuCores: 1e308, clusters: references },
    },
  };
  const cluster: Cluster = {
    metadata,
    spec: { cloudType: text, cloudConfigRef: { name: text, uid: text } },
    status: { state: text },
  };
  const pool: MachinePool = {
    name: text,
    size: 1e308,
    minSize: -1e308,
    maxSize: 1e308,
    isControlPlane: true,
    labels: texts,
    azs: texts,
    image: text,
    flavorConfig: instanceType,
    taints: texts.map((key) => ({ key, value: text, effect: text })),
  };
  return {
    project: projectHover(project, now),
    cluster: clusterHover({ name: text, uid: text, cpuCores: 1e308 }, cluster, 1e308, now),
    'machine pool': poolHover(text, text, pool, [machine], now),
    machine: machineHover(machine, now),
  };
}

describe('the hover of an enormous', { timeout: 60_000 }, () => {
  it.each([
    ['texts of 100 kB', '|'.repeat(100_000), 50],
    ['texts of 10 MB', '\u200b\\'.repeat(5_000_000), 1],
    ['lists of 10,000', '', 10_000],
    ['both', '.'.repeat(2_000), 10_000],
  ])('thing is shorter than what VS Code shows: %s', (_name, text, count) => {
    for (const [name, hover] of Object.entries(enormous(text, count))) {
      expect(hover.length, name).toBeLessThan(longest);
    }
  });

  it('list shows a part and says how many more there are', () => {
    const { machine, project, 'machine pool': pool } = enormous('', 10_000);
    const more = { machine: 6, project: 6, pool: 3 };
    for (const [markdown, lists] of [
      [machine, more.machine],
      [project, more.project],
      [pool, more.pool],
    ] as const) {
      expect(markdown.match(/and 9,9\d\d more/g)).toHaveLength(lists);
    }
    // Labels are one in each line, security groups all in one.
    const lines = machine.split('\n');
    const from = lines.findIndex((line) => line.startsWith('| Labels |'));
    const until = lines.findIndex((line) => line.startsWith('| Annotations |'));
    const shown = until - from - 1;
    expect(shown).toBeGreaterThan(10);
    expect(lines[until - 1]).toBe(`|  | and ${formatNumber(10_000 - shown)} more |`);
    const groups = lines.find((line) => line.startsWith('| Security groups |'))?.split(', ') ?? [];
    expect(groups.at(-1)).toBe(`and ${formatNumber(10_000 - groups.length + 1)} more |`);
  });

  it('list of a size that occurs is shown whole', () => {
    const labels = new Map(
      Array.from({ length: 40 }, (_, index) => [`feature.node.example/cpu-${index}`, 'true']),
    );
    const hover = machineHover({ metadata: { labels } }, now);
    expect(hover.split('\n')).toHaveLength(2 + labels.size);
    expect(hover).not.toContain('more');
  });

  it('number is short', () => {
    for (const value of [1e308, -1e308, Number.MAX_SAFE_INTEGER, 1e-308, 1e21]) {
      expect(formatNumber(value).length).toBeLessThan(25);
      expect(formatMebibytes(value).length).toBeLessThan(25);
    }
  });

  it('list of 500,000 teams is a list of some', () => {
    const teams = Array.from({ length: 500_000 }, () => ({ name: 'x' }));
    expect(projectHover({ specSummary: { teams } }, now)).toMatch(/x, and 499,9\d\d more \|$/);
  });
});
