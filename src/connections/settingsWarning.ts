import { Disposable, type LogOutputChannel } from 'vscode';
import { invalidSettings, onDidChangeSettings, settingsWithSecrets } from './settings';

/** Warns about settings that contain a secret or are invalid, at startup and when there are new ones. */
export function warnOfSettings(log: LogOutputChannel): Disposable {
  let known = new Set<string>();
  const check = (): void => {
    const secrets = settingsWithSecrets();
    const invalid = invalidSettings();
    const wrong = new Set([...secrets.map((name) => `${name}: secret`), ...invalid]);
    const isNew = [...wrong].some((name) => !known.has(name));
    known = wrong;
    if (!isNew) return;
    void import('./showSettingsWarning').then(({ showSettingsWarning }) =>
      showSettingsWarning(log, secrets, invalid),
    );
  };
  // Later, because the views should not wait for it.
  const first = setImmediate(check);
  const changes = onDidChangeSettings(check);
  return new Disposable(() => {
    clearImmediate(first);
    changes.dispose();
  });
}
