import { QuickInputButtons, window, type InputBox } from 'vscode';
import { escapeIconsAndLinks } from '../presentation/text';
import { apiKeyRefusal, type ApiKeyCheck } from './apiKeyCheck';

/** What the user is asked in one step of a flow: for an API key, or for text that must not contain one. */
export type Question = QuestionParts &
  ({ readonly password: true } | { readonly password?: never; readonly containsApiKey: ApiKeyCheck });

interface QuestionParts {
  readonly title: string;
  readonly prompt: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly value?: string;
  readonly placeholder?: string;
  /**
   * Looks at what was entered, for as long as that takes; the answer stays open meanwhile and is cancelled with it.
   * @returns why it cannot be taken, or undefined
   */
  readonly check: (value: string, signal: AbortSignal) => string | undefined | Promise<string | undefined>;
}

export type Answer = { readonly value: string } | 'back' | 'cancelled';

/** Asks for one line of text, and asks again in place until `check` takes it. A step after the first can go back. */
export function ask(question: Question): Promise<Answer> {
  const input = window.createInputBox();
  input.title = question.title;
  input.prompt = question.prompt;
  input.value = question.value ?? '';
  input.placeholder = question.placeholder;
  input.password = question.password ?? false;
  input.step = question.step;
  input.totalSteps = question.totalSteps;
  // A key is often fetched from another window.
  input.ignoreFocusOut = true;
  const canGoBack = (question.step ?? 1) > 1;
  input.buttons = canGoBack ? [QuickInputButtons.Back] : [];

  const closed = new AbortController();
  return new Promise<Answer>((resolve, reject) => {
    input.onDidChangeValue(() => {
      input.validationMessage = undefined;
    });
    input.onDidAccept(() => {
      if (input.busy) return;
      accepted(input, question, closed.signal).then((isAccepted) => {
        if (isAccepted) resolve({ value: input.value });
      }, reject);
    });
    input.onDidTriggerButton(() => {
      resolve('back');
    });
    input.onDidHide(() => {
      resolve('cancelled');
    });
    input.show();
  }).finally(() => {
    closed.abort();
    input.dispose();
  });
}

async function accepted(input: InputBox, question: Question, signal: AbortSignal): Promise<boolean> {
  const value = input.value;
  input.busy = true;
  let refusal: string | undefined;
  try {
    refusal =
      (question.password ? undefined : await apiKeyRefusal(value, question.containsApiKey)) ??
      (await question.check(value, signal));
  } finally {
    input.busy = false;
  }
  // Whoever went on typing meanwhile has something else to be checked.
  if (signal.aborted || input.value !== value) return false;
  input.validationMessage = refusal === undefined ? undefined : escapeIconsAndLinks(refusal, 1000);
  return refusal === undefined;
}
