import {
  QuickInputButtons,
  ThemeIcon,
  type InputBox,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
} from 'vscode';

/** What an input returns if the user selects Back. An input that the user closes returns undefined. */
export const back = Symbol('back');

/** The position of an input in a flow, shown in its title. Every step but the first has a Back button. */
export interface StepPosition {
  readonly step: number;
  readonly totalSteps: number;
}

/** Shows an input and stores its value. Returns what the input returned. */
export type InputStep = (position: StepPosition) => Promise<unknown>;

/**
 * Runs the steps in order. Back returns to the previous step.
 * @returns whether the user finished the last step
 */
export async function runSteps(...steps: readonly InputStep[]): Promise<boolean> {
  let index = 0;
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    const value = await step({ step: index + 1, totalSteps: steps.length });
    if (value === undefined) return false;
    index += value === back ? -1 : 1;
  }
  return true;
}

export interface QuickInputOptions extends Partial<StepPosition> {
  readonly title: string;
  readonly placeholder?: string;
  readonly ignoreFocusOut?: boolean;
  readonly buttons?: readonly QuickInputAction[];
}

/** A button in the title that does something while the input stays open. */
interface QuickInputAction {
  /** The ID of its icon. */
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => Promise<void> | void;
}

export interface OpenInput<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
  readonly closed: AbortSignal;
}

/**
 * For how many milliseconds an input stays open without the focus at first: a page that had the focus gets it back a moment
 * after the Command Palette was closed.
 */
const lateFocusMs = 1000;

/** Shows an input until the user answers, goes back or closes it. */
export async function showQuickInput<Value>(
  input: InputBox | QuickPick<QuickPickItem>,
  { title, placeholder, step, totalSteps, ignoreFocusOut = false, buttons = [] }: QuickInputOptions,
  listen: (open: OpenInput<Value>) => void,
): Promise<Value | typeof back | undefined> {
  Object.assign(input, { title, placeholder, step, totalSteps, ignoreFocusOut: true });
  const closesWithoutFocus = setTimeout(() => (input.ignoreFocusOut = ignoreFocusOut), lateFocusMs);
  const pressed = new Map<QuickInputButton, () => Promise<void> | void>();
  for (const { icon, tooltip, run } of buttons) pressed.set({ iconPath: new ThemeIcon(icon), tooltip }, run);
  input.buttons = [...((step ?? 1) > 1 ? [QuickInputButtons.Back] : []), ...pressed.keys()];
  const closed = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      input.onDidTriggerButton((button) => {
        const run = pressed.get(button);
        if (run === undefined) resolve(back);
        else Promise.resolve(run()).catch(reject);
      });
      input.onDidHide(() => {
        resolve(undefined);
      });
      listen({ resolve, reject, closed: closed.signal });
      input.show();
    });
  } finally {
    clearTimeout(closesWithoutFocus);
    closed.abort();
    input.dispose();
  }
}
