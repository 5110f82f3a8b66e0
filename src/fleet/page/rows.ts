import { l10n } from 'vscode';
import { fields, tableColumns, type PlacedItem, type TableColumn } from '../../items/fields';
import { groupBy } from '../../items/groupBy';
import { compareStates, containersOf, type Item } from '../../items/item';
import { stateText } from '../../items/itemText';
import { clusterCount, machineCount } from '../../text/format';
import { parts, separator } from '../../text/text';
import { Columns } from '../../webPage/columns';
import type { Cluster, PageFleet } from './fleet';

/** A row of the table. */
export interface Row extends PlacedItem {
  readonly id: string;
  readonly cluster: Cluster;
}

/** The clusters and machines, each machine after its cluster. */
export function allRows({ clusters, items }: PageFleet): readonly Row[] {
  const parentOf = ({ parent }: Item): Item | undefined => items.get(parent ?? '');
  return clusters.flatMap((cluster) =>
    [cluster.item, ...cluster.machines].flatMap((item) =>
      item.kind === 'pool' ? [] : { id: item.id, item, cluster, containers: containersOf(item, parentOf) },
    ),
  );
}

/** Rows with the same cause. */
export interface RowGroup {
  readonly id: string;
  readonly state: Item['state'];
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Groups rows by their cause, or else by their state: the worst groups first, others in the order of their first rows. */
export function groupRows(rows: readonly Row[]): readonly RowGroup[] {
  const groups = groupBy(rows, (row) => causeOf(row) || row.item.state);
  return [...groups]
    .map(([id, members]) => {
      const [state = 'unknown'] = members.map(({ item }) => item.state).sort(compareStates);
      return { id, state, title: groupText(id === state ? stateText(state) : id, members), rows: members };
    })
    .sort((one, other) => compareStates(one.state, other.state));
}

/**
 * The cause of a cluster whose machines in the same state have the same cause is theirs, not `DiskPressure: 3 machines`; that
 * of another one is what comes first, without how many machines are affected.
 */
function causeOf({ item, cluster }: Row): string {
  if (item.kind === 'machine') return item.cause;
  const causes = new Set(
    cluster.machines.filter(({ state }) => state === item.state).map(({ cause }) => cause),
  );
  const [cause = ''] = causes;
  return causes.size === 1 ? cause : (item.cause.split(separator)[0] ?? '');
}

/** `DiskPressure: 14 machines in 6 clusters` */
function groupText(cause: string, rows: readonly Row[]): string {
  const machines = rows.filter(({ item }) => item.kind === 'machine');
  const affected = new Set(machines.map(({ cluster }) => cluster));
  const others = rows.filter(({ item, cluster }) => item.kind === 'cluster' && !affected.has(cluster));
  const counts = parts(
    machines.length === 0
      ? undefined
      : l10n.t('{0} in {1}', machineCount(machines.length), clusterCount(affected.size)),
    others.length === 0 ? undefined : clusterCount(others.length),
  );
  return l10n.t('{0}: {1}', cause, counts);
}

function titleOf(column: TableColumn): () => string {
  const { title, shortTitle = title } = fields[column];
  return shortTitle;
}

export const columns = new Columns<TableColumn>(tableColumns, {
  state: { title: titleOf('state'), usual: 110, needed: 30, isFixed: true, stays: 'always' },
  name: { title: titleOf('name'), usual: 280, needed: 200, stays: 'always' },
  cause: { title: titleOf('cause'), usual: 280, needed: 200, stays: 'unlessHidden' },
  path: { title: titleOf('path'), usual: 200, needed: 170 },
  addresses: { title: titleOf('addresses'), usual: 130, needed: 120 },
  heartbeat: { title: titleOf('heartbeat'), usual: 112, needed: 100 },
  readAt: { title: titleOf('readAt'), usual: 80, needed: 70 },
  kubernetes: { title: titleOf('kubernetes'), usual: 100, needed: 90 },
  os: { title: titleOf('os'), usual: 120, needed: 110 },
  profile: { title: titleOf('profile'), usual: 200, needed: 140 },
  uid: { title: titleOf('uid'), usual: 240, needed: 150 },
  tags: { title: titleOf('tags'), usual: 200, needed: 150 },
});
