import { rowItem } from '../support/rowItem';
import { expect, it } from 'vitest';
import { isParentRow } from '../../../src/items/kinds';
import { rowBelow, scriptedModel } from '../support/scripted';

/** The labels of the machines with these names in a pool of a cluster, and what screen readers say. */
async function rowsOf(
  cluster: string,
  pool: string,
  names: readonly string[],
  more: object = {},
  zones: readonly string[] = [],
) {
  const metadata = { uid: 'c', name: cluster };
  const { model } = await scriptedModel({
    listProjects: () => ({ items: [{ metadata: { uid: 'p', name: 'p' } }] }),
    searchClusters: () => ({
      items: [{ metadata, specSummary: { cloudConfig: { uid: 'config', cloudType: 'aws' } } }],
    }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: pool }] } }),
    listMachines: () => ({
      items: names.map((name, index) => ({
        ...{ metadata: { uid: String(index), name }, spec: { az: zones[index] } },
        ...more,
      })),
    }),
  });
  const project = await rowBelow(model, undefined, 'project', 'p');
  const [poolRow] = await model.rows.children(await rowBelow(model, project, 'cluster', cluster));
  if (!isParentRow(poolRow)) throw new Error('There is no pool');
  const machines = await model.rows.children(poolRow);
  return [poolRow, ...machines].map((row) => {
    const { label, accessibilityInformation } = rowItem(row, model);
    return { label, spoken: accessibilityInformation?.label };
  });
}

const labelsOf = async (...given: Parameters<typeof rowsOf>) =>
  (await rowsOf(...given)).map(({ label }) => label);

it('a machine and a pool do not repeat the name of their cluster, except to screen readers', async () => {
  expect(await rowsOf('eu', 'eu-workers', ['eu-workers-5', 'other-1'])).toEqual([
    { label: '…workers', spoken: 'Unknown, eu-workers, Machine pool, 0 of 2 healthy' },
    { label: '…workers-5', spoken: 'Unknown, eu-workers-5, Machine' },
    { label: 'other-1', spoken: 'Unknown, other-1, Machine' },
  ]);
});

it.each([
  ['is not followed by a separator', 'eu', 'europe-1'],
  ['is all of it', 'eu', 'eu'],
  ['is followed by nothing', 'eu', 'eu-'],
  ['is in other letters', 'eu', 'EU-1'],
  ['is not at its start', 'eu', 'my-eu-1'],
])('the name of the cluster stays where it %s', async (_where, cluster, name) => {
  expect(await labelsOf(cluster, 'p', [name])).toEqual(['p', name]);
});

it.each([[['eu-5', 'eu_5']], [['eu-5', '…5']]])('two machines never look alike: %j', async (names) => {
  expect(await labelsOf('eu', 'p', names)).toEqual(['p', ...names]);
});

it('a long name is cut in the middle if the row has a cause', async () => {
  const names = [
    'ip-10-0-12-34.eu-central-1.compute.internal',
    'ip-10-0-12-35.eu-central-1.compute.internal',
  ];
  const status = { instanceState: 'Failed' };
  expect(await labelsOf('eu', 'p', names.slice(0, 1), { status })).toEqual(['p', 'ip-10-0-12-…ute.internal']);
  expect(await labelsOf('eu', 'p', names.slice(0, 1))).toEqual(['p', ...names.slice(0, 1)]);
  const emoji = '🚀'.repeat(24);
  expect(await labelsOf('eu', 'p', [emoji], { status })).toEqual(['p', emoji]);
  // They would look alike.
  expect(await labelsOf('eu', 'p', names, { status })).toEqual(['p', ...names]);
  const inCluster = names.map((name) => `eu-${name}`);
  expect(await labelsOf('eu', 'p', inCluster, { status })).toEqual(['p', ...names.map((name) => `…${name}`)]);
});

it('machines with the same name are the same in both forms', async () => {
  expect(await labelsOf('eu', 'p', ['eu-5', 'eu-5'])).toEqual(['p', '…5', '…5']);
});

it('a machine without addresses shows its host name, where its cloud type has it', async () => {
  const spec = { dnsName: 'ip-10-0-0-5.ec2.internal', hostname: 'of-another-type' };
  const [, machine] = await rowsOf('eu', 'p', ['m'], { spec });
  expect(machine?.spoken).toBe('Unknown, m, Machine, ip-10-0-0-5.ec2.internal');
});

it('machines say where they are, on one line, if that differs', async () => {
  const zones = ['eu\n\u202e-1', 'eu-2'];
  const [, one] = await rowsOf('eu', 'p', ['m', 'n'], {}, zones);
  expect(one?.spoken).toBe('Unknown, m, Machine, eu -1');
  const [, same] = await rowsOf('eu', 'p', ['m', 'n'], {}, ['eu-2', 'eu-2']);
  expect(same?.spoken).toBe('Unknown, m, Machine');
});

it('a screen reader hears how an item is and why first, in at most 20 words', async () => {
  const condition = { type: 'Ready', status: 'False' };
  const status = { health: { state: 'unhealthy', conditions: [condition] } };
  const [, machine] = await rowsOf('eu', 'p', [`eu-${'a b '.repeat(20)}`], { status });
  const words = machine?.spoken?.split(' ') ?? [];
  expect(words.length).toBeLessThanOrEqual(20);
  expect(machine?.spoken).toMatch(/^Unhealthy, eu-a b a b a b a b…, NotReady, Machine/);
});
