import { containersOf } from '../items/item';
import type { TreeRow } from '../items/store/row';
import { jsonDocument } from '../text/document';
import { isObject } from '../service/readers';
import type { RowSpec } from './rowSpec';

/**
 * The service's data about rows as JSON: an object for one row, an array for several, each with what contains it, unless the data
 * already has a field with that name.
 */
export function jsonOfRows<Row extends TreeRow & { readonly parent: Row | undefined }, Model>(
  rows: readonly Row[],
  model: Model & { specOf(row: Row): RowSpec<Row, Model> },
): string {
  const sources = rows.map((row) => {
    const source = model.specOf(row).source?.(row, model);
    if (row.parent === undefined || !isObject(source)) return source;
    const location = containersOf<Row>(row, ({ parent }) => parent).map((container) => {
      const spec = model.specOf(container);
      return [container.kind, { name: spec.name?.(container), uid: spec.uid?.(container) }];
    });
    return { location: Object.fromEntries(location) as unknown, ...source };
  });
  return jsonDocument(sources.length === 1 ? sources[0] : sources);
}
