import { onDidChangeSettings, settings } from '../../connections/settings';
import { lazy } from '../../ui/lazy';
import type { ItemSources } from '../itemSource';
import type { NotifiedChanges } from './notifier';

/**
 * Shows messages about changes, if the user wants them. Their code is loaded only then.
 * @param isShowingChanges whether the user sees a list of all changes
 */
export function registerNotifications(
  items: ItemSources,
  changes: NotifiedChanges,
  isShowingChanges: () => boolean,
): readonly { dispose(): unknown }[] {
  const notifier = lazy(async () => {
    const { Notifier } = await import('./notifier');
    return new Notifier(items, changes, isShowingChanges);
  });
  const update = (): void => {
    void (settings.notify === 'off' ? notifier.dispose() : notifier());
  };
  update();
  return [onDidChangeSettings(update), notifier];
}
