import { summaryOf, summaryText, withFacts } from '../../items/summary';
import { yamlDocument } from '../../presentation/yamlDocument';
import type { Inventory } from '../../items/inventory';
import type { ResourceRow } from '../../items/kinds';

/** Everything that is known about a row, as YAML. */
export function detailsOf(row: ResourceRow, inventory: Inventory): string {
  return yamlDocument(withFacts(row, inventory), summaryText(summaryOf(row, inventory)));
}
