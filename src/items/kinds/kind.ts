import type { ClusterData, MachineCounts } from '../cluster';
import type { Standing, Derived } from '../containers';
import type { Reading } from '../record';
import type { ObservedValues } from '../changes/change';
import type { Health, WorstMachines } from '../health';
import type { Session } from '../../connections/session';
import type { ProjectSearch } from '../../service/resources/project';
import type { CallOptions } from '../../service/operations';
import type { Item } from '../item';
import type { Row as TableRow } from '../../text/markdown';
import type { Severity } from '../severity';
import type { RowPage } from '../store/loadedList';
import type { TreeRow } from '../store/row';
import type { Lists } from '../store/lists';
import type { ClusterRow, ParentRow, Row, NoteRow } from './rows';

/** The rows of the items of a connection, and everything that is known about them. */
export type ItemStore = Lists<Row, ParentRow>;

export interface ReadContext {
  readonly rootId: string;
  readonly service: Session;
  readonly search: ProjectSearch;
  /** The cluster with a UID, whichever project it is in. */
  readonly clusterOf: (uid: string | undefined) => ClusterRow | undefined;
  /** Call this with what a request says about a cluster besides the list below it. */
  readonly takeCluster: (cluster: ClusterRow, known: Partial<ClusterData>) => void;
}

/** What the service says about the rows of one kind. */
export interface SourceKind<Row extends TreeRow, Model> {
  /** Its name and UID in the service; undefined if not known. */
  name(row: Row): string | undefined;
  uid(row: Row): string | undefined;
  /** The service's data about it: any JSON, which may contain secrets. */
  source(row: Row, model: Model): unknown;
}

/** What is known of an item, to be compared with what later reads return. */
export interface Observed {
  /** Its own, without what is in it. */
  readonly health: Health;
  /** Safe to show on one line. A value that no read told is missing. */
  readonly values: ObservedValues;
}

/** Everything about the items of one kind, except where they stand and how their rows look. */
export interface Kind<Row extends TreeRow> extends SourceKind<Row, ItemStore> {
  /**
   * Reads the first page of those that are in `parent`.
   * @param before the rows of the last successful read
   * @throws ServiceError
   */
  read(
    parent: Row['parent'],
    context: ReadContext,
    options: CallOptions,
    before: readonly TreeRow[],
  ): Promise<RowPage<Row | NoteRow<ParentRow>>>;
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
  /** Whether reading it again has failed, if its list does not tell. */
  isOutdated?(row: Row, store: ItemStore): boolean | undefined;
  /** Whether a later statement about what contains it settles what was read of it, or disagrees with it. */
  standing?(row: Row, own: Health, store: ItemStore): Standing | undefined;
  /** What the service says about the parts of an item as a whole, if it sees them. */
  counted?(row: Row, store: ItemStore): Reading<MachineCounts> | undefined;
  /** The reason of the condition that decides how it is, which events have, too. */
  reason?(row: Row): string | undefined;
  /** When time alone changes how it is, in milliseconds since 1970. */
  nextChange?(row: Row, now: number): number;
  /** What is compared from read to read. */
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
