import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import type { ItemPath } from '../../items/item';
import type { NoteRow } from '../../items/kinds';
import type { WhyUnknown } from '../../items/kinds/rows';
import type { TreeRow } from '../../items/store/row';
import { errorSentence } from '../../text/errors';
import { displayName, parts, sanitizeLine } from '../../text/text';
import type { ServiceError } from '../../service/errors';
import { noteLook, type RowLook } from '../../tree/rowSpec';
import { ifGiven, machineCount, someOf } from '../../text/format';
import { commandId } from '../../ui/runCommand';
import { pathLabel } from './label';
import { click, itemLooks, type RowContext } from './items';

export function noteRowLook({ note, parent }: NoteRow, { inventory }: RowContext): RowLook {
  switch (note.about) {
    case 'empty':
      return noteLook(...itemLooks[note.of].none(), parent && { words: ['note', 'empty'] });
    case 'noMatches':
      return noMatchesLook(parent, inventory.searchesInService);
    case 'allWell':
      return noteLook(
        l10n.t('Nothing needs attention'),
        l10n.t('among loaded items; click to clear the filter'),
        {
          icon: new ThemeIcon('pass', new ThemeColor('testing.iconPassed')),
          command: clearFilter(),
        },
      );
    case 'favorites':
      return favoritesLook(note.favorites, note.why);
    case 'clustersNotSearched':
      return clustersNotSearchedLook(note.error);
    case 'poolsNotListed':
      return poolsNotListedLook(parent, note.error);
    case 'hybridPool': {
      const name = displayName(note.pool.poolName, note.pool.poolUid, l10n.t('(unnamed machine pool)'));
      const cloudType = sanitizeLine(note.pool.poolCloudType ?? '');
      return noteLook(name, parts(cloudType, l10n.t('hybrid pool; machines unavailable')), pool);
    }
    case 'namelessPool':
      return noteLook(
        l10n.t('(unnamed machine pool)'),
        parts(ifGiven(note.pool.size, machineCount), l10n.t('machines unavailable')),
        pool,
      );
  }
}

const clearFilter = () => ({ command: commandId('clearFilter'), title: l10n.t('Clear Filter') });

const pool = { icon: new ThemeIcon('layers') };

/** @param searchesInService whether filters apply to all projects, or else to the loaded ones */
function noMatchesLook(parent: TreeRow | undefined, searchesInService: boolean): RowLook {
  return noteLook(
    parent === undefined ? l10n.t('No matching projects') : l10n.t('No item matches'),
    searchesInService
      ? l10n.t('click to clear the filter')
      : l10n.t('among loaded projects; click to clear the filter'),
    {
      icon: new ThemeIcon('filter'),
      command: clearFilter(),
    },
  );
}

/** Favorites that are being read or cannot be shown. They can be removed. */
function favoritesLook(favorites: readonly ItemPath[], why: WhyUnknown): RowLook {
  const icon = why === undefined ? 'loading~spin' : why === 'gone' ? 'circle-slash' : 'circle-outline';
  const names = favorites.map((favorite) => pathLabel(favorite.names));
  return noteLook(someOf(names, 1), whyUnknown(why), {
    kind: l10n.t('Favorite'),
    icon: new ThemeIcon(icon, new ThemeColor('disabledForeground')),
    tooltip: l10n.t('{0}: {1}', someOf(names, 20), whyUnknown(why)),
    words: ['favorite'],
  });
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

function clustersNotSearchedLook(error: ServiceError): RowLook {
  const why =
    error.kind === 'forbidden'
      ? l10n.t("the API key can't search clusters")
      : l10n.t("this service can't search clusters");
  return withError(noteLook(l10n.t('Cluster details unavailable'), why), error);
}

/** Says what is missing, why, and offers to add a pool by hand. */
function poolsNotListedLook(parent: TreeRow | undefined, error: ServiceError | undefined): RowLook {
  const look = noteLook(l10n.t('Add Machine Pool…'), whyNoPools(parent, error), {
    icon: new ThemeIcon('add'),
    command: { command: click, title: l10n.t('Add Machine Pool…') },
  });
  return error === undefined ? look : withError(look, error);
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

function withError(look: RowLook, error: ServiceError): RowLook {
  return { ...look, tooltip: `${look.tooltip ?? ''}\n${errorSentence(error)}` };
}
