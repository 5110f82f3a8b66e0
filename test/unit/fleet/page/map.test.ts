import { describe, expect, it } from 'vitest';
import { clusterLines } from '../../../../src/fleet/page/describe';
import { machineShapes } from '../../../../src/fleet/page/machineMap';
import { boxAfterKey, boxAt, layoutMap, type Area, type Box } from '../../../../src/fleet/page/mapLayout';
import { fleetOf, item } from './support';

const { clusters } = fleetOf(
  item('project', 'p'),
  item('project', 'q'),
  item('cluster', 'a', 'p', { cloudType: 'aws', region: 'east', machines: 30, cores: { total: 10 } }),
  item('cluster', 'b', 'p', { cloudType: 'azure', machines: 10, cores: { total: 30 } }),
  item('cluster', 'c', 'q', { cloudType: 'aws', state: 'failed', machines: 20 }),
  item('cluster', 'd', 'q', { cloudType: 'aws' }),
);

describe('the map', () => {
  it.each([
    ['project', ['q: c d', 'p: a b']],
    ['cloud', ['aws: c a d', 'azure: b']],
    ['region', ['Unknown region: c b d', 'east: a']],
  ] as const)('grouped by %s has the worst first', (grouping, expected) => {
    const groups = layoutMap(clusters, grouping, 'equal', 600, 300);
    const texts = groups.map(
      ({ name, cells }) => `${name}: ${cells.map(({ cluster }) => cluster.item.id).join(' ')}`,
    );
    expect(texts).toEqual(expected);
  });

  it.each<[Area, number]>([
    ['machines', 3],
    ['cores', 1 / 3],
    ['equal', 1],
  ])('with the area of %s has cells in proportion', (area, expected) => {
    const [group] = layoutMap(clusters.slice(0, 2), 'project', area, 1000, 1000);
    const sizeOf = (id: string): number => {
      const cell = group?.cells.find(({ cluster }) => cluster.item.id === id);
      return (cell?.width ?? 0) * (cell?.height ?? 0);
    };
    expect(sizeOf('a') / sizeOf('b')).toBeCloseTo(expected, 1);
  });

  it('has cells within its bounds that do not overlap', () => {
    const cells = layoutMap(clusters, 'project', 'machines', 500, 200).flatMap((group) => group.cells);
    expect(cells).toHaveLength(4);
    for (const cell of cells) {
      expect(cell.x >= 0 && cell.y >= 0 && cell.x + cell.width <= 500 && cell.y + cell.height <= 200).toBe(
        true,
      );
      expect(cells.filter((other) => overlap(cell, other))).toEqual([cell]);
    }
  });
});

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

describe('arrow keys', () => {
  const box = (x: number, y: number): Box => ({ x, y, width: 9, height: 9 });
  const boxes = [box(0, 0), box(10, 0), box(0, 10), box(10, 10), box(10, 20)];

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowDown', 0, 2],
    ['ArrowLeft', 3, 2],
    ['ArrowUp', 4, 3],
    ['ArrowLeft', 0, undefined],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['x', 0, undefined],
  ])('%s goes from cell %i to %s', (key, from, expected) => {
    expect(boxAfterKey(key, boxes, from)).toBe(expected);
  });

  it('reach every cell of a map', () => {
    const cells = layoutMap(clusters, 'project', 'machines', 500, 200).flatMap((group) => group.cells);
    const reached = new Set([0]);
    for (const from of reached) {
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        const to = boxAfterKey(key, cells, from);
        if (to !== undefined) reached.add(to);
      }
    }
    expect(reached.size).toBe(cells.length);
  });
});

it.each([
  [5, 5, 0],
  [12, 0, 1],
  [9.5, 5, undefined],
  [-1, 5, undefined],
])('the cell at %d, %d', (x, y, expected) => {
  const boxes = [0, 10].map((left) => ({ x: left, y: 0, width: 9, height: 9 }));
  expect(boxAt(boxes, x, y)).toBe(expected);
});

describe('the machines of a cell', () => {
  const machines = Array.from({ length: 20 }, (_, index) =>
    item('machine', `m${index}`, 'c', { state: index === 7 ? 'failed' : 'healthy' }),
  );

  it('are shapes by state, the worst first', () => {
    const shapes = machineShapes(machines, 60, 50);
    expect(shapes.map(({ state }) => state)).toEqual(['failed', 'healthy']);
    expect(shapes.map(({ path }) => path.match(/M/g)?.length)).toEqual([1, 19]);
  });

  it.each([
    [5, 5],
    [-3, -3],
    [200, 1],
    [0, 0],
  ])('are left out if %i × %i is too small for them', (width, height) => {
    expect(machineShapes(machines, width, height)).toEqual([]);
  });
});

it('a cluster is described by its state, place, machines and times', () => {
  const [cluster] = fleetOf(
    item('project', 'prod'),
    item('cluster', 'alpha', 'prod', {
      state: 'unhealthy',
      cause: 'Node not ready',
      cloudType: 'aws',
      machines: 3,
      cores: { total: 8, used: 2 },
      heartbeat: 0,
    }),
    item('machine', 'm', 'alpha', { state: 'failed' }),
  ).clusters;
  expect(cluster && clusterLines(cluster, 300_000)).toEqual([
    'alpha',
    'Unhealthy: Node not ready',
    'prod · aws',
    '3 machines: Failed 1 · 2 of 8 CPU cores used',
    'heartbeat 5 min ago',
  ]);
});
