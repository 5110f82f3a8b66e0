import { describe, expect, it } from 'vitest';
import { machineRow } from '../../../../src/items/kinds/machine';
import { mentionAt } from '../../../../src/projects/hover';
import { shownName, type MachineRow, type PoolRow, type ProjectRow } from '../../../../src/items/kinds';
import { machineFrom, projectFrom } from '../../support/resources';

const project: ProjectRow = {
  kind: 'project',
  id: 'p',
  parent: undefined,
  readings: {},
  project: projectFrom({}),
};

function machine(json: object, cloudType = 'openstack'): MachineRow {
  const ref = { cloudType, configUid: 'c', poolName: 'workers' };
  const parent: PoolRow = { kind: 'pool', id: 'p/w', parent: project, ref, pool: undefined };
  return machineRow(parent, machineFrom(json, cloudType), JSON.stringify(json), {
    readAt: 0,
    requestNumber: 0,
  });
}

const rows = [
  machine({
    metadata: { name: 'cp-1', uid: '66f0a1' },
    spec: { nics: [{ privateIPs: ['10.0.0.11', 'fd00::11'], publicIp: '203.0.113.5' }] },
  }),
  machine({ metadata: { name: 'CP-10' }, status: { addresses: [{ address: '10.0.0.110/24' }] } }),
  machine({ metadata: { name: 'x1' }, spec: { hostname: 'Rack-7.example.com' } }, 'maas'),
  machine({ metadata: { name: '100' } }),
  project,
];

/** The machines found at the first `|` in a line, and the matching text. */
function found(marked: string): string | undefined {
  const line = marked.replace('|', '');
  const mention = mentionAt(line, marked.indexOf('|'), rows);
  if (mention === undefined) return undefined;
  const names = mention.machines.map(shownName);
  return `${names.join()} at ${line.slice(mention.start, mention.end)}`;
}

describe('a machine is found', () => {
  it.each([
    ['|cp-1', 'cp-1 at cp-1'],
    ['cp-1|', 'cp-1 at cp-1'],
    ['node/c|p-1 is NotReady', 'cp-1 at cp-1'],
    ['"C|P-1",', 'cp-1 at CP-1'],
    ['host: cp|-1, because', 'cp-1 at cp-1'],
    ['It was cp-|1.', 'cp-1 at cp-1'],
    ['level=error node=|cp-1', 'cp-1 at cp-1'],
    ['uid 6|6F0A1', 'cp-1 at 66F0A1'],
    ['ssh ops@10.0.|0.11', 'cp-1 at 10.0.0.11'],
    ['http://10.|0.0.11:8080/x', 'cp-1 at 10.0.0.11'],
    ['10.0|.0.11/24', 'cp-1 at 10.0.0.11'],
    ['10.0.0.1|10', 'CP-10 at 10.0.0.110'],
    ['to 203.0.113|.5.', 'cp-1 at 203.0.113.5'],
    ['https://[fd00:|:11]:6443', 'cp-1 at fd00::11'],
    ['reached fd00:|:11.', 'cp-1 at fd00::11'],
    ['FD00:|:11', 'cp-1 at FD00::11'],
    ['rack-7.|example.com', 'x1 at rack-7.example.com'],
    ['cp-1.|eu.example.com:22', 'cp-1 at cp-1.eu.example.com'],
    ['cp-1:|eth0', undefined],
    ['kubelet:c|p-1:started', 'cp-1 at cp-1'],
    ['|100', '100 at 100'],
  ])('in %s', (line, what) => {
    expect(found(line)).toBe(what);
  });

  it.each([
    '',
    '|',
    ' | ',
    'cp|-11',
    'xcp-|1',
    'cp|_1',
    'cp|-1-2',
    '10.0.|0.1',
    '10.0.0.11|2',
    '1|00.64.0.1',
    'example.|cp-1',
    '10.0.0.11:|8080',
    '|x1',
    '..|..',
    'constr|uctor',
  ])('but not in %j', (line) => {
    expect(found(line)).toBeUndefined();
  });

  it('with all others of the same name, once each', () => {
    const twins = [1, 2].map((uid) =>
      machine({ metadata: { name: 'twin', uid: `u-${uid}` }, status: { addresses: [{ address: 'twin' }] } }),
    );
    expect(mentionAt('twin', 2, twins)).toEqual({ machines: twins, start: 0, end: 4 });
  });

  it('in a line of ten million characters, by searching only near the cursor', () => {
    const long = 'cp-1,'.repeat(2_000_000);
    expect(mentionAt(long, 5_000_001, rows)).toMatchObject({ start: 5_000_000, end: 5_000_004 });
    expect(mentionAt('a'.repeat(10_000_000), 5_000_000, rows)).toBeUndefined();
  });
});
