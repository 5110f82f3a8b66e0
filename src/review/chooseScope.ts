import { l10n } from 'vscode';
import { shownName, type ResourceRow } from '../items/kinds';
import { projectUidOf } from '../items/kinds/project';
import type { PickItem } from '../ui/searchList';
import { pickOne } from '../ui/quickPick';
import { displayName, escapeIconsAndLinks } from '../text/text';
import { everRead } from '../access/accessReader';
import type { Reviewed } from './context';
import type { Focus } from './messages';

export type Scope = Omit<Focus, 'connection'>;

/**
 * Lets the user choose what to review: all teams, one of the projects that were listed, or a user.
 * @throws ServiceError if users cannot be listed
 */
export async function chooseScope(
  active: Reviewed,
  rows: readonly ResourceRow[],
): Promise<Scope | undefined> {
  const projects = rows.flatMap((row): readonly PickItem<Scope>[] => {
    const projectUid = row.kind === 'project' ? projectUidOf(row) : undefined;
    if (projectUid === undefined) return [];
    const label = escapeIconsAndLinks(shownName(row));
    return [{ label, description: l10n.t('project'), value: { projectUid } }];
  });
  const user = Symbol('user');
  const chosen = await pickOne<Scope | typeof user>({
    title: l10n.t('Review Access'),
    placeholder: l10n.t('Select what to review'),
    items: [
      { label: l10n.t('All Teams'), value: {} },
      { label: l10n.t('A User…'), value: user },
      ...projects,
    ],
  });
  if (chosen === user) return chooseUser(active);
  return typeof chosen === 'object' ? chosen : undefined;
}

async function chooseUser({ model }: Reviewed): Promise<Scope | undefined> {
  const chosen = await pickOne<Scope>({
    title: l10n.t('Review Access of User'),
    placeholder: l10n.t('Select a user'),
    items: async (signal) => {
      await model.access.readList('listUserNames', everRead, { signal });
      const { users, problems } = model.access.at(everRead);
      const error = problems.get('listUserNames');
      if (error !== undefined) throw error;
      return [...users.values()].map(({ uid, name, mailAddress = '' }) => ({
        label: escapeIconsAndLinks(displayName(name, uid, '?')),
        description: escapeIconsAndLinks(mailAddress),
        value: { holder: { kind: 'user', uid } },
      }));
    },
  });
  return typeof chosen === 'object' ? chosen : undefined;
}
