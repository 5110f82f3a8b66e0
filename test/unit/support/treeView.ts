import { EventEmitter, type TreeView } from 'vscode';

/** A view that selects each row that is revealed. @param reveal what VS Code does first, such as fail */
export function viewOf(reveal: (id: string) => Promise<void> = () => Promise.resolve()) {
  const selected = new EventEmitter<{ readonly selection: readonly string[] }>();
  const select = (...ids: readonly string[]): void => {
    view.selection = ids;
    selected.fire({ selection: ids });
  };
  const view: { selection: readonly string[] } & Partial<TreeView<string>> = {
    selection: [],
    visible: true,
    onDidChangeSelection: selected.event,
    reveal: async (id: string) => {
      await reveal(id);
      select(id);
    },
  };
  return { view: view as TreeView<string>, select };
}
