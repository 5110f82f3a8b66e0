import { describe, expect, it } from 'vitest';
import { clusterHover, machineHover, poolHover, projectHover } from '../../../src/details/hover';
import type { Machine } from '../../../src/service/resources/machine';
import { connected } from '../support/service';

const now = Date.UTC(2026, 10, 21, 12);

/** The lines of a table as label → values. */
function read(markdown: string): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  let last = '';
  for (const line of markdown.split('\n').slice(2)) {
    const [, label = '', value = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    last = label === '' ? last : label;
    lines.set(last, [...(lines.get(last) ?? []), value.replaceAll('\\', '')]);
  }
  return lines;
}

const full: Machine = {
  kind: 'openstack',
  metadata: {
    name: 'cp-1',
    uid: 'u-1',
    annotations: new Map([
      ['description', 'first of three'],
      ['owner', 'platform'],
    ]),
    labels: new Map([
      ['gpu', 'acme__tag'],
      ['tier', 'gold'],
    ]),
    creationTimestamp: now - 3 * 86_400_000,
    lastModifiedTimestamp: now - 3_600_000,
    deletionTimestamp: now - 60_000,
  },
  spec: {
    az: 'az1',
    image: 'ubuntu-22.04',
    instanceType: { name: 'm1.large', numCPUs: 4, memoryMiB: 8192, diskGiB: 60 },
    nics: [
      { index: 0, networkName: 'internal', privateIPs: ['10.0.0.11', '10.0.0.12'] },
      { index: 1, networkName: 'storage', privateIPs: [] },
    ],
    projectId: 'os-project',
    securityGroups: ['default', 'web'],
    sshKeyName: 'ops',
  },
  status: {
    health: {
      state: 'UnHealthy',
      lastHeartBeatTimestamp: now - 180_000,
      conditions: [
        { type: 'Ready', status: 'False', reason: 'KubeletDown', message: 'no answer' },
        { type: 'DiskPressure', status: 'False' },
      ],
    },
    instanceState: 'Running',
    maintenanceStatus: { action: 'cordon', state: 'Completed', message: 'kernel update' },
  },
};

describe('the hover of a machine', () => {
  it('has every field of the interface', () => {
    expect(Object.fromEntries(read(machineHover(full, now)))).toEqual({
      'Needs attention': ['unhealthy, maintenance'],
      Description: ['first of three'],
      State: ['Running'],
      Health: ['UnHealthy'],
      Ready: ['**False, KubeletDown: no answer**'],
      DiskPressure: ['False'],
      'Last heartbeat': ['3 minutes ago (2026-11-21 11:57:00 UTC)'],
      Maintenance: ['cordon · Completed · kernel update'],
      'Instance type': ['m1.large · 4 CPU · 8 GiB memory · 60 GiB disk'],
      Zone: ['az1'],
      Image: ['ubuntu-22.04'],
      Network: ['0: internal 10.0.0.11, 10.0.0.12', '1: storage'],
      'Security groups': ['default, web'],
      'SSH key': ['ops'],
      'Cloud project': ['os-project'],
      Tags: ['gpu'],
      Labels: ['tier: gold'],
      Annotations: ['owner: platform'],
      Created: ['3 days ago (2026-11-18 12:00:00 UTC)'],
      Modified: ['60 minutes ago (2026-11-21 11:00:00 UTC)'],
      'Being deleted since': ['60 seconds ago (2026-11-21 11:59:00 UTC)'],
      Uid: ['u-1'],
    });
  });

  it('has no line for what is missing', () => {
    expect(machineHover({ metadata: { name: 'x' } }, now)).toBe('| x | Machine |\n|:--|:--|');
    expect(machineHover({}, now)).toBe('|  | Machine |\n|:--|:--|');
    expect([...read(machineHover({ metadata: { uid: 'u' } }, now))]).toEqual([['Uid', ['u']]]);
  });
});

describe('what has no name', () => {
  it.each([undefined, '', '\u202e'])(
    'is a condition all the same, and none of the line above: type %j',
    (type) => {
      const conditions = [
        { type: 'Ready', status: 'True' },
        { type, status: 'False' },
      ];
      const lines = read(machineHover({ status: { health: { state: 'healthy', conditions } } }, now));
      expect([...lines]).toEqual([
        ['Health', ['healthy']],
        ['Ready', ['True']],
        ['Condition', ['False']],
      ]);
    },
  );

  it('is called by its uid among teams and users', () => {
    const teams = [
      { name: '', uid: 't-1' },
      { uid: 't-2' },
      { name: 'c', uid: 't-3' },
      { name: '\u200b' },
      {},
    ];
    expect(read(projectHover({ specSummary: { teams } }, now)).get('Teams')).toEqual(['t-1, t-2, c']);
  });

  it.each([undefined, '', '\u200b'])('is a machine where its kind is %j', (kind) => {
    expect(machineHover({ kind, metadata: { name: 'x' } }, now)).toBe('| x | Machine |\n|:--|:--|');
  });
});

describe('the hovers of the demo service', () => {
  it('tell of a project what its summary tells', async () => {
    const { client, service } = await connected();
    const { items } = await client.listProjects({ method: 'get', limit: 50 });
    const payments = read(projectHover(items[0] ?? {}, Date.now()));
    expect(payments.get('Teams')?.[0]).toContain('Platform');
    expect(payments.get('Clusters')).toEqual(['6']);
    expect(payments.get('Uid')).toEqual([service.fleet.projects[0]?.uid]);
    const disabled = items.filter(({ status }) => status?.status?.cleanUpStatus !== undefined);
    expect(disabled.map((project) => read(projectHover(project, Date.now())).get('State'))).toContainEqual([
      'Disabled',
    ]);
    for (const project of items) expect(projectHover(project, Date.now())).not.toContain('undefined');
  });

  it('tell of clusters and pools more once they are expanded', async () => {
    const { client, service } = await connected();
    const { cluster } = service.fleet.pool('payments-eu', 'workers');
    const usage = { name: 'payments-eu', uid: cluster.uid, cpuCores: 96, isAlloy: false };
    expect([...read(clusterHover(usage, undefined, undefined, now)).keys()]).toEqual([
      'CPU cores',
      'Alloy',
      'Uid',
    ]);
    const details = await client.readCluster(cluster.uid, undefined);
    expect(read(clusterHover(usage, details, 2, now)).get('State')).toEqual(['Running']);

    const config = await client.readCloudConfig(cluster.configUid, undefined);
    const pool = config.spec?.machinePoolConfig?.find(({ name }) => name === 'workers');
    const machines = await client.listMachines({ configUid: cluster.configUid, poolName: 'workers' });
    const told = read(poolHover('workers', cluster.configUid, pool, machines, Date.now()));
    expect(told.get('Size limits')).toEqual(['3–20']);
    expect(told.get('Needing attention')).toEqual(['1']);
    expect(told.get('Role')).toEqual(['Worker']);
  });
});
