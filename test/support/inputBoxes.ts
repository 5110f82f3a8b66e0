import {
  EventEmitter,
  QuickInputButtons,
  window,
  type InputBox,
  type InputBoxValidationMessage,
  type QuickInputButton,
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
  const original = Object.getOwnPropertyDescriptor(window, 'createInputBox');
  const createInputBox = () => new AnsweredBox(answers, asked) as unknown as InputBox;
  Object.assign(window, { createInputBox });
  return {
    asked,
    restore: () => {
      if (original === undefined) Reflect.deleteProperty(window, 'createInputBox');
      else Object.defineProperty(window, 'createInputBox', original);
    },
  };
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
