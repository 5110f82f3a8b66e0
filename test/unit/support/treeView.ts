import { EventEmitter, type TreeView } from 'vscode';

/** A view that selects each row that is revealed. @param reveal what VS Code does first, such as fail */
export function viewOf<Row>(reveal: (row: Row) => Promise<void> = () => Promise.resolve()) {
  const selected = new EventEmitter<{ readonly selection: readonly Row[] }>();
  const select = (...rows: readonly Row[]): void => {
    view.selection = rows;
    selected.fire({ selection: rows });
  };
  const view: { selection: readonly Row[] } & Partial<TreeView<Row>> = {
    selection: [],
    visible: true,
    onDidChangeSelection: selected.event,
    reveal: async (row: Row) => {
      await reveal(row);
      select(row);
    },
  };
  return { view: view as TreeView<Row>, select };
}
