import { containersOf } from './item';
import { comparedValues, type ComparedValue, type ItemReading, type ListReading } from './changes/change';
import type { Cluster } from '../service/resources/cluster';
import type { RequestTime } from '../service/requestTime';
import { observedText } from './health';
import type { Observed } from './kinds/kind';
import {
  isResourceRow,
  kindOf,
  shownName,
  type ClusterRow,
  type ParentRow,
  type ResourceRow,
  type Row,
} from './kinds';
import type { RowReading } from './store/rowSource';

/** What a read returned about the items below a row. */
export function listReadingOf({ parent, rows, ...read }: RowReading<Row, ParentRow>): ListReading {
  const path = pathTo(parent);
  const items = rows.filter(isResourceRow).map((row) => readingOf(row, path));
  return { ...read, parent: parent?.id, items };
}

/** What reading a cluster itself returned, for a service that does not search clusters. */
export function clusterReadingOf(
  row: ClusterRow,
  { status, source }: Cluster,
  { readAt, requestNumber }: RequestTime,
): ListReading {
  const found = { status: { state: status?.state }, source };
  const rows = [{ ...row, found }];
  return listReadingOf({ parent: row.parent, rows, isWhole: false, readAt, requestNumber });
}

function readingOf(row: ResourceRow, path: readonly string[]): ItemReading {
  const { health, values } = kindOf(row).observed(row);
  const { kind, id } = row;
  return {
    kind,
    id,
    name: shownName(row),
    uid: kindOf(row).uid(row),
    path,
    severity: health.severity,
    values: toldValues(values),
  };
}

/** The names of a row and its ancestors, the project first. */
export function pathTo(row: ResourceRow | undefined): readonly string[] {
  return row === undefined ? [] : [...containersOf(row, ({ parent }) => parent), row].map(shownName);
}

/** Without values that the read did not tell: an empty text means so, except for the maintenance. */
function toldValues(values: Observed['values']): ItemReading['values'] {
  const told: Partial<Record<ComparedValue, string>> = {};
  for (const what of comparedValues) {
    const text = values[what];
    if (text !== undefined && (text !== '' || what === 'maintenance')) told[what] = observedText(text);
  }
  return told;
}
