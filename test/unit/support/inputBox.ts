import { onTestFinished, vi } from 'vitest';
import { EventEmitter, window } from 'vscode';

/** An input box, and what the user does in it. */
class FakeInputBox {
  value = '';
  busy = false;
  prompt = '';
  validationMessage: unknown;
  readonly dispose = vi.fn();
  readonly show = vi.fn();
  readonly accepted = new EventEmitter<void>();
  readonly hidden = new EventEmitter<void>();
  readonly changed = new EventEmitter<string>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidTriggerButton = new EventEmitter<unknown>().event;
  readonly onDidChangeValue = this.changed.event;

  type(text: string): void {
    this.value = text;
    this.changed.fire(text);
  }
}

/** The input box that is shown next. */
export function nextInputBox(): FakeInputBox {
  const input = new FakeInputBox();
  Object.assign(window, { createInputBox: () => input });
  onTestFinished(() => void Reflect.deleteProperty(window, 'createInputBox'));
  return input;
}
