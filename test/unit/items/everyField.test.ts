import { describe, expect, it } from 'vitest';
import { toToolItems } from '../../../src/agents/tools/item';
import { fleetAfter } from '../../../src/fleet/page/fleet';
import { itemColumns } from '../../../src/fleet/page/itemColumns';
import { copiedColumns, fields } from '../../../src/items/fields';
import type { Item } from '../../../src/items/item';
import { sanitizeLine } from '../../../src/text/text';
import { header } from '../fleet/page/support';

const now = Date.UTC(2026, 10, 22, 10);

/** Has every field of items: the compiler asks for those that are added. Each differs from the others. */
const machine: { readonly [Name in keyof Item]-?: NonNullable<Item[Name]> } = {
  kind: 'machine',
  id: 'poolview/p-1/c-1/workers/m-1',
  parent: 'poolview/p-1/c-1/workers',
  name: 'workers-5',
  uid: 'm-1',
  state: 'unhealthy',
  since: now - 8000,
  onset: { at: now - 9000, isBefore: true },
  changes: [{ id: 'c-1', at: now - 9500, version: '1.31.9', who: 'Grace Kim', what: 'Upgraded kubernetes' }],
  cause: 'DiskPressure',
  machinesRead: { count: 3, at: now - 7_000_000 },
  isCauseUnread: true,
  counted: 1,
  message: '/var/lib/containerd is 93% full',
  known: { by: 'user', note: 'disk is being replaced', at: now - 4000, until: now + 4000 },
  cloudType: 'openstack',
  region: 'eu-1',
  regionCode: 'eu-central-1',
  isWaiting: true,
  isUpdatable: true,
  packs: [
    { layer: 'k8s', name: 'kubernetes', version: '1.31.8' },
    { layer: 'os', name: 'ubuntu', version: '22.04' },
  ],
  profiles: [
    { name: 'base', version: '1.4.0' },
    { name: 'services', version: '3' },
  ],
  tags: ['env:prod', 'internal-only'],
  addresses: ['10.0.0.25', '10.0.0.26'],
  heartbeat: now - 2000,
  isListRead: true,
  readAt: now - 1000,
  isStale: true,
  disagreement: { at: now - 500, ill: 1, size: 3 },
  ages: {
    machines: now - 3000,
    usage: now - 3500,
    versions: now - 3600,
    kubernetes: now - 3650,
    certificate: now - 3700,
  },
  cores: { total: 8, used: 4 },
  memoryMiB: { total: 4096, used: 1024 },
  machines: 3,
  maxMachines: 5,
  affected: 2,
  certificate: { name: 'etcd-server', expiry: now + 5000 },
  zone: 'az1',
  size: 'm1.large',
  clusterStates: { failed: 1 },
};
const none = { state: 'healthy', cause: '', addresses: [], isStale: false } as const;
const containers: readonly Item[] = [
  { ...none, kind: 'project', id: 'poolview/p-1', name: 'payments' },
  { ...none, kind: 'cluster', id: 'poolview/p-1/c-1', parent: 'poolview/p-1', name: 'payments-eu' },
  { ...none, kind: 'pool', id: machine.parent, parent: 'poolview/p-1/c-1', name: 'workers' },
];

/** What the page knows of an item, after the message with it. */
function onPage(item: Item): Item | undefined {
  const message = { type: 'fleet', header, isWhole: true, changed: [item], removed: [] } as const;
  return fleetAfter(undefined, structuredClone(message)).items.get(item.id);
}

describe('every field of an item', () => {
  it('arrives at the page of the fleet overview', () => {
    expect(onPage(machine)).toEqual(machine);
  });

  it('is one line there, whatever its text is', () => {
    // The state and the kind are words of Poolview, and IDs are not shown.
    const own = { id: machine.id, parent: machine.parent, kind: machine.kind, state: machine.state };
    const text = 'a\u0000b\n\u202egnp.exe';
    const hostile = Object.entries(machine).map(([name, value]) => [name, replaced(value, text)] as const);
    const shown = onPage({ ...machine, ...Object.fromEntries<unknown>(hostile), ...own });
    for (const [name, value] of Object.entries({ ...shown, ...own })) {
      // Of packs and profiles, those of each.
      const all = [value].flat();
      const lines = Array.isArray(value)
        ? all.flatMap((each: unknown) => (typeof each === 'object' ? Object.values({ ...each }) : each))
        : all;
      for (const line of lines) {
        if (typeof line === 'string') expect([name, line]).toEqual([name, sanitizeLine(line)]);
      }
    }
  });

  it('is returned to agents', () => {
    const item = toToolItems([...containers, machine], now)(machine);
    expect(item).toEqual({
      ...machine,
      parent: undefined,
      onset: undefined,
      changes: undefined,
      isCauseUnread: undefined,
      counted: undefined,
      ages: undefined,
      disagreement: undefined,
      machinesRead: { ...machine.machinesRead, at: item.machinesRead?.at },
      serviceSays: { ...machine.disagreement, at: item.serviceSays?.at },
      olderValues: item.olderValues,
      path: ['payments', 'payments-eu', 'workers'],
      heartbeat: undefined,
      lastHeartbeat: item.lastHeartbeat,
      readAt: item.readAt,
      since: item.since,
      known: { ...machine.known, at: item.known?.at, until: item.known?.until },
      isWaiting: undefined,
      isWaitingForApproval: true,
      isListRead: undefined,
      kubernetes: '1.31.8',
      os: 'ubuntu 22.04',
      packs: ['kubernetes 1.31.8', 'ubuntu 22.04'],
      profiles: ['base 1.4.0', 'services 3'],
      cores: undefined,
      cpuCores: machine.cores,
      certificate: { name: 'etcd-server', expires: item.certificate?.expires },
    });
    const times = [
      item.machinesRead?.at,
      item.serviceSays?.at,
      item.lastHeartbeat,
      item.readAt,
      item.since,
      item.certificate?.expires,
    ];
    expect(times).not.toContain(undefined);
    expect(Object.keys(item.olderValues ?? {})).toEqual(Object.keys(machine.ages));
  });

  it('that has a column is in copies and in the table of the overview', () => {
    const texts = (names: readonly (keyof typeof fields)[]): readonly string[] =>
      names.map((column) => fields[column].text({ item: machine, containers: withVersions }));
    const { packs, profiles, regionCode } = machine;
    const withVersions = containers.map((each) =>
      each.kind === 'cluster' ? { ...each, packs, profiles, cloudType: 'aws', regionCode } : each,
    );
    const [beat, read] = [machine.heartbeat, machine.readAt].map((time) => new Date(time).toISOString());
    const addresses = '10.0.0.25, 10.0.0.26';
    const tags = 'env:prod, internal-only';
    const versions = ['ubuntu 22.04', 'base 1.4.0, services 3'];
    const place = [
      'aws · eu-central-1',
      'az1',
      'm1.large',
      new Date(machine.certificate.expiry ?? 0).toISOString(),
    ];
    const uses = ['4 of 8 cores (50%)', '1 of 4 GiB (25%)', ''];
    const cause = expect.stringMatching(
      /^known: disk is being replaced · DiskPressure: .* · waiting for approval · .* machines healthy at .* · service: 1 of 3 ill at /,
    ) as string;
    const path = ['payments', 'payments-eu', 'workers'];
    expect(texts(copiedColumns)).toEqual([
      ...['Machine', 'workers-5', 'Unhealthy', cause, ...path, ''],
      ...[addresses, beat, '1.31.8', ...place, ...uses, ...versions, 'm-1', tags],
    ]);
    expect(texts(itemColumns.names)).toEqual([
      ...['Unhealthy', 'workers-5', cause, '50% CPU', ...uses, addresses, '', '1.31.8'],
      // The name says its pool.
      ...['payments › payments-eu', beat, read, ...place, ...versions, 'm-1', tags],
    ]);
  });
});

describe('tags', () => {
  const tags = [...Array.from({ length: 52 }, (_, index) => `team:${index}${'x'.repeat(200)}`), 'token:abc'];
  const cluster: Item = { ...none, kind: 'cluster', id: 'poolview/p-1/c-1', name: 'c', tags };
  const textOf = (item: Item): string => fields.tags.text({ item, containers: [] });

  it('are limited, and say how many there are', () => {
    expect(textOf(cluster).split(', ').slice(49)).toEqual([`team:49${'x'.repeat(120)}…`, 'and 3 more']);
    const answer = toToolItems([cluster], now)(cluster);
    expect(answer.tags).toEqual(tags.slice(0, 50).map((tag) => `${tag.slice(0, 127)}…`));
    expect(onPage(cluster)?.tags).toHaveLength(53);
  });

  it('have no secrets, wherever they are shown', () => {
    const secret: Item = { ...cluster, tags: ['token:abc', 'env:a:b', 'token'] };
    const shown = ['token:(hidden)', 'env:a:b', 'token'];
    expect(textOf(secret)).toBe(shown.join(', '));
    expect(onPage(secret)?.tags).toEqual(shown);
    expect(toToolItems([secret], now)(secret).tags).toEqual(shown);
  });

  it('that were not read are not the same as none', () => {
    expect(textOf({ ...cluster, tags: undefined })).toBe('Not read');
    expect(textOf({ ...cluster, tags: [] })).toBe('');
    expect(toToolItems([cluster], now)({ ...cluster, tags: [] }).tags).toEqual([]);
    expect(textOf({ ...none, kind: 'machine', id: 'm', name: 'm' })).toBe('');
  });
});

/** A value with other text, if it is text. */
function replaced(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (!Array.isArray(value)) return value;
  return value.map((each: unknown) =>
    typeof each === 'object' && each !== null
      ? Object.fromEntries(
          Object.entries(each).map(([name, one]) => [
            name,
            typeof one === 'string' ? text : (one as unknown),
          ]),
        )
      : text,
  );
}
