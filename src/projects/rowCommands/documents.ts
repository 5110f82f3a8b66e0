import { Uri } from 'vscode';
import { displayName } from '../../text/text';
import { DetailsDocuments, fileName } from '../../ui/detailsDocuments';
import type { Inventory } from '../../items/inventory';
import { isResourceRow, kindOf, type ResourceRow } from '../../items/kinds';
import { summaryOf, summaryText, withFacts } from '../../items/summary';

const detailsScheme = 'poolview';

/** The URI of a row's details. Its path ends in `.yaml`, which sets the language. */
export function detailsUri(row: ResourceRow): Uri {
  const kind = kindOf(row);
  const name = fileName(displayName(kind.name(row), kind.uid(row), row.kind));
  return Uri.from({ scheme: detailsScheme, path: `/${name}.yaml`, query: row.id });
}

/** The details of the rows of the Projects view. */
export function newDetailsDocuments(active: () => Inventory | undefined): DetailsDocuments {
  return new DetailsDocuments(detailsScheme, async (rowId) => {
    const current = active();
    const row = current?.store.find(rowId);
    return current !== undefined && isResourceRow(row) ? await yamlDetails(row, current) : undefined;
  });
}

/** Everything that is known about a row, as YAML. */
export async function yamlDetails(row: ResourceRow, inventory: Inventory): Promise<string> {
  const { yamlDocument } = await import('../../text/yamlDocument');
  return yamlDocument(withFacts(row, inventory), summaryText(summaryOf(row, inventory)));
}
