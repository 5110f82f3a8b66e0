import { onDidChangeSettings, settings } from '../../connections/settings';
import type { ItemSources } from '../itemSource';
import type { Notifier, NotifiedChanges } from './notifier';

/**
 * Shows messages about changes, if the user wants them. Their code is loaded only then.
 * @param isShowingChanges whether the user sees a list of all changes
 */
export function registerNotifications(
  items: ItemSources,
  changes: NotifiedChanges,
  isShowingChanges: () => boolean,
): readonly { dispose(): unknown }[] {
  let loading: Promise<Notifier> | undefined;
  const stop = (): void => {
    void loading?.then((notifier) => {
      notifier.dispose();
    });
    loading = undefined;
  };
  const update = (): void => {
    if (settings.notify === 'off') stop();
    else
      loading ??= import('./notifier').then(({ Notifier }) => new Notifier(items, changes, isShowingChanges));
  };
  update();
  return [onDidChangeSettings(update), { dispose: stop }];
}
