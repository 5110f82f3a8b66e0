import { onTestFinished } from 'vitest';
import { commands, window } from 'vscode';

/** The answers of the user, by message. */
export type Answers = (message: string) => string | undefined;

/** What VS Code shows until the end of the test, and what the user answers. */
export function dialogs(answers: Answers = () => undefined) {
  const shown: string[] = [];
  const executed: unknown[][] = [];
  let cancel = (): void => undefined;
  const show = (message: string, options?: { detail?: string } | string): Promise<string | undefined> => {
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
        { onCancellationRequested: (listener: () => void) => (cancel = listener) },
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
    executed,
    cancel: () => {
      cancel();
    },
  };
}
