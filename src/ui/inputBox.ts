import { InputBoxValidationSeverity, l10n, window, type InputBoxValidationMessage } from 'vscode';
import { escapeIconsAndLinks } from '../text/text';
import { showQuickInput, type back, type QuickInputOptions, type InputStep } from './quickInput';

/** Whether a text contains an API key. */
export type ContainsApiKey = (text: string) => Promise<boolean>;

/** An input for an API key, or for text that must not contain one because it is stored, logged or sent. */
export type InputBoxOptions = TextOptions &
  ({ readonly password: true } | { readonly password?: never; readonly containsApiKey: ContainsApiKey });

interface TextOptions extends QuickInputOptions {
  readonly prompt: string;
  readonly value?: string;
  /** Why an empty value is rejected. */
  readonly required?: string;
  /**
   * Checks a value that the user accepted. The box stays open and busy meanwhile. Closing it aborts `signal`.
   * @returns why the value is not accepted
   */
  readonly validate?: (
    value: string,
    signal: AbortSignal,
  ) => Refusal | undefined | Promise<Refusal | undefined>;
}

/** Why a value is not accepted. After a warning, `validate` lets the same value pass. */
type Refusal = string | { readonly warning: string };

const maxMessageLength = 1000;

/** Asks for a line of text and trims it. The user corrects a rejected value in place. */
export function showInputBox(options: InputBoxOptions): Promise<string | typeof back | undefined> {
  const { prompt, value = '', password = false } = options;
  const input = Object.assign(window.createInputBox(), { prompt, value, password });
  /** @returns whether the value is unchanged and not rejected */
  const check = async (signal: AbortSignal): Promise<boolean> => {
    const { value } = input;
    let refusal: Refusal | undefined;
    input.busy = true;
    try {
      refusal = (await refusalOf(value, options)) ?? (await options.validate?.(value.trim(), signal));
    } finally {
      if (!signal.aborted) input.busy = false;
    }
    // The user may have continued typing.
    if (signal.aborted || input.value !== value) return false;
    input.validationMessage = refusal === undefined ? undefined : validationMessage(refusal);
    return refusal === undefined;
  };
  // Users copy keys from other windows, and click filtered rows.
  const shown = { ...options, ignoreFocusOut: true };
  return showQuickInput<string>(input, shown, ({ resolve, reject, closed }) => {
    let isValidating = false;
    const accept = async (): Promise<void> => {
      if (isValidating) return;
      isValidating = true;
      if (await check(closed)) resolve(input.value.trim());
      isValidating = false;
    };
    input.onDidAccept(() => void accept().catch(reject));
    input.onDidChangeValue(() => {
      input.validationMessage = undefined;
    });
  });
}

/** A step that asks for a text and stores it. */
export function inputStep(options: () => InputBoxOptions, store: (value: string) => unknown): InputStep {
  return async (position) => {
    const value = await showInputBox({ ...options(), ...position });
    if (typeof value === 'string') store(value);
    return value;
  };
}

function validationMessage(refusal: Refusal): string | InputBoxValidationMessage {
  return typeof refusal === 'string'
    ? escapeIconsAndLinks(refusal, maxMessageLength)
    : {
        message: escapeIconsAndLinks(refusal.warning, maxMessageLength),
        severity: InputBoxValidationSeverity.Warning,
      };
}

async function refusalOf(text: string, options: InputBoxOptions): Promise<string | undefined> {
  if (text.trim() === '') return options.required;
  return options.password ? undefined : keyRefusal(text, options.containsApiKey);
}

/** Why a text that the user entered is not kept: it contains an API key. Undefined if it may be. */
export async function keyRefusal(text: string, containsApiKey: ContainsApiKey): Promise<string | undefined> {
  return (await containsApiKey(text))
    ? l10n.t('This contains an API key. Enter a key only where Poolview asks for one')
    : undefined;
}
