import { l10n } from 'vscode';
import { pickOne } from '../ui/quickPick';
import { displayName, escapeIconsAndLinks, present } from '../text/text';
import type { Reviewed } from './context';

/** Lets the user choose one of the users of the service. @throws ServiceError if they cannot be listed */
export async function chooseUser({ model }: Reviewed): Promise<string | undefined> {
  const chosen = await pickOne({
    title: l10n.t('Review Access of User'),
    placeholder: l10n.t('Select a user'),
    items: async (signal) => {
      await model.access.readUserNames({ signal });
      const error = model.access.problems.get('listUserNames');
      if (error !== undefined) throw error;
      const users = [...model.access.access.users.values()];
      return users.map(({ uid, name, mailAddress = '' }) => ({
        label: escapeIconsAndLinks(displayName(name, uid, '?')),
        description: present(escapeIconsAndLinks(mailAddress)).join(''),
        value: uid,
      }));
    },
  });
  return typeof chosen === 'string' ? chosen : undefined;
}
