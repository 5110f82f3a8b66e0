import type { Uri } from 'vscode';
import { displayName } from '../../presentation/text';
import { DetailsDocuments, detailsUri as uriOf } from '../../ui/detailsDocuments';
import type { Inventory } from '../../items/inventory';
import { isResourceRow, kindOf, type ResourceRow } from '../../items/kinds';

export const scheme = 'poolview';

export function detailsUri(row: ResourceRow): Uri {
  const kind = kindOf(row);
  return uriOf(scheme, displayName(kind.name(row), kind.uid(row), row.kind), row.id);
}

/** The details of the rows of the Projects view. */
export function newDetailsDocuments(active: () => Inventory | undefined): DetailsDocuments {
  return new DetailsDocuments(scheme, async (rowId) => {
    // IDs of rows never contain this.
    if (rowId.includes('/#')) return (await import('./timeline')).shownTexts.get(rowId);
    const { detailsOf } = await import('./details');
    const current = active();
    const row = current?.store.find(rowId);
    return current !== undefined && isResourceRow(row) ? detailsOf(row, current) : undefined;
  });
}
