import type { Health } from '../health';
import type { ClusterData } from '../cluster';
import type { Readings, Run } from '../record';
import type { MachinePool, HybridPool } from '../../service/resources/cluster';
import type { Machine, PoolRef } from '../../service/resources/machine';
import type { Project } from '../../service/resources/project';
import type { StoreRow, TreeRow } from '../store/row';
import type { ServiceError } from '../../service/errors';
import type { ItemKind } from './levels';
import type { ItemPath } from '../item';

/** Why favorites are not known: undefined while they are being read. */
export type WhyUnknown = 'notRead' | 'gone' | ServiceError | undefined;

/** Why a list is empty, or lacks something. */
export type Note =
  | { readonly about: 'empty'; readonly of: ItemKind }
  | { readonly about: 'noMatches' }
  /** Only rows that need attention are shown, and no loaded row does. */
  | { readonly about: 'allWell' }
  | { readonly about: 'favorites'; readonly favorites: readonly ItemPath[]; readonly why: WhyUnknown }
  /** The service can't search clusters, so only their names are known. */
  | { readonly about: 'clustersNotSearched'; readonly error: ServiceError }
  /** Pools (below a project: clusters, too) are not listed. Without an error, the cluster has no cloud config. */
  | { readonly about: 'poolsNotListed'; readonly error: ServiceError | undefined }
  /** Pools whose machines can't be listed: those of another cloud type or without a name. */
  | { readonly about: 'hybridPool'; readonly pool: HybridPool }
  | { readonly about: 'namelessPool'; readonly pool: MachinePool };

/** A row that says why a list is empty, or lacks something. */
export interface NoteRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'note';
  readonly parent: Parent | undefined;
  readonly note: Note;
}

/** A note below the row with the ID `parentId`; `place` distinguishes several notes of the same kind. */
export function noteRow<Parent extends TreeRow>(
  parentId: string,
  parent: Parent | undefined,
  note: Note,
  place = '',
): NoteRow<Parent> {
  return { kind: 'note', id: `${parentId}/note~${note.about}${place}`, parent, note };
}

interface ProjectSources {
  readonly listing: Project;
  /** What a cluster says that refers to it: its name. */
  readonly named: Project;
}

export interface ProjectRow extends TreeRow {
  readonly kind: 'project';
  readonly parent: undefined;
  readonly readings: Readings<ProjectSources>;
  /** What the listing says or, if only clusters that refer to it are known, its name. */
  readonly project: Project;
}

export interface ClusterRow extends TreeRow, ClusterData {
  readonly kind: 'cluster';
  readonly parent: ProjectRow;
  /** Since when the service says how it is now. */
  readonly run: Run | undefined;
}

export interface PoolRow extends TreeRow {
  readonly kind: 'pool';
  readonly parent: ClusterRow | ProjectRow;
  readonly ref: PoolRef;
  /** What the cloud config says; undefined for a pinned pool that the service does not list. */
  readonly pool: MachinePool | undefined;
}

export interface MachineRow extends TreeRow {
  readonly kind: 'machine';
  readonly parent: PoolRow;
  readonly machine: Machine;
  readonly readAt: number;
  readonly requestNumber: number;
  /** As of when it was read. */
  readonly health: Health;
}

/** The rows that have children. */
export type ParentRow = ProjectRow | ClusterRow | PoolRow;

/** The rows that stand for an item of the service. */
export type ResourceRow = ParentRow | MachineRow;

export type Row = ResourceRow | NoteRow<ParentRow>;

export type ItemStoreRow = StoreRow<Row, ParentRow>;
