import type { Health } from '../health';
import type { ClusterData } from '../cluster';
import type { Readings, Run } from '../record';
import type { MachinePool } from '../../service/resources/cluster';
import type { Machine, PoolRef } from '../../service/resources/machine';
import type { Project } from '../../service/resources/project';
import type { StoreRow, TreeRow } from '../store/row';
import type { NoteRow } from './note';

export type { NoteRow } from './note';

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
