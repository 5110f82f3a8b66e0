import type { TreeItem } from 'vscode';
import type { TreeRow } from '../items/store/row';
import { parts, present } from '../text/text';
import { ageText, textOf } from './items';
import type { RowKind } from './rowKinds';

/** The same kind with the age of a row in its description if the row could not be refreshed. */
export function aged<
  Row extends TreeRow,
  Model extends { readonly store: { isOutdated(row: Row): boolean } },
>(kind: RowKind<Row, Model>): RowKind<Row, Model> {
  return {
    ...kind,
    item: (row, model) => {
      const item = kind.item(row, model);
      return model.store.isOutdated(row) ? agedItem(item, row.readAt) : item;
    },
  };
}

/** Adds the age to a row that could not be refreshed; `readAt` in milliseconds since 1970. */
function agedItem(item: TreeItem, readAt: number | undefined): TreeItem {
  const age = ageText(readAt);
  item.description = parts(age, textOf(item.description));
  const { label } = item.accessibilityInformation ?? {};
  item.accessibilityInformation = { label: present(label, age).join(', ') };
  return item;
}
