import type { ServiceError } from '../service/errors';
import type { Cut } from '../service/pages';
import type { ClusterSummary, HybridPool, MachinePool } from '../service/resources/cluster';
import type { Machine, PoolRef } from '../service/resources/machine';
import type { ClusterUsage, Project } from '../service/resources/project';
import {
  isNodeOf,
  type ErrorNode as TreeErrorNode,
  type LoadMoreNode as TreeLoadMoreNode,
} from '../tree/nodes';

/** A row of the Projects view, as data. `id` is built from uids only, so that it outlives every change of state. */
export type Node = ProjectNode | ClusterNode | PoolNode | MachineNode | LoadMoreNode | NoteNode | ErrorNode;

/** The rows that have rows below them; undefined stands for the view itself. */
export type ParentNode = ProjectNode | ClusterNode | PoolNode;

/** The rows that stand for something that the service has. */
export type ResourceNode = ParentNode | MachineNode;

export const resourceKinds = [
  'project',
  'cluster',
  'pool',
  'machine',
] as const satisfies ResourceNode['kind'][];

export interface ProjectNode {
  readonly kind: 'project';
  readonly id: string;
  readonly parent: undefined;
  readonly project: Project;
}

export interface ClusterNode {
  readonly kind: 'cluster';
  readonly id: string;
  readonly parent: ProjectNode;
  /** Its name and uid, and what the project summary says about it. */
  readonly usage: ClusterUsage;
  /** What cluster search says about it; undefined where the service did not search. */
  readonly found: ClusterSummary | undefined;
}

export interface PoolNode {
  readonly kind: 'pool';
  readonly id: string;
  readonly parent: ClusterNode | ProjectNode;
  readonly ref: PoolRef;
  /** What the cloud config says; undefined for a pinned pool that the service does not list. */
  readonly pool: MachinePool | undefined;
}

export interface MachineNode {
  readonly kind: 'machine';
  readonly id: string;
  readonly parent: PoolNode;
  readonly machine: Machine;
  /** When its page was requested, in milliseconds since 1970: its health is evaluated as of then. */
  readonly readAt: number;
}

export type LoadMoreNode = TreeLoadMoreNode<ParentNode>;

export type ErrorNode = TreeErrorNode<ParentNode>;

/** Why there is nothing, or not everything, where a person looks. */
export type Note =
  | { readonly about: 'noProjects' | 'noMatches' | 'noClusters' | 'noPools' | 'noMachines' }
  /** Only what needs attention is shown, and nothing here does, as far as it is loaded. */
  | { readonly about: 'allWell' }
  /** Clusters cannot be searched, so that only their names are known. */
  | { readonly about: 'clustersNotSearched'; readonly error: ServiceError }
  /** Pools, or below a project even clusters, are not listed; `error` is left out where a cluster names no cloud config. */
  | { readonly about: 'poolsNotListed'; readonly error: ServiceError | undefined }
  /** Pools whose machines cannot be asked for: those of another cloud type, and those without a name. */
  | { readonly about: 'hybridPool'; readonly pool: HybridPool }
  | { readonly about: 'namelessPool'; readonly pool: MachinePool }
  | { readonly about: 'cut'; readonly cut: Cut; readonly loaded: number };

export interface NoteNode {
  readonly kind: 'note';
  readonly id: string;
  readonly parent: ParentNode | undefined;
  readonly note: Note;
}

/** The uid of the project that a row belongs to, which its requests are scoped to. An empty one would scope nothing. */
export function projectUidOf(node: ProjectNode | ClusterNode): string | undefined {
  const { metadata } = (node.kind === 'project' ? node : node.parent).project;
  return metadata?.uid === '' ? undefined : metadata?.uid;
}

/** Whether a row has rows below it. */
export function isParent(node: Node | undefined): node is ParentNode {
  return isNode(node, 'project', 'cluster', 'pool');
}

/**
 * Lets a row say what a fresh one with the same id does, so that it stays the same row: to show another one VS Code would
 * have to be given all rows beside it again, and all below them.
 * @returns whether it does; only what stands for something that the service has can say something else
 */
export function updateInPlace(row: Node, fresh: Node): boolean {
  if (row.kind !== fresh.kind || !isNode(row, ...resourceKinds)) return false;
  Object.assign(row, fresh);
  return true;
}

/** Whether `value`, which a command may have been given by anybody, is a row of this view of one of `kinds`. */
export function isNode<Kind extends Node['kind']>(
  value: unknown,
  ...kinds: readonly Kind[]
): value is Extract<Node, { kind: Kind }> {
  return isNodeOf(value, kinds);
}

/** A note below the row with the id `parentId`; `place` tells several of the same kind apart. */
export function noteNode(parentId: string, parent: ParentNode | undefined, note: Note, place = ''): NoteNode {
  return { kind: 'note', id: `${parentId}/note~${note.about}${place}`, parent, note };
}
