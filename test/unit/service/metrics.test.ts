import { expect, test } from 'vitest';
import { listMachineMetrics } from '../../../src/service/resources/clusterFacts';

const { read } = listMachineMetrics({ clusterUid: 'c', projectUid: 'p', start: 0, end: 0, period: 1 });

function pointsOf(points: unknown) {
  return read({ items: [{ metrics: [{ kind: 'cpu', points }] }] })?.items[0]?.metrics?.[0]?.points;
}

const noon = Date.parse('2026-11-23T12:00:00Z');

test('points are sorted by time, in milliseconds whether the service sends those or seconds', () => {
  const sent = [
    { timestamp: noon + 60_000, value: 2 },
    { timestamp: noon / 1000, value: 1 },
  ];
  expect(pointsOf(sent)).toEqual([
    { time: noon, value: 1 },
    { time: noon + 60_000, value: 2 },
  ]);
});

test('a point without a value has its average, and one without a time or a possible number is dropped', () => {
  const sent = [
    { timestamp: noon, avg: 3 },
    { timestamp: noon },
    { value: 1 },
    { timestamp: noon, value: -1 },
    { timestamp: noon, value: 1e300 },
    'text',
  ];
  expect(pointsOf(sent)).toEqual([{ time: noon, value: 3 }]);
});

test('of 100,000 points, those of a day are kept', () => {
  const sent = Array.from({ length: 100_000 }, (_, index) => ({ timestamp: noon + index, value: index }));
  expect(pointsOf(sent)).toHaveLength(1440);
});
