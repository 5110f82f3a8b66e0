import { jsonDocument } from '../../presentation/document';
import { containersOf } from '../../items/item';
import { summaryText } from '../../items/summary';
import { yamlDocument } from '../../presentation/yamlDocument';
import { isObject } from '../../service/readers';
import type { Inventory } from '../../items/inventory';
import { summaryOf, withEvents } from '../../items/summaryOf';
import { kindOf, type ResourceRow } from '../../items/kinds';

/** Everything that is known about a row, as YAML. */
export function detailsOf(row: ResourceRow, inventory: Inventory): string {
  return yamlDocument(withEvents(row, inventory), summaryText(summaryOf(row, inventory)));
}

/** The service's data about rows as JSON: an object for one row, an array for several. */
export function jsonOf(rows: readonly ResourceRow[], inventory: Inventory): string {
  const sources = rows.map((row) => withLocation(row, kindOf(row).source(row, inventory.store)));
  return jsonDocument(sources.length === 1 ? sources[0] : sources);
}

/** Adds the items that contain a row, unless the service's data already has a field with that name. */
function withLocation(row: ResourceRow, source: unknown): unknown {
  return row.parent === undefined || !isObject(source) ? source : { location: containersIn(row), ...source };
}

/** The items that contain a row, by kind. */
function containersIn(
  row: ResourceRow,
): Readonly<Record<string, Readonly<Record<'name' | 'uid', string | undefined>>>> {
  const containers = containersOf<ResourceRow>(row, ({ parent }) => parent);
  return Object.fromEntries(
    containers.map((container) => {
      const kind = kindOf(container);
      return [container.kind, { name: kind.name(container), uid: kind.uid(container) }];
    }),
  );
}
