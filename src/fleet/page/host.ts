import type { RowContext, RowReference, ToExtension } from '../messages';
import { readView, type View } from './viewState';

const host = acquireVsCodeApi();

export function send(message: ToExtension): void {
  host.postMessage(message);
}

export function storedView(): View {
  return readView(host.getState());
}

export function storeView(view: View): void {
  host.setState(view);
}

/** What menus know about a row that is selected. The table has the selection: VS Code adds what elements around it have. */
export function selectedRowContext({ kind, id }: RowReference): string {
  return JSON.stringify({ webviewSection: kind, kind, id } satisfies Partial<RowContext>);
}

/** What menus know about the item below the pointer. @param selected the selection, if the item is in it */
export function menuContext(item: RowReference, selected: readonly RowReference[] = []): string {
  const { kind, id } = item;
  const context: RowContext = {
    webviewSection: kind,
    kind,
    id,
    selected: selected.map((other) => ({ kind: other.kind, id: other.id })),
    listMultiSelection: selected.length > 1,
    listDoubleSelection: selected.length === 2,
    preventDefaultContextMenuItems: true,
  };
  return JSON.stringify(context);
}
