import type { TreeItem } from 'vscode';
import type { ClusterReading } from '../../presentation/cluster';
import type { ItemState } from '../item';
import type { Health } from '../../presentation/health';
import type { Severity } from '../../presentation/severity';
import type { ServiceClient } from '../../service/client';
import type { Pages } from '../../service/pages';
import type { ListingMethod, Project, ProjectSearch } from '../../service/resources/project';
import type { TreeRow } from '../store/row';
import type { EmptyNote } from './note';

/** The part of the service that rows are read from. */
export interface ProjectsService {
  /** The project listing that the service offers; undefined before the first one. */
  readonly listing: ListingMethod | undefined;
  client(): Promise<ServiceClient>;
  forgetRefusals(): void;
  projects(search: ProjectSearch): Promise<Pages<Project>>;
}

/** What is needed to read rows. */
export interface ReadContext {
  /** The ID of the view. */
  readonly rootId: string;
  readonly service: ProjectsService;
  readonly search: ProjectSearch;
}

/** What is known about rows besides the rows themselves. */
export interface RowContext {
  /** The health of a row and everything loaded below it, with the cause. */
  health(row: TreeRow): Health;
  /** The severity of {@link RowContext.health}. */
  severity(row: TreeRow): Severity;
  /** The severity, unless nothing has been read that says so. */
  state(row: TreeRow): ItemState;
  /** The age of a row that could not be refreshed, for its description; otherwise undefined. */
  age(row: TreeRow): string | undefined;
  /** The loaded rows with the same parent. The array changes only if the rows do. */
  siblings(row: TreeRow): readonly TreeRow[];
  /** The severities of the loaded machines of a pool; undefined before it has been expanded. */
  machineSeverities(pool: TreeRow): readonly Severity[] | undefined;
  /** Whether the list below a row has more pages. */
  hasMore(row: TreeRow): boolean;
  /** Whether the user can add machine pools below a row because the service doesn't list them. */
  canAddPools(row: TreeRow): boolean;
  /** What expanding a cluster revealed about it. */
  clusterReading(cluster: TreeRow): ClusterReading | undefined;
}

/** Everything about the rows of one kind, except how their children are read. */
export interface RowKind<Row extends TreeRow> {
  /** The ID of its icon in lists. */
  readonly icon: string;
  /** The path of its pages in the web console; missing if it has none. */
  readonly consoleFolder?: string;
  /** Its name and UID in the service; undefined if not known. */
  name(row: Row): string | undefined;
  uid(row: Row): string | undefined;
  /** What it is and where; `path` has the names of its ancestors. */
  location(row: Row, path: string): string;
  /** The text for an empty list below it; missing if it has no children. */
  readonly emptyNote?: EmptyNote;
  /** The item's own health when it was read, and its cause. */
  health(row: Row, context: RowContext): Health;
  /** Whether anything has been read that can say how it is. */
  isRead(row: Row, context: RowContext): boolean;
  item(row: Row, context: RowContext): TreeItem;
  /** The service's data about it: any JSON, which may contain secrets. */
  source(row: Row, context: RowContext): unknown;
  /** Its IP addresses, those within its cluster first. */
  addresses?(row: Row): readonly string[];
  /** Its last heartbeat, in milliseconds since 1970. */
  heartbeat?(row: Row): number | undefined;
  /** Other names by which texts mention it. */
  aliases?(row: Row): readonly string[];
  sshKeyName?(row: Row): string | undefined;
}
