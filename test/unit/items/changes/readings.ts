import type { ItemReading, ListReading } from '../../../../src/items/changes/change';
import type { Severity } from '../../../../src/items/severity';
import { parentIdOf } from '../../../../src/items/store/row';

const kinds = ['project', 'cluster', 'pool', 'machine'] as const;

/** Reads an item whose ID has the form `view/a/b`, with `b` as its name and `a` as its only container. */
export function item(
  id: string,
  values: ItemReading['values'] = { health: 'Healthy' },
  severity: Severity = values.health === undefined || values.health === 'Healthy' ? 'healthy' : 'unhealthy',
): ItemReading {
  const path = id.split('/').slice(1);
  const kind = kinds[path.length - 1] ?? 'machine';
  return {
    kind,
    id,
    name: path.at(-1) ?? '',
    uid: undefined,
    path: path.slice(0, -1),
    severity,
    values,
  };
}

/**
 * Reads the list that contains `items`. The number of the request is its time, unless it is given. The list below a parent
 * without items needs its ID.
 */
export function list(
  readAt: number,
  items: readonly ItemReading[],
  { isWhole = true, parent = parentIdOf(items[0]?.id ?? ''), requestNumber = readAt } = {},
): ListReading {
  return { parent: parent.includes('/') ? parent : undefined, items, isWhole, readAt, requestNumber };
}
