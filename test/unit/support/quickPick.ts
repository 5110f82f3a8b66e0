import { onTestFinished, vi } from 'vitest';
import { EventEmitter, window, type QuickInputButton, type QuickPickItem } from 'vscode';

/** A quick pick, and what the user does in it. */
class FakeQuickPick {
  items: readonly QuickPickItem[] = [];
  activeItems: readonly QuickPickItem[] = [];
  selectedItems: readonly QuickPickItem[] = [];
  buttons: readonly QuickInputButton[] = [];
  title: string | undefined;
  value = '';
  busy = false;
  canSelectMany = false;
  prompt?: string;
  readonly dispose = vi.fn();
  readonly show = vi.fn();
  readonly accepted = new EventEmitter<void>();
  readonly hidden = new EventEmitter<void>();
  readonly pressed = new EventEmitter<unknown>();
  readonly changed = new EventEmitter<string>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidTriggerButton = this.pressed.event;
  readonly pressedInItem = new EventEmitter<{ item: QuickPickItem; button: QuickInputButton }>();
  readonly onDidTriggerItemButton = this.pressedInItem.event;
  readonly onDidChangeValue = this.changed.event;

  choose(...items: readonly QuickPickItem[]): void {
    this.selectedItems = items;
    if (!this.canSelectMany) this.activeItems = items;
    this.accepted.fire();
  }

  /** Presses the button with this tooltip at the end of an item. */
  press(item: QuickPickItem | undefined, tooltip: string): void {
    const button = item?.buttons?.find((each) => each.tooltip === tooltip);
    if (item === undefined || button === undefined) throw new Error('There is no such button');
    this.pressedInItem.fire({ item, button });
  }

  type(text: string): void {
    this.value = text;
    this.changed.fire(text);
  }
}

/** The quick pick that is shown next. */
export function nextQuickPick(): FakeQuickPick {
  const list = new FakeQuickPick();
  Object.assign(window, { createQuickPick: () => list });
  onTestFinished(() => void Reflect.deleteProperty(window, 'createQuickPick'));
  return list;
}
