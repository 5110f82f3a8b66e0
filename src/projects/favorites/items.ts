import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { UnloadedFavorite } from '../../items/kinds/favorite';
import { errorSentence } from '../../text/errors';
import { pathText, sanitizeLine } from '../../text/text';
import { completed } from '../../tree/items';
import type { ProjectsModel } from '../model';
import { favoritesKey } from './order';

/** The row above the favorites. */
export function groupItem({ inventory }: ProjectsModel): TreeItem {
  const { by = 'own' } = inventory.marks.values.order.get(favoritesKey) ?? {};
  const item = new TreeItem(l10n.t('Favorites'), TreeItemCollapsibleState.Expanded);
  item.description = { own: '', name: l10n.t('by name'), severity: l10n.t('worst first') }[by];
  item.iconPath = new ThemeIcon('star-full');
  return completed(item, undefined, 'favorites');
}

/** A favorite that is being read or cannot be shown. It says why, and can be removed. */
export function unloadedItem({ names, why }: UnloadedFavorite): TreeItem {
  const name = pathLabel(names);
  const item = new TreeItem(name);
  const text = whyText(why);
  item.description = text;
  item.tooltip = l10n.t('{0}: {1}', name, text);
  const icon = why === undefined ? 'loading~spin' : why === 'gone' ? 'circle-slash' : 'circle-outline';
  item.iconPath = new ThemeIcon(icon, new ThemeColor('disabledForeground'));
  return completed(item, l10n.t('Favorite'), 'favorite atTop');
}

function whyText(why: UnloadedFavorite['why']): string {
  switch (why) {
    case undefined:
      return l10n.t('Reading…');
    case 'gone':
      return l10n.t('no longer exists, or was renamed');
    case 'notRead':
      return l10n.t('not read: load more projects');
    default:
      return errorSentence(why);
  }
}

/** The most characters of a container's name that leave room for the name of the favorite. */
const maxContainer = 12;

/** `payments › payments-eu` */
export function pathLabel(names: readonly string[]): string {
  const shown = names.map((name, index) =>
    sanitizeLine(name, index < names.length - 1 ? maxContainer : undefined),
  );
  return pathText(...shown);
}
