import type { Uri } from 'vscode';
import { displayName } from '../../text/text';
import { DetailsDocuments, detailsUri as uriOf } from '../../ui/detailsDocuments';
import type { Inventory } from '../../items/inventory';
import { isResourceRow, kindOf, type ResourceRow } from '../../items/kinds';
import { summaryOf, summaryText, withFacts } from '../../items/summary';

const scheme = 'poolview';

export function detailsUri(row: ResourceRow): Uri {
  const kind = kindOf(row);
  return uriOf(scheme, displayName(kind.name(row), kind.uid(row), row.kind), row.id);
}

/** The details of the rows of the Projects view. */
export function newDetailsDocuments(active: () => Inventory | undefined): DetailsDocuments {
  return new DetailsDocuments(scheme, async (rowId) => {
    const current = active();
    const row = current?.store.find(rowId);
    return current !== undefined && isResourceRow(row) ? await detailsOf(row, current) : undefined;
  });
}

/** Everything that is known about a row, as YAML. */
export async function detailsOf(row: ResourceRow, inventory: Inventory): Promise<string> {
  const { yamlDocument } = await import('../../text/yamlDocument');
  return yamlDocument(withFacts(row, inventory), summaryText(summaryOf(row, inventory)));
}
