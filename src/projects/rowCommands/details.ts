import { summaryOf, summaryText, withFacts } from '../../items/summary';
import { yamlDocument } from '../../presentation/yamlDocument';
import { jsonOfRows } from '../../tree/rowData';
import type { Inventory } from '../../items/inventory';
import { kindOf, type ResourceRow } from '../../items/kinds';

/** Everything that is known about a row, as YAML. */
export function detailsOf(row: ResourceRow, inventory: Inventory): string {
  return yamlDocument(withFacts(row, inventory), summaryText(summaryOf(row, inventory)));
}

/** The service's data about rows as JSON: an object for one row, an array for several. */
export function jsonOf(rows: readonly ResourceRow[], { store }: Inventory): string {
  return jsonOfRows(rows, kindOf, store);
}
