import { onDidChangeSettings, settings } from '../../connections/settings';
import type { ChangeLogs } from '../../items/changes/changeLogs';
import type { ActiveInventory } from '../../items/inventories';
import type { Feature } from '../../ui/commands';
import { DetailsDocuments } from '../../ui/detailsDocuments';
import { lazy } from '../../ui/lazy';
import { changesDocument, openChanges } from './document';

const scheme = 'poolview-changes';

/**
 * Shows changes as messages, if the user wants them, and as documents.
 * @param shownItems returns what tells whether a visible view or page shows the item with an ID
 */
export function registerChanges(
  inventories: ActiveInventory,
  changes: ChangeLogs,
  shownItems: () => (id: string) => boolean,
): Feature {
  const notifier = lazy(async () => {
    const { Notifier } = await import('./notifier');
    return new Notifier(inventories, changes, shownItems);
  });
  const update = (): void => {
    void (settings.notify === 'off' ? notifier.dispose() : notifier());
  };
  update();
  const documents = new DetailsDocuments(scheme, (id) => changesDocument(changes.find(id)));
  const disposables = [
    notifier,
    onDidChangeSettings(update),
    documents,
    changes.onDidChange(() => {
      documents.refresh();
    }),
  ];
  const openChangesAsText = async (): Promise<void> => {
    if (changes.active !== undefined) await openChanges(scheme, changes.active);
  };
  return { disposables, commands: { openChangesAsText } };
}
