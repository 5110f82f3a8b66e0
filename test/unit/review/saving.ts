import { onTestFinished } from 'vitest';
import { Uri, window, workspace } from 'vscode';

/** Saves to a file with this name, or cancels. Returns what was saved. */
export function saving(name: string | undefined): Map<string, string> {
  const saved = new Map<string, string>();
  Object.assign(window, {
    // Something is always left to do.
    showWarningMessage: (_message: string, _options: object, ...buttons: readonly string[]) =>
      Promise.resolve(buttons.at(-1)),
    showSaveDialog: () => Promise.resolve(name && Uri.from({ scheme: 'file', path: `/${name}` })),
  });
  Object.assign(workspace, {
    fs: {
      writeFile: (uri: Uri, bytes: Uint8Array) =>
        Promise.resolve(void saved.set(uri.path, new TextDecoder().decode(bytes))),
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'showSaveDialog');
    Reflect.deleteProperty(window, 'showWarningMessage');
    Reflect.deleteProperty(workspace, 'fs');
  });
  return saved;
}
