import { l10n, ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import type { NoteRow } from '../../items/kinds';
import type { UnknownFavorite, WhyUnknown } from '../../items/kinds/note';
import type { TreeRow } from '../../items/store/row';
import { errorSentence } from '../../text/errors';
import { displayName, parts, sanitizeLine } from '../../text/text';
import type { ServiceError } from '../../service/errors';
import { completed, noteItem } from '../../tree/items';
import { ifGiven, machineCount, someOf } from '../../text/format';
import { commandId } from '../../ui/runCommand';
import { pathLabel } from './label';
import { click, rowKindOf, type RowContext } from './items';

export function noteRowItem({ note, parent }: NoteRow, { inventory }: RowContext): TreeItem {
  switch (note.about) {
    case 'empty':
      return noteItem(...rowKindOf({ kind: note.of }).none(), parent && { contextValue: 'note empty' });
    case 'noMatches':
      return noMatchesItem(parent, inventory.searchesInService);
    case 'allWell':
      return noteItem(
        l10n.t('Nothing needs attention'),
        l10n.t('among loaded items; click to show everything'),
        {
          iconPath: new ThemeIcon('pass', new ThemeColor('testing.iconPassed')),
          command: { command: commandId('showEverything'), title: l10n.t('Show Everything') },
        },
      );
    case 'favorites':
      return favoritesItem(note.favorites, note.why);
    case 'clustersNotSearched':
      return clustersNotSearchedItem(note.error);
    case 'poolsNotListed':
      return poolsNotListedItem(parent, note.error);
    case 'hybridPool': {
      const name = displayName(note.pool.poolName, note.pool.poolUid, l10n.t('(unnamed machine pool)'));
      const cloudType = sanitizeLine(note.pool.poolCloudType ?? '');
      return noteItem(name, parts(cloudType, l10n.t('hybrid pool; machines unavailable')), pool);
    }
    case 'namelessPool':
      return noteItem(
        l10n.t('(unnamed machine pool)'),
        parts(ifGiven(note.pool.size, machineCount), l10n.t('machines unavailable')),
        pool,
      );
  }
}

const pool = { iconPath: new ThemeIcon('layers') };

/** @param searchesInService whether filters apply to all projects, or else to the loaded ones */
function noMatchesItem(parent: TreeRow | undefined, searchesInService: boolean): TreeItem {
  return noteItem(
    parent === undefined ? l10n.t('No matching projects') : l10n.t('No item matches'),
    searchesInService
      ? l10n.t('click to clear the filter')
      : l10n.t('among loaded projects; click to clear the filter'),
    {
      iconPath: new ThemeIcon('filter'),
      command: { command: commandId('clearFilter'), title: l10n.t('Clear Filter') },
    },
  );
}

/** Favorites that are being read or cannot be shown. They can be removed. */
function favoritesItem(favorites: readonly UnknownFavorite[], why: WhyUnknown): TreeItem {
  const icon = why === undefined ? 'loading~spin' : why === 'gone' ? 'circle-slash' : 'circle-outline';
  const iconPath = new ThemeIcon(icon, new ThemeColor('disabledForeground'));
  const names = favorites.map((favorite) => pathLabel(favorite.names));
  const item = noteItem(someOf(names, 1), whyUnknown(why), { iconPath });
  item.tooltip = l10n.t('{0}: {1}', someOf(names, 20), whyUnknown(why));
  return completed(item, l10n.t('Favorite'), 'favorite');
}

function whyUnknown(why: WhyUnknown): string {
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

function clustersNotSearchedItem(error: ServiceError): TreeItem {
  const item = noteItem(
    l10n.t('Cluster details unavailable'),
    error.kind === 'forbidden'
      ? l10n.t("the API key can't search clusters")
      : l10n.t("this service can't search clusters"),
  );
  return withError(item, error);
}

/** Says what is missing, why, and offers to add a pool by hand. */
function poolsNotListedItem(parent: TreeRow | undefined, error: ServiceError | undefined): TreeItem {
  const item = noteItem(l10n.t('Add Machine Pool…'), whyNoPools(parent, error), {
    iconPath: new ThemeIcon('add'),
    command: { command: click, title: l10n.t('Add Machine Pool…') },
  });
  return error === undefined ? item : withError(item, error);
}

function whyNoPools(parent: TreeRow | undefined, error: ServiceError | undefined): string {
  const isForbidden = error?.kind === 'forbidden';
  if (parent?.kind === 'project') {
    return isForbidden
      ? l10n.t("the API key can't list this project's clusters")
      : l10n.t("the service doesn't list this project's clusters");
  }
  if (error === undefined) return l10n.t("the service doesn't say where this cluster's pools are");
  return isForbidden
    ? l10n.t("the API key can't list this cluster's pools")
    : l10n.t("the service doesn't list this cluster's pools");
}

function withError(item: TreeItem, error: ServiceError): TreeItem {
  item.tooltip = `${typeof item.tooltip === 'string' ? item.tooltip : ''}\n${errorSentence(error)}`;
  return item;
}
