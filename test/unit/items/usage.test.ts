import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { machineUsageText, usageOf, worstUsage } from '../../../src/items/usage';
import { curvePath, curveText } from '../../../src/projects/hover';
import type { Metric } from '../../../src/service/resources/clusterFacts';
import { hostileText } from '../support/hostile';

const minute = 60_000;
const now = Date.parse('2026-11-24T09:30:00Z');

/** A metric with a value each minute, the last one now. */
function metric(kind: string, unit: string, ...values: readonly number[]): Metric {
  const points = values.map((value, index) => ({ time: now - (values.length - 1 - index) * minute, value }));
  return { kind, unit, points };
}

const size = { name: 'm1.large', numCPUs: 4, memoryMiB: 16_384, diskGiB: 100 };

/** What a machine of this size uses, in words. */
const textOf = (...given: Parameters<typeof metric>): string | undefined =>
  usageOf('m', [metric(...given)], size)
    .map((usage) => `${usage.kind} ${machineUsageText(usage, now)}`)
    .join();

describe('the usage of a machine', () => {
  it.each([
    [['memory', 'MiB', 8192, 16_383], 'Memory 99% of 16 GiB'],
    [['Memory', 'bytes', 2 ** 33], 'Memory 50% of 16 GiB'],
    [['cpu', 'millicores', 3000, 1000], 'CPU 25% of 4 cores'],
    [['cpu', 'cores', 4], 'CPU 100% of 4 cores'],
    [['disk', 'GiB', 91], 'Disk 91% of 100 GiB'],
    // Its own limit, and that of the machine if it has this.
    [['memory', '%', 91.4], 'Memory 91% of 16 GiB'],
    [['threads', 'percent', 12], 'threads 12%'],
  ] as const)('is a share of its size: %j', (given, text) => {
    const [kind, unit, ...values] = given;
    expect(textOf(kind, unit, ...values)).toBe(text);
  });

  it.each([
    [['memory', 'MB', 1000.26], 'Memory 1,000 MB'],
    [['memory', 'MiB', 20_000], 'Memory 19.5 GiB'],
    [['cpu', '%', 350], 'CPU 350 %'],
    [['cpu', 'GiB', 1.26], 'CPU 1.3 GiB'],
    [['iops', '', 12], 'iops 12'],
    [['cpu', 'millicores', 4100], 'CPU 4.1 cores'],
    [['', 'constructor', 1], '? 1 constructor'],
  ] as const)(
    'is an amount, in cores or GiB if the unit is known, if the limit is not known for sure: %j',
    (given, text) => {
      const [kind, unit, ...values] = given;
      expect(textOf(kind, unit, ...values)).toBe(text);
    },
  );

  it('says since when there is no newer value', () => {
    const [usage] = usageOf('m', [metric('cpu', '%', 10)]);
    if (usage === undefined) throw new Error('No usage');
    expect(machineUsageText(usage, now + 4 * minute)).toBe('10%');
    expect(machineUsageText(usage, now + 6 * minute)).toMatch(/^10% · as of /);
  });

  it('is not known of a metric without values', () => {
    expect(usageOf('m', [{ kind: 'cpu', unit: '%' }, metric('cpu', '%')])).toEqual([]);
  });

  it('is small, finite and plain text, whatever was received', () => {
    const point = fc.record({
      time: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      value: fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }),
    });
    const metrics = fc.array(
      fc.record({
        kind: fc.oneof(fc.constantFrom('cpu', 'memory', 'disk'), hostileText),
        unit: fc.oneof(fc.constantFrom('%', 'MiB', 'cores'), hostileText),
        points: fc.array(point, { maxLength: 100 }),
      }),
      { maxLength: 20 },
    );
    const property = fc.property(metrics, (given) => {
      const usages = usageOf('m', given, size);
      expect(usages.length).toBeLessThanOrEqual(6);
      for (const usage of usages) {
        const { kind, unit, values, top } = usage;
        expect(values.length).toBeLessThanOrEqual(30);
        expect(curvePath(values, top)).toMatch(/^M(?:\d+\.\d \d+\.\d(?:L|h0$))+$/);
        expect(curveText(values, top)).toMatch(/^[▁-█]{1,30}$/);
        expect(kind.length + unit.length).toBeLessThanOrEqual(60);
        expect(machineUsageText(usage, now) + machineUsageText(usage, now, 3)).not.toMatch(
          /NaN|Infinity|undefined|[\n\r]/,
        );
      }
    });
    fc.assert(property);
  });
});

it('a curve of many points has few, with the first and the last', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => index);
  const [usage] = usageOf('m', [metric('load', '', ...values)]);
  expect(usage?.values).toHaveLength(30);
  expect([usage?.values[0], usage?.values.at(-1)]).toEqual([0, 99_999]);
  expect(curveText([0, 25, 50, 99, 100], 100)).toBe('▁▃▅██');
  expect(curvePath([0, 100], 100)).toBe('M1.0 13.0L59.0 1.0h0');
});

test('the worst machine is one of those which still report, as is their mean', () => {
  const usage = (values: readonly number[], silentMinutes: number) =>
    usageOf('m', [
      {
        kind: 'cpu',
        unit: '%',
        points: values.map((value, index) => ({ time: now + (index - silentMinutes) * minute, value })),
      },
    ]);
  const [worst] = worstUsage([usage([10, 20], 0), usage([30, 40], 0), usage([99, 99], 40)]);
  expect(worst).toMatchObject({ value: 40, mean: 30, machines: 2, values: [30, 40] });
});

test('the worst machine is one whose share is known: amounts of others cannot be compared with it', () => {
  const disk = (name: string, used: number, of?: typeof size) =>
    usageOf(name, [metric('disk', 'GiB', used)], of);
  const [worst] = worstUsage([disk('a', 99), disk('b', 50, size), disk('c', 93, size)]);
  expect(worst).toMatchObject({ name: 'c', unit: '%', value: 93, mean: 71.5, machines: 2 });
  const [amount] = worstUsage([disk('a', 99), disk('b', 50)]);
  expect(amount).toMatchObject({ name: 'a', unit: 'MiB', machines: 2 });
});
