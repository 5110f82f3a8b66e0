import { QuickInputButtons, ThemeIcon, type InputBox, type QuickPick, type QuickPickItem } from 'vscode';
import { debounce } from './timing';

/** What an input returns if the user selects Back. An input that the user closes returns undefined. */
export const back = Symbol('back');

/** The position of an input in a flow, shown in its title. Every step but the first has a Back button. */
export interface StepPosition {
  readonly step: number;
  readonly totalSteps: number;
}

/** Shows an input and stores its value. Returns what the input returned. */
export type Step = (position: StepPosition) => Promise<unknown>;

/**
 * Runs the steps in order. Back returns to the previous step.
 * @returns whether the user finished the last step
 */
export async function runSteps(...steps: readonly Step[]): Promise<boolean> {
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
  /** Buttons in its title. */
  readonly actions?: readonly QuickInputAction[];
}

/** A button that does something while the input stays open. */
interface QuickInputAction {
  /** The ID of its icon. */
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => Promise<void>;
}

interface OpenInput<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
  readonly closed: AbortSignal;
  readonly afterPause: AfterPause;
}

/** Runs a function after a pause in typing. Aborts the signal of the previous one. */
export type AfterPause = (run?: (signal: AbortSignal) => Promise<unknown>) => void;

/** Shows an input until the user answers, goes back or closes it. */
export async function showQuickInput<Value>(
  input: InputBox | QuickPick<QuickPickItem>,
  { title, placeholder, step, totalSteps, ignoreFocusOut, actions = [] }: QuickInputOptions,
  listen: (open: OpenInput<Value>) => void,
): Promise<Value | typeof back | undefined> {
  Object.assign(input, { title, placeholder, step, totalSteps, ignoreFocusOut });
  const buttons = actions.map(({ icon, tooltip, run }) => ({ iconPath: new ThemeIcon(icon), tooltip, run }));
  input.buttons = (step ?? 1) > 1 ? [QuickInputButtons.Back, ...buttons] : buttons;
  const closed = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      input.onDidTriggerButton((button) => {
        const action = buttons.find((own) => own === button);
        if (action === undefined) resolve(back);
        else action.run().catch(reject);
      });
      input.onDidHide(() => {
        resolve(undefined);
      });
      listen({ resolve, reject, closed: closed.signal, afterPause: afterPauses(closed.signal, reject) });
      input.show();
    });
  } finally {
    closed.abort();
    input.dispose();
  }
}

const pauseMs = 300;

function afterPauses(closed: AbortSignal, onError: (error: unknown) => void): AfterPause {
  let current = new AbortController();
  const runLater = debounce((run: NonNullable<Parameters<AfterPause>[0]>) => {
    run(current.signal).catch(onError);
  }, pauseMs);
  const afterPause: AfterPause = (run) => {
    runLater.cancel();
    current.abort();
    if (run === undefined) return;
    current = new AbortController();
    runLater(run);
  };
  closed.addEventListener('abort', () => {
    afterPause();
  });
  return afterPause;
}
