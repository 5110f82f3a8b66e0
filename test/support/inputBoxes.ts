import {
  EventEmitter,
  QuickInputButtons,
  window,
  type InputBoxValidationMessage,
  type QuickInputButton,
  type QuickPickItem,
} from 'vscode';

/** An input box that was shown. */
export interface Asked {
  readonly prompt: string;
  /** Its initial value. */
  readonly value: string;
  readonly isPassword: boolean;
  /** Why answers were rejected. */
  readonly refusals: readonly string[];
}

/** What the user enters; `prefilled` accepts the initial value, `back` presses the Back button. */
export type InputAnswer = string | typeof prefilled | typeof back;
export const prefilled = Symbol('prefilled');
export const back = Symbol('back');

/**
 * Answers the input boxes that are shown from now on. If an answer is rejected, the next one is used. Boxes without an
 * answer are canceled.
 */
export function answerInputs(...answers: InputAnswer[]): {
  readonly asked: readonly Asked[];
  readonly restore: () => void;
} {
  const asked: Asked[] = [];
  const restore = replace('createInputBox', () => new AnsweredBox(answers, asked));
  return { asked, restore };
}

/** Answers each quick pick with the item that has this label; with `prefilled`, presses Enter; with `back`, the Back button. */
export function answerPicks(answer: InputAnswer): {
  /** What Enter would have chosen. */
  readonly active: readonly (string | undefined)[];
  readonly restore: () => void;
} {
  const active: (string | undefined)[] = [];
  const restore = replace('createQuickPick', () => new AnsweredPick(answer, active));
  return { active, restore };
}

function replace(name: 'createInputBox' | 'createQuickPick', create: () => unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(window, name);
  Object.assign(window, { [name]: create });
  return () => {
    if (original === undefined) Reflect.deleteProperty(window, name);
    else Object.defineProperty(window, name, original);
  };
}

class AnsweredPick {
  items: readonly QuickPickItem[] = [];
  activeItems: readonly QuickPickItem[] = [];
  selectedItems: readonly QuickPickItem[] = [];
  readonly #accepted = new EventEmitter<void>();
  readonly #pressed = new EventEmitter<QuickInputButton>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidTriggerButton = this.#pressed.event;

  constructor(
    private readonly answer: InputAnswer,
    private readonly active: (string | undefined)[],
  ) {}

  onDidHide(): void {
    // The user answers.
  }

  onDidTriggerItemButton(): void {
    // The user presses no button of an item.
  }

  show(): void {
    const [enter = this.items[0]] = this.activeItems;
    this.active.push(enter?.label);
    const item = this.answer === prefilled ? enter : this.items.find(({ label }) => label === this.answer);
    setImmediate(() => {
      if (item !== undefined) this.selectedItems = [item];
      if (this.answer === back) this.#pressed.fire(QuickInputButtons.Back);
      else this.#accepted.fire();
    });
  }

  dispose(): void {
    this.#accepted.dispose();
    this.#pressed.dispose();
  }
}

class AnsweredBox {
  title = '';
  prompt = '';
  value = '';
  password = false;
  busy = false;
  readonly #refusals: string[] = [];
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #changed = new EventEmitter<string>();
  readonly #pressed = new EventEmitter<QuickInputButton>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidTriggerButton = this.#pressed.event;

  constructor(
    private readonly answers: InputAnswer[],
    private readonly asked: Asked[],
  ) {}

  show(): void {
    const { prompt, value, password: isPassword } = this;
    this.asked.push({ prompt, value, isPassword, refusals: this.#refusals });
    this.#answer();
  }

  set validationMessage(message: string | InputBoxValidationMessage | undefined) {
    if (message === undefined) return;
    this.#refusals.push(typeof message === 'string' ? message : message.message);
    this.#answer();
  }

  dispose(): void {
    for (const emitter of [this.#accepted, this.#hidden, this.#changed, this.#pressed]) emitter.dispose();
  }

  #answer(): void {
    const answer = this.answers.shift();
    // Like a user: after Poolview's current step.
    setImmediate(() => {
      if (answer === undefined) {
        this.#hidden.fire();
      } else if (answer === back) {
        this.#pressed.fire(QuickInputButtons.Back);
      } else {
        if (typeof answer === 'string') this.value = answer;
        this.#accepted.fire();
      }
    });
  }
}
