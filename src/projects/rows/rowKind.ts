import type { TreeItem } from 'vscode';
import type { ClusterReading } from '../../presentation/cluster';
import type { Health } from '../../presentation/health';
import type { Severity } from '../../presentation/severity';
import type { ServiceClient } from '../../service/client';
import type { OptionalOperations } from '../../service/optionalOperations';
import type { Pages } from '../../service/pages';
import type { ListingMethod, Project, ProjectSearch } from '../../service/resources/project';
import type { TreeRow } from '../../tree/row';
import type { EmptyNote } from './note';

/** The service, as far as rows are read from it. */
export interface ProjectsService {
  /** The project listing that the service offers; undefined before the first one. */
  readonly listing: ListingMethod | undefined;
  client(): Promise<ServiceClient>;
  projects(search: ProjectSearch): Promise<Pages<Project>>;
}

/** What reading rows depends on. */
export interface ReadContext {
  /** The ID of the view. */
  readonly rootId: string;
  readonly service: ProjectsService;
  readonly search: ProjectSearch;
  readonly operations: OptionalOperations;
}

/** What is known about rows besides the rows themselves. */
export interface RowContext {
  /** How a row is, together with everything that is loaded below it, and why. */
  health(row: TreeRow): Health;
  /** The severity of {@link RowContext.health}. */
  severity(row: TreeRow): Severity;
  /** How old a row is that could not be read again, as a part of its description; otherwise undefined. */
  age(row: TreeRow): string | undefined;
  /** The loaded rows below the same parent; the same array while they are the same rows. */
  siblings(row: TreeRow): readonly TreeRow[];
  /** The severities of the loaded machines of a pool; undefined before it has been expanded. */
  machineSeverities(pool: TreeRow): readonly Severity[] | undefined;
  /** Whether the list below a row continues. */
  hasMore(row: TreeRow): boolean;
  /** Whether the user can add machine pools below a row, because the service does not list them. */
  canAddPools(row: TreeRow): boolean;
  /** What expanding a cluster told about it. */
  clusterReading(cluster: TreeRow): ClusterReading | undefined;
}

/** Everything about the rows of one kind, except how their children are read. */
export interface RowKind<Row extends TreeRow> {
  /** The ID of its icon in lists. */
  readonly icon: string;
  /** The folder of the web console that its page is in; missing if it has no page of its own. */
  readonly consoleFolder?: string;
  /** The name and UID that the service has for it; undefined if the service does not say. */
  name(row: Row): string | undefined;
  uid(row: Row): string | undefined;
  /** What it is and where; `path` has the names of the rows above. */
  location(row: Row, path: string): string;
  /** What the list below it says if it is empty; missing if nothing is below it. */
  readonly emptyNote?: EmptyNote;
  /** How the item itself was when it was read, and why. */
  health(row: Row, context: RowContext): Health;
  item(row: Row, context: RowContext): TreeItem;
  /** What the service said about it: any JSON, which may contain secrets. */
  source(row: Row, context: RowContext): unknown;
  /** Its IP addresses, those within its cluster first. */
  addresses?(row: Row): readonly string[];
  /** Its last heartbeat, in milliseconds since 1970. */
  heartbeat?(row: Row): number | undefined;
  /** Other names by which texts mention it. */
  aliases?(row: Row): readonly string[];
  sshKeyName?(row: Row): string | undefined;
}
