import type { SourceReadings } from '../cluster';
import type { Health } from '../health';
import type { Session } from '../../connections/session';
import type { ProjectSearch } from '../../service/resources/project';
import type { Item } from '../item';
import type { TreeRow } from '../store/row';
import type { RowStore } from '../store/rowStore';
import type { ClusterRow, ParentRow, Row } from './rows';
import type { EmptyNote } from './note';

/** The rows of the items of a connection, and everything that is known about them. */
export type ItemStore = RowStore<Row, ParentRow>;

/** The part of the service that rows are read from. */
type ProjectsService = Pick<Session, 'listing' | 'client' | 'projects'>;

/** What is needed to read rows. */
export interface ReadContext {
  /** The start of all IDs. */
  readonly rootId: string;
  readonly service: ProjectsService;
  readonly search: ProjectSearch;
  /** The cluster with a UID, whichever project it is in. */
  readonly clusterOf: (uid: string | undefined) => ClusterRow | undefined;
  /** Call this with what a request says about a cluster besides the list below it. */
  readonly tell: (cluster: ClusterRow, readings: SourceReadings) => void;
}

/** What the service says about the rows of one kind. */
export interface SourceKind<Row extends TreeRow, Model> {
  /** Its name and UID in the service; undefined if not known. */
  name(row: Row): string | undefined;
  uid(row: Row): string | undefined;
  /** The service's data about it: any JSON, which may contain secrets. */
  source(row: Row, model: Model): unknown;
}

/** Everything about the items of one kind, except how the items in them are read and how their rows look. */
export interface Kind<Row extends TreeRow> extends SourceKind<Row, ItemStore> {
  /** The text for an empty list below it; missing if it has no children. */
  readonly emptyNote?: EmptyNote;
  /** The item's own health when it was read, and its cause. */
  health(row: Row): Health;
  /** The fields of the item that only this kind has. */
  fields?(row: Row): Partial<Item>;
  /** Whether anything has been read that can say how it is. */
  isRead(row: Row, store: ItemStore): boolean;
  /** Its IP addresses, those within its cluster first. */
  addresses?(row: Row): readonly string[];
  /** Its last heartbeat, in milliseconds since 1970 by the clock of this computer. */
  heartbeat?(row: Row): number | undefined;
  /** Other names by which texts mention it. */
  aliases?(row: Row): readonly string[];
  sshKeyName?(row: Row): string | undefined;
}
