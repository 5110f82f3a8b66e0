import { onDidChangeSettings, settings } from '../../connections/settings';
import type { ChangeLogs } from '../../items/changes/changeLogs';
import type { Inventories } from '../../items/inventories';
import type { Feature } from '../../ui/commands';
import { DetailsDocuments } from '../../ui/detailsDocuments';
import { lazy } from '../../ui/lazy';
import { changesDocument, openChanges } from './document';

const scheme = 'poolview-changes';

/**
 * Shows changes as messages, if the user wants them, and as documents.
 * @param isShowingChanges whether the user sees a list of all changes
 */
export function registerChanges(
  inventories: Pick<Inventories, 'active' | 'onDidChangeActive'>,
  changes: ChangeLogs,
  isShowingChanges: () => boolean,
): Feature {
  const notifier = lazy(async () => {
    const { Notifier } = await import('./notifier');
    return new Notifier(inventories, changes, isShowingChanges);
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
