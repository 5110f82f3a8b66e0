import { l10n, QuickInputButtons, window, type InputBox } from 'vscode';
import { escapeIconsAndLinks } from '../presentation/text';
import { back, type Step, type StepPosition } from './multiStep';
import { onTypingPause } from './typingPause';

/** Whether a text contains an API key. */
export type ContainsApiKey = (text: string) => Promise<boolean>;

/** An input for an API key, or for text that is saved, logged or sent and so must not contain one. */
export type InputBoxOptions = TextOptions &
  ({ readonly password: true } | { readonly password?: never; readonly containsApiKey: ContainsApiKey });

interface TextOptions extends Partial<StepPosition> {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /**
   * Checks a value that the user accepted. The box stays open and busy meanwhile. Closing it aborts `signal`.
   * @returns why the value is refused
   */
  readonly validate?: (
    value: string,
    signal: AbortSignal,
  ) => string | undefined | Promise<string | undefined>;
  /** Runs after each pause in typing, unless the text contains an API key. The box is busy meanwhile. */
  readonly onPause?: (value: string) => Promise<void>;
}

/** Asks for a line of text, without the white space around it. The user corrects a refused value in place. */
export async function showInputBox(options: InputBoxOptions): Promise<string | typeof back | undefined> {
  const input = window.createInputBox();
  input.title = options.title;
  input.prompt = options.prompt;
  input.value = options.value ?? '';
  input.placeholder = options.placeholder;
  input.password = options.password ?? false;
  input.step = options.step;
  input.totalSteps = options.totalSteps;
  // Users fetch keys from other windows, and click the rows that a filter finds.
  input.ignoreFocusOut = true;
  input.buttons = (options.step ?? 1) > 1 ? [QuickInputButtons.Back] : [];

  const closed = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const pause = onTypingPause((signal) => follow(input, options, signal), reject);
      closed.signal.addEventListener('abort', pause.cancel);
      let isValidating = false;
      const accept = async (): Promise<void> => {
        if (isValidating) return;
        isValidating = true;
        pause.cancel();
        const value = input.value.trim();
        if (await isAccepted(input, options, closed.signal)) resolve(value);
        isValidating = false;
      };
      input.onDidChangeValue(() => {
        input.validationMessage = undefined;
        if (options.onPause !== undefined) pause.restart();
      });
      input.onDidAccept(() => void accept().catch(reject));
      input.onDidTriggerButton(() => {
        resolve(back);
      });
      input.onDidHide(() => {
        resolve(undefined);
      });
      input.show();
    });
  } finally {
    closed.abort();
    input.dispose();
  }
}

/** A step that asks for a text and stores it. */
export function inputStep(options: () => InputBoxOptions, store: (value: string) => unknown): Step {
  return async (position) => {
    const value = await showInputBox({ ...options(), ...position });
    if (typeof value === 'string') store(value);
    return value;
  };
}

async function isAccepted(input: InputBox, options: InputBoxOptions, signal: AbortSignal): Promise<boolean> {
  const { value } = input;
  input.busy = true;
  let refusal: string | undefined;
  try {
    refusal = (await apiKeyRefusal(value, options)) ?? (await options.validate?.(value.trim(), signal));
  } finally {
    input.busy = false;
  }
  // The user may have gone on typing.
  if (signal.aborted || input.value !== value) return false;
  input.validationMessage = refusal === undefined ? undefined : escapeIconsAndLinks(refusal, 1000);
  return refusal === undefined;
}

async function follow(input: InputBox, options: InputBoxOptions, signal: AbortSignal): Promise<void> {
  const { value } = input;
  const isCurrent = (): boolean => !signal.aborted;
  const refusal = await apiKeyRefusal(value, options);
  if (!isCurrent()) return;
  input.validationMessage = refusal;
  if (refusal !== undefined) return;
  input.busy = true;
  await options.onPause?.(value.trim());
  if (isCurrent()) input.busy = false;
}

async function apiKeyRefusal(text: string, options: InputBoxOptions): Promise<string | undefined> {
  if (options.password || !(await options.containsApiKey(text))) return undefined;
  return l10n.t('This contains an API key. Enter a key only where Poolview asks for one');
}
