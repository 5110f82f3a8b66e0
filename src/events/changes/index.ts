import { onDidChangeSettings, settings } from '../../connections/settings';
import type { ChangeLogs } from '../../items/changes/changeLogs';
import type { Inventories } from '../../items/inventories';
import type { Feature } from '../../ui/commands';
import { DetailsDocuments } from '../../ui/detailsDocuments';
import { changesDocument, openChanges } from './document';
import { Notifier } from './notifier';

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
  let notifier: Notifier | undefined;
  const stop = (): void => {
    notifier?.dispose();
    notifier = undefined;
  };
  const update = (): void => {
    if (settings.notify === 'off') stop();
    else notifier ??= new Notifier(inventories, changes, isShowingChanges);
  };
  update();
  const documents = new DetailsDocuments(scheme, (id) => Promise.resolve(changesDocument(changes.find(id))));
  const disposables = [
    { dispose: stop },
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
