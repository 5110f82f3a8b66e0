import { onTestFinished } from 'vitest';
import { commands, window } from 'vscode';

/** The answers of the user, by message. */
export type Answers = (message: string) => string | undefined | Promise<string | undefined>;

/** What VS Code shows until the end of the test, and what the user answers. */
export function dialogs(answers: Answers = () => undefined) {
  const shown: string[] = [];
  const executed: unknown[][] = [];
  const buttons: (readonly string[])[] = [];
  let cancel = (): void => undefined;
  const show = (
    message: string,
    options?: { detail?: string } | string,
    ...items: readonly string[]
  ): Promise<string | undefined> => {
    buttons.push(typeof options === 'string' ? [options, ...items] : items);
    shown.push([message, typeof options === 'object' ? options.detail : undefined].filter(Boolean).join(' '));
    return Promise.resolve(answers(message));
  };
  const before = { window: { ...window }, commands: { ...commands } };
  Object.assign(window, {
    showErrorMessage: show,
    showWarningMessage: show,
    showInformationMessage: show,
    setStatusBarMessage: () => undefined,
    withProgress: (_: unknown, run: (progress: object, token: object) => unknown) =>
      run(
        { report: () => undefined },
        {
          onCancellationRequested: (listener: () => void) => {
            cancel = listener;
            return { dispose: () => undefined };
          },
        },
      ),
  });
  Object.assign(commands, {
    executeCommand: (...given: unknown[]) => Promise.resolve(void executed.push(given)),
  });
  onTestFinished(() => {
    Object.assign(window, before.window);
    Object.assign(commands, before.commands);
  });
  return {
    shown,
    /** The buttons of each message that was shown. */
    buttons,
    executed,
    cancel: () => {
      cancel();
    },
  };
}
