import type { ToExtension } from '../messages';
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

/** What menus know about the item below the pointer. */
export function menuContext(
  item: { readonly kind: string; readonly id: string },
  selected?: readonly { readonly kind: string; readonly id: string }[],
): string {
  const { kind, id } = item;
  return JSON.stringify({
    webviewSection: kind,
    kind,
    id,
    preventDefaultContextMenuItems: true,
    ...(selected && { selected: selected.map((other) => ({ kind: other.kind, id: other.id })) }),
  });
}
