import { describe, expect, it } from 'vitest';
import { clusterHover } from '../../../src/items/kinds/clusterHover';
import { machineHover } from '../../../src/items/kinds/machine';
import { poolHover } from '../../../src/items/kinds/pool';
import { projectHover } from '../../../src/items/kinds/project';
import { fieldTable } from '../../../src/text/markdown';
import { clusterWith } from '../support/clusters';
import { clusterFrom, foundClusterFrom, machineFrom, poolFrom, projectFrom } from '../support/resources';
import { renderTable } from '../support/markdown';

const now = Date.UTC(2026, 10, 21, 12);

/** The rows of a table, as label → values. */
function read(markdown: string): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  let last = '';
  for (const [label = '', value = ''] of renderTable(markdown).slice(1)) {
    last = label === '' ? last : label;
    lines.set(last, [...(lines.get(last) ?? []), value]);
  }
  return lines;
}

const at = (time: number): string => new Date(time).toISOString();

const full = {
  kind: 'openstack',
  metadata: {
    name: 'cp-1',
    uid: 'u-1',
    annotations: { description: 'first of three', owner: 'platform' },
    labels: { gpu: 'acme__tag', tier: 'gold' },
    creationTimestamp: at(now - 3 * 86_400_000),
    lastModifiedTimestamp: at(now - 3_600_000),
    deletionTimestamp: at(now - 60_000),
  },
  spec: {
    az: 'az1',
    image: 'ubuntu-22.04',
    instanceType: { name: 'm1.large', numCPUs: 4, memoryMiB: 8192, diskGiB: 60 },
    nics: [
      { index: 0, networkName: 'internal', privateIPs: ['10.0.0.11', '10.0.0.12'], publicIp: '192.0.2.1' },
      { index: 1, networkName: 'storage', privateIPs: [], macAddress: 'fa:16:3e:00:00:01' },
    ],
    projectId: 'os-project',
    securityGroups: ['default', 'web'],
    sshKeyName: 'ops',
  },
  status: {
    addresses: [
      { type: 'InternalIP', address: '10.0.0.11' },
      { type: 'ExternalIP', address: '192.0.2.1' },
      { type: 'InternalIP', address: '10.9.0.1' },
      { address: 'cp-1.example' },
    ],
    health: {
      state: 'UnHealthy',
      lastHeartBeatTimestamp: at(now - 180_000),
      conditions: [
        { type: 'Ready', status: 'False', reason: 'KubeletDown', message: 'no answer' },
        { type: 'DiskPressure', status: 'False' },
      ],
    },
    instanceState: 'Running',
    instanceStateLastUpdate: at(now - 7_200_000),
    maintenanceStatus: { action: 'cordon', state: 'Completed', message: 'kernel update' },
    ready: false,
  },
};

/** The hover of an OpenStack machine with the fields `json`. */
function openstack(json: object): string {
  return fieldTable(machineHover(machineFrom(json), now));
}

describe('the hover of a machine', () => {
  it('has every field of the network interfaces', () => {
    expect(Object.fromEntries(read(openstack(full)))).toEqual({
      Conditions: ['**Ready: False**, KubeletDown: no answer', '1 other is fine'],
      Description: ['first of three'],
      State: ['Running'],
      'State changed': ['2 hr ago (2026-11-21 10:00:00 UTC)'],
      'Last heartbeat': ['3 min ago (2026-11-21 11:57:00 UTC)'],
      Maintenance: ['cordon · Completed · kernel update'],
      Kind: ['openstack'],
      'Instance type': ['m1.large · 4 CPU · 8 GiB memory · 60 GiB disk'],
      Zone: ['az1'],
      Image: ['ubuntu-22.04'],
      Network: ['0: internal 10.0.0.11, 10.0.0.12, 192.0.2.1 (public)', '1: storage fa:16:3e:00:00:01'],
      // Addresses that no network interface has.
      Addresses: ['10.9.0.1 (InternalIP)', 'cp-1.example'],
      'Security groups': ['default, web'],
      'SSH key': ['ops'],
      'Cloud project': ['os-project'],
      Tags: ['gpu'],
      Labels: ['tier: gold'],
      Annotations: ['owner: platform'],
      Created: ['3 days ago (2026-11-18 12:00:00 UTC)'],
      Modified: ['60 min ago (2026-11-21 11:00:00 UTC)'],
      'Deletion requested': ['1 min ago (2026-11-21 11:59:00 UTC)'],
      Name: ['cp-1'],
      UID: ['u-1'],
    });
  });

  it('hides secrets in labels and annotations', () => {
    const annotations = { 'example.com/api-key': 'x', 'last-applied': '{"password":"x"}', secretName: 'y' };
    const hover = openstack({ metadata: { labels: { token: 'x' }, annotations } });
    expect(renderTable(hover).map(([, value]) => value)).toEqual([
      expect.anything(),
      'token: (hidden)',
      'example.com/api-key: (hidden)',
      'last-applied: {"password":"(hidden)"}',
      'secretName: y',
    ]);
  });

  it('says whether it is ready if no condition says so', () => {
    expect(read(openstack({ status: { ready: false } }))).toEqual(new Map([['Ready', ['No']]]));
  });

  it('has no row for a missing field', () => {
    expect(openstack({})).toBe('|  |  |\n|:--|:--|');
    expect([...read(openstack({ metadata: { uid: 'u' } }))]).toEqual([['UID', ['u']]]);
  });
});

describe('the conditions of a machine', () => {
  const shown = (...conditions: readonly object[]) =>
    read(openstack({ status: { health: { conditions } } })).get('Conditions');
  const sound = Array.from({ length: 39 }, (_, index) => ({ type: `Disk${index}Problem`, status: 'False' }));
  const full = { type: 'DiskPressure', status: 'True', reason: 'Full', message: '93% of /var' };

  it('start with the unhealthy ones, and those that are fine are one line', () => {
    expect(shown(...sound, full)).toEqual([
      '**DiskPressure: True**, Full: 93% of /var',
      '39 others are fine',
    ]);
    expect(shown(full, { type: 'Ready', status: 'True' })?.[1]).toBe('1 other is fine');
    expect(shown(...sound)).toEqual(['All 39 are fine']);
    expect(shown({ type: 'Ready', status: 'True' })).toEqual(['1 is fine']);
  });

  it.each([
    { type: 'Bootstrapped', status: 'True' },
    { type: 'Bootstrapped', status: 'False' },
    { type: 'DiskPressure', status: 'Unknown' },
    { type: 'NetworkReady', status: 'False' },
    { type: 'KernelDeadlock', status: 'True' },
    { type: 'KernelDeadlock' },
  ])('are never called fine if that is not known: %j', ({ type, status }) => {
    expect(shown({ type, status })).toEqual([status === undefined ? type : `${type}: ${status}`]);
  });
});

describe('the hover of a machine pool', () => {
  const where = { cloudType: 'openstack', configUid: 'config-1', poolName: 'workers' };
  const ofPool = (json: object, cloudType = 'openstack') =>
    Object.fromEntries(
      read(fieldTable(poolHover({ ref: { ...where, cloudType }, pool: poolFrom(json) }, undefined))),
    );

  it('has the fields common to all cloud types and those of its own', () => {
    expect(
      ofPool({
        name: 'workers',
        size: 5,
        minSize: 3,
        maxSize: 9,
        isControlPlane: false,
        labels: ['worker'],
        azs: ['az1', 'az2'],
        taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
        machinePoolProperties: { archType: 'amd64' },
        updateStrategy: { type: 'RollingUpdateScaleOut' },
        flavor: 'm1.large',
        flavorConfig: { numCPUs: 4, memoryMiB: 8192 },
        diskGiB: 2048,
        image: 'ubuntu-22.04',
        subnet: { name: 'private', id: 's-1' },
        additionalTags: { owner: 'platform', spot: '' },
      }),
    ).toEqual({
      Machines: ['5'],
      'Autoscale range': ['3–9'],
      Role: ['Worker'],
      'Instance type': ['m1.large · 4 CPU · 8 GiB memory'],
      Architecture: ['amd64'],
      Zones: ['az1, az2'],
      Image: ['ubuntu-22.04'],
      'Root disk': ['2 TiB'],
      Subnet: ['private'],
      'Cloud tags': ['owner: platform, spot'],
      Labels: ['worker'],
      Taints: ['gpu=yes:NoSchedule'],
      'Update strategy': ['RollingUpdateScaleOut'],
      'Cloud type': ['openstack'],
      Name: ['workers'],
      'Cloud config UID': ['config-1'],
    });
  });

  it('shows the minimum and maximum size if there are no instance types', () => {
    const instanceType = { minCPU: 2, minMemInMiB: 4096, minStorageGiB: 10, maxCPU: 8, maxStorageGiB: 100 };
    expect(ofPool({ instanceType }, 'virtual')).toMatchObject({
      'Minimum size': ['2 CPU · 4 GiB memory · 10 GiB disk'],
      'Maximum size': ['8 CPU · 100 GiB disk'],
    });
  });

  it.each([
    [true, undefined, 'Control plane'],
    [true, true, 'Control plane and worker'],
    [false, true, 'Worker'],
  ])('shows its role: %s, %s', (isControlPlane, useControlPlaneAsWorker, role) => {
    expect(ofPool({ isControlPlane, useControlPlaneAsWorker })).toMatchObject({ Role: [role] });
  });

  it('shows booleans as words, and each value once', () => {
    expect(ofPool({ isSystemNodePool: true }, 'azure')).toMatchObject({ 'System pool': ['Yes'] });
    expect(ofPool({ isSystemNodePool: false }, 'aks')).toMatchObject({ 'System pool': ['No'] });
    const placements = [{ datacenter: 'dc' }, { datacenter: 'dc' }, { datacenter: 'dc2' }];
    expect(ofPool({ placements }, 'vsphere')).toMatchObject({ 'Data center': ['dc, dc2'] });
  });

  it('always has the same order, whatever the order in the spec', () => {
    const pool = { additionalTags: { a: 'b' }, rootDeviceSize: 60, capacityType: 'spot', amiType: 'linux' };
    const shown = Object.keys(ofPool(pool, 'eks'));
    const labels = ['Capacity type', 'Image', 'Root disk', 'Cloud tags'];
    expect(shown.filter((label) => labels.includes(label))).toEqual(labels);
  });
});

describe('the hover of a cluster', () => {
  it('combines cluster search and the project summary', () => {
    const packs = [
      { layer: 'os', name: 'ubuntu', version: '22.04' },
      { layer: 'k8s', name: 'kubernetes', version: '1.31.8' },
      { layer: 'cni', name: 'cni-calico', version: '3.26.1' },
      { layer: 'csi', name: 'csi-cinder' },
    ];
    const search = foundClusterFrom({
      metadata: { name: 'eu', uid: 'c-1', creationTimestamp: at(now - 60_000) },
      specSummary: {
        archTypes: ['amd64', 'arm64'],
        cloudAccountMeta: { name: 'account', uid: 'a-1' },
        cloudConfig: {
          uid: 'config-1',
          cloudType: 'vsphere',
          machinePools: [{ size: 3, healthy: 3 }],
          hybridMachinePools: [{ size: 2, healthy: 1, maintenanceMode: 1 }],
        },
        clusterProfileTemplate: { name: 'profile' },
        clusterProfileTemplates: [{ name: 'base', profileVersion: '1.4.0', packs }, { name: 'services' }],
      },
      status: {
        state: 'Running',
        health: {
          state: 'UnHealthy',
          agentVersion: '4.5.0',
          conditions: [
            { type: 'Network', message: 'unreachable', relatedObject: { kind: 'machine', name: 'm-1' } },
          ],
          lastHeartBeatTimestamp: at(now - 180_000),
        },
        location: { regionCode: 'eu-1', regionName: 'Europe', countryCode: 'DE' },
        repave: { state: 'Pending' },
        updates: { isUpdatesPending: true },
        metrics: { cpu: { total: 16, usage: 3.25, unit: 'Core' }, memory: { total: 64, usage: 8 } },
      },
    });
    const summary = { name: 'eu', uid: 'c-1', cpuCores: 16, isAlloy: false };
    const hover = clusterHover(clusterWith({ summary, search }), now);
    expect(Object.fromEntries(read(fieldTable(hover)))).toEqual({
      Messages: ['Network, machine m-1: unreachable'],
      State: ['Running'],
      'Last heartbeat': ['3 min ago (2026-11-21 11:57:00 UTC)'],
      'Cloud type': ['vsphere'],
      'Cloud account': ['account'],
      Location: ['Europe, DE'],
      'Machine pools': ['2'],
      Machines: ['4 of 5 healthy'],
      'In maintenance': ['1'],
      'CPU cores': ['16'],
      'CPU usage': ['3.3 of 16 cores (20%)'],
      // Of a unit that is not given.
      'Memory usage': ['13%'],
      Repave: ['Waiting for approval'],
      Architecture: ['amd64, arm64'],
      Kubernetes: ['1.31.8'],
      'Operating system': ['ubuntu 22.04'],
      Network: ['cni-calico 3.26.1'],
      Storage: ['csi-cinder'],
      'Updates pending': ['Yes'],
      'Cluster profile': ['base 1.4.0', 'services'],
      'Agent version': ['4.5.0'],
      'Cloud config UID': ['config-1'],
      Created: ['1 min ago (2026-11-21 11:59:00 UTC)'],
      Name: ['eu'],
      UID: ['c-1'],
    });
  });
});

describe('the hover of a cluster that was read individually', () => {
  it('has its conditions and API endpoints', () => {
    const json = {
      status: {
        state: 'Running',
        conditions: [
          { type: 'Ready', status: 'False', reason: 'EtcdDown', message: 'no quorum' },
          { type: 'ImagePulled', status: 'True' },
        ],
        apiEndpoints: [{ host: 'api.example', port: 6443 }, { host: '10.0.0.1' }],
        repave: { state: 'Pending' },
      },
    };
    expect(
      Object.fromEntries(read(fieldTable(clusterHover(clusterWith({ own: clusterFrom(json) }), now)))),
    ).toEqual({
      Conditions: ['**Ready: False**, EtcdDown: no quorum', 'ImagePulled: True'],
      State: ['Running'],
      Repave: ['Waiting for approval'],
      'API endpoints': ['api.example:6443, 10.0.0.1'],
    });
  });
});

describe('an item without a name', () => {
  it.each([undefined, '', '\u202e'])('is called a condition if its type is %j', (type) => {
    const conditions = [
      { type: 'Ready', status: 'True' },
      { type, status: 'False' },
    ];
    const lines = read(openstack({ status: { health: { state: 'healthy', conditions } } }));
    expect([...lines]).toEqual([['Conditions', ['Condition: False', '1 other is fine']]]);
  });

  it('is shown by its UID in lists of teams and users', () => {
    const teams = [
      { name: '', uid: 't-1' },
      { uid: 't-2' },
      { name: 'c', uid: 't-3' },
      { name: '\u200b' },
      {},
    ];
    expect(read(fieldTable(projectHover(projectFrom({ specSummary: { teams } }), now))).get('Teams')).toEqual(
      ['t-1, t-2, c'],
    );
  });
});
