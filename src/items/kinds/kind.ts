import type { SourceReadings } from '../cluster';
import type { ComparedValue } from '../changes/change';
import type { Derived } from '../derived';
import type { Health, WorstMachines } from '../health';
import type { Session } from '../../connections/session';
import type { ProjectSearch } from '../../service/resources/project';
import type { Item } from '../item';
import type { Row as TableRow } from '../../text/markdownParts';
import type { Severity } from '../severity';
import type { TreeRow } from '../store/row';
import type { RowStore } from '../store/rowStore';
import type { ClusterRow, ParentRow, Row } from './rows';
import type { EmptyNote } from './note';

/** The rows of the items of a connection, and everything that is known about them. */
export type ItemStore = RowStore<Row, ParentRow>;

/** What is needed to read rows. */
export interface ReadContext {
  /** The start of all IDs. */
  readonly rootId: string;
  readonly service: Pick<Session, 'listing' | 'client' | 'projects'>;
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

/** When the state of an item was requested, and whether reading it again has failed since. */
export interface StateAge {
  readonly readAt: number | undefined;
  readonly requestNumber: number;
  readonly isStale: boolean;
}

/** What a read returned about an item, to be compared with what the next one returns. */
export interface Observed {
  readonly health: Health;
  /** Not safe to show on one line yet. A value that the read did not tell is undefined. */
  readonly values: Readonly<Partial<Record<ComparedValue, string | undefined>>>;
}

/** Everything about the items of one kind, except how the items in them are read and how their rows look. */
export interface Kind<Row extends TreeRow> extends SourceKind<Row, ItemStore> {
  /** The text for an empty list below it; missing if it has no children. */
  readonly emptyNote?: EmptyNote;
  /** The path of the pages of its items in the web console; missing if they have none. */
  readonly consoleFolder?: string;
  /** How a later read updates a record. Without it, it replaces what is known. @returns whether anything changed that users see */
  merge?(known: Row, fresh: Row): boolean;
  /** The item's own health when it was read, and its cause. @param below the items in it */
  health(row: Row, below: readonly Derived[], store: ItemStore): Health;
  /**
   * How the item is and why. Without it, as its own health and that of the machines in it say.
   * @param severity the worst of itself and what is in it
   */
  shown?(
    row: Row,
    own: Health,
    severity: Severity,
    machines: WorstMachines | undefined,
    below: readonly Derived[],
  ): Health;
  /** Of its own health, if that is not from its latest read. */
  age?(row: Row, own: Health, store: ItemStore): Partial<StateAge> | undefined;
  /** When time alone changes how it is, in milliseconds since 1970. */
  nextChange?(row: Row, now: number): number;
  /** What a read returned about it, regardless of what is known from other reads. */
  observed(row: Row): Observed;
  /** How large it is, as lines of a summary. */
  size(row: Row): readonly string[];
  /** The table of its hover. @param now in milliseconds since 1970 */
  hoverTable(row: Row, now: number, store: ItemStore): readonly TableRow[];
  /** What was read of it because the user looked at it, for documents. */
  details?(row: Row): object;
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
