import { expect, it } from 'vitest';
import { clusterSize } from '../../../src/items/kinds/clusterHover';
import { cloudConfigFrom, foundClusterFrom } from '../support/resources';

const metrics = {
  cpu: { total: 60, usage: 29.4, unit: 'cores' },
  memory: { total: 122_880, usage: 73_728, unit: 'MiB' },
};
const workers = { name: 'workers', size: 12, minSize: 3, maxSize: 20 };

/** The size of a cluster with these metrics and pools. */
const sizeOf = (measured: object, ...machinePoolConfig: readonly object[]) =>
  clusterSize({
    usage: { cpuCores: 60 },
    found: foundClusterFrom({ status: { metrics: measured } }),
    config: cloudConfigFrom({ spec: { machinePoolConfig } }),
  });

it('the size of a cluster says how full it is', () => {
  expect(sizeOf(metrics, workers)).toEqual([
    '1 pool · workers 12 of 3–20',
    '29.4 of 60 cores (49%) · 72 of 120 GiB (60%)',
  ]);
});

it('nothing that has room left is 100% full', () => {
  const { cpu, memory } = metrics;
  expect(sizeOf({ cpu: { ...cpu, usage: 59.9 }, memory: { ...memory, usage: memory.total } })[1]).toBe(
    '59.9 of 60 cores (99%) · 120 of 120 GiB (100%)',
  );
});

it.each([
  [{}, '60 CPU cores'],
  [{ cpu: { total: 60, unit: 'cores' }, memory: { total: 1024, unit: 'MiB' } }, '60 CPU cores'],
  [{ cpu: { total: 0, usage: 0, unit: 'cores' } }, '60 CPU cores'],
  [{ cpu: { total: 60_000, usage: 5, unit: 'shares' } }, '60 CPU cores'],
  [{ memory: { total: 120, usage: 72, unit: 'GB' } }, '60 CPU cores'],
  [{ memory: { total: 2048, usage: 512, unit: 'MiB' } }, '60 CPU cores · 512 MiB of 2 GiB (25%)'],
])('what the service does not report in a known unit is left out: %j', (measured, text) => {
  expect(sizeOf(measured)[1]).toBe(text);
});

it('the fullest pools with autoscaling come first', () => {
  const fixed = { name: 'fixed', size: 3, minSize: 3, maxSize: 3 };
  const pools = [fixed, workers, { ...workers, name: 'full', size: 20 }, { ...workers, name: 'a', size: 1 }];
  expect(sizeOf({}, ...pools, { ...workers, name: 'b', size: 4 })[0]).toBe(
    '5 pools · full 20 of 3–20 · workers 12 of 3–20 · b 4 of 3–20',
  );
});
