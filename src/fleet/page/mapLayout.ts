import { hierarchy, treemap, type HierarchyNode, type HierarchyRectangularNode } from 'd3-hierarchy';
import { l10n } from 'vscode';
import { compareStates, type ItemState } from '../../items/item';
import { groupBy, type Cluster } from './fleet';

export const groupings = ['project', 'cloud', 'region'] as const;
export type Grouping = (typeof groupings)[number];

export const areas = ['machines', 'cores', 'equal'] as const;
/** What the area of a cell stands for. */
export type Area = (typeof areas)[number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The cell of a cluster. */
export interface Cell extends Box {
  readonly cluster: Cluster;
}

/** Cells with something in common. */
export interface CellGroup extends Box {
  readonly key: string;
  readonly name: string;
  /** Whether there is room for its name above the cells. */
  readonly hasHeading: boolean;
  readonly cells: readonly Cell[];
}

const headingHeight = 19;

interface Branch {
  readonly key?: string;
  readonly name?: string;
  readonly children?: readonly Branch[];
  readonly cluster?: Cluster;
  readonly weight?: number;
  /** The worst of a group. */
  readonly state?: ItemState | undefined;
}

/** Puts the cells of clusters in a rectangle, the worst first. */
export function layoutMap(
  clusters: readonly Cluster[],
  grouping: Grouping,
  area: Area,
  width: number,
  height: number,
): readonly CellGroup[] {
  const weight = weights(clusters, area);
  const root = hierarchy<Branch>({ children: grouped(clusters, grouping, weight) })
    .sum((branch) => branch.weight ?? 0)
    .sort(compareNodes);
  const laidOut = treemap<Branch>()
    .size([width, height])
    .round(true)
    .paddingInner((node) => (node.depth === 0 ? 8 : 2))
    .paddingTop((node) => (node.depth === 1 && hasHeading(node) ? headingHeight : 0))(root);
  return (laidOut.children ?? []).map((node) => ({
    key: node.data.key ?? '',
    name: node.data.name ?? '',
    hasHeading: hasHeading(node),
    ...boxOf(node),
    cells: (node.children ?? []).flatMap((leaf) =>
      leaf.data.cluster ? [{ cluster: leaf.data.cluster, ...boxOf(leaf) }] : [],
    ),
  }));
}

function hasHeading({ x0, x1, y0, y1 }: HierarchyRectangularNode<Branch>): boolean {
  return x1 - x0 >= 40 && y1 - y0 >= 2 * headingHeight;
}

function boxOf({ x0, x1, y0, y1 }: HierarchyRectangularNode<Branch>): Box {
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}

/**
 * The area of each cluster. A cluster of unknown size gets the mean area. A small one gets a tenth of it, because it could
 * not be clicked otherwise.
 */
function weights(clusters: readonly Cluster[], area: Area): (cluster: Cluster) => number {
  const sizes = clusters.map((cluster) => sizeOf(cluster, area)).filter((size) => size !== undefined);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length || 1;
  return (cluster) => Math.max(sizeOf(cluster, area) ?? mean, mean / 10);
}

function sizeOf({ item, machines }: Cluster, area: Area): number | undefined {
  switch (area) {
    case 'cores':
      return item.cores?.total;
    case 'machines':
      return item.machines ?? (machines.length > 0 ? machines.length : undefined);
    case 'equal':
      return undefined;
  }
}

function grouped(
  clusters: readonly Cluster[],
  grouping: Grouping,
  weight: (cluster: Cluster) => number,
): readonly Branch[] {
  const groups = groupBy(clusters, (cluster) => keyOf(cluster, grouping));
  return [...groups].map(([key, members]) => {
    const children = members.map((cluster) => ({
      cluster,
      weight: weight(cluster),
      state: cluster.item.state,
    }));
    const [worst] = children.map(({ state }) => state).sort(compareStates);
    return { key, name: nameOf(members[0], grouping), children, state: worst };
  });
}

/** The worst first, then the largest: a small one among large ones would be a line. */
function compareNodes(one: HierarchyNode<Branch>, other: HierarchyNode<Branch>): number {
  const byState = compareStates(one.data.state ?? 'notRead', other.data.state ?? 'notRead');
  return byState === 0 ? (other.value ?? 0) - (one.value ?? 0) : byState;
}

function keyOf({ item, project }: Cluster, grouping: Grouping): string {
  switch (grouping) {
    case 'project':
      return project?.id ?? '';
    case 'cloud':
      return item.cloudType ?? '';
    case 'region':
      return item.region ?? '';
  }
}

function nameOf(cluster: Cluster | undefined, grouping: Grouping): string {
  switch (grouping) {
    case 'project':
      return cluster?.project?.name ?? l10n.t('No project');
    case 'cloud':
      return cluster?.item.cloudType ?? l10n.t('Unknown cloud');
    case 'region':
      return cluster?.item.region ?? l10n.t('Unknown region');
  }
}

/** The box that a key goes to from the one at `index`; undefined for other keys, and at the edge. */
export function boxAfterKey(key: string, boxes: readonly Box[], index: number): number | undefined {
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return boxes.length - 1;
    case 'ArrowLeft':
      return nearest(boxes, index, -1, 0);
    case 'ArrowRight':
      return nearest(boxes, index, 1, 0);
    case 'ArrowUp':
      return nearest(boxes, index, 0, -1);
    case 'ArrowDown':
      return nearest(boxes, index, 0, 1);
    default:
      return undefined;
  }
}

/** The closest box in a direction. One beside is as far as it is off the line, doubled. */
function nearest(boxes: readonly Box[], index: number, right: number, down: number): number | undefined {
  const from = boxes[index];
  if (from === undefined) return boxes.length > 0 ? 0 : undefined;
  let best: number | undefined;
  let shortest = Infinity;
  boxes.forEach((to, other) => {
    const [ahead, beside] =
      right === 0 ? [gaps(from, to, 'y'), gaps(from, to, 'x')] : [gaps(from, to, 'x'), gaps(from, to, 'y')];
    const forward = ahead.signed * (right + down);
    if (other === index || forward <= 0) return;
    const distance = ahead.gap + 2 * beside.gap + Math.abs(beside.signed) / 100;
    if (distance >= shortest) return;
    shortest = distance;
    best = other;
  });
  return best;
}

/** How far two boxes are apart on an axis: between their edges, and between their centers with a sign. */
function gaps(from: Box, to: Box, axis: 'x' | 'y'): { readonly gap: number; readonly signed: number } {
  const size = axis === 'x' ? 'width' : 'height';
  const gap = Math.max(0, to[axis] - (from[axis] + from[size]), from[axis] - (to[axis] + to[size]));
  const signed = to[axis] + to[size] / 2 - (from[axis] + from[size] / 2);
  return { gap, signed: gap === 0 && Math.abs(signed) < 1 ? 0 : signed };
}

/** The index of the box at a point; undefined between boxes. */
export function boxAt(boxes: readonly Box[], x: number, y: number): number | undefined {
  const index = boxes.findIndex(
    (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  );
  return index < 0 ? undefined : index;
}
