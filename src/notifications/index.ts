import { onDidChangeSettings, readSetting } from '../connections/settings';
import type { ChangeLogs } from '../timeline/changeLogs';
import type { ActiveInventory } from '../reads/inventories';
import type { Feature } from '../ui/commands';
import { lazy } from '../ui/timing';
import type { IsSeen } from './news';

/**
 * Shows messages about what needs attention, if the user wants them.
 * @param shownItems returns what tells whether a visible view or page shows an item
 */
export function registerNotifications(
  inventories: ActiveInventory,
  changes: ChangeLogs,
  shownItems: () => IsSeen,
): Feature {
  const notifier = lazy(async () => {
    const { Notifier } = await import('./notifier');
    return new Notifier(inventories, changes, shownItems);
  });
  const update = (): void => {
    void (readSetting('notify') === 'off' ? notifier.dispose() : notifier());
  };
  update();
  return { disposables: [notifier, onDidChangeSettings(update)] };
}
