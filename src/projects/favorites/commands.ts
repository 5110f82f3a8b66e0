import { l10n, window } from 'vscode';
import { isResourceRow, type ItemStoreRow, type ResourceRow, pathOfRow } from '../../items/kinds';
import { formatNumber } from '../../text/format';
import { escapeIconsAndLinks, pathText } from '../../text/text';
import type { ConnectedCommands } from '../../ui/commands';
import { pickMany } from '../../ui/quickPick';
import type { ProjectsModel } from '../model';
import { favoritesTerm } from '../projectSearch';
import { anyRowsOf, rowsOf } from '../chooseRow';
import type { Selecting } from '../../tree/givenRows';

/** The most favorites of a connection. */
const maxFavorites = 500;

/** The commands for favorites, by the end of their names. */
export function favoriteCommands(selection: Selecting) {
  return {
    addToFavorites: async (projects, ...given) => {
      const choice = { title: l10n.t('Add to Favorites'), placeholder: l10n.t('Select an item') };
      await add(projects, await rowsOf(selection, projects, given, choice));
    },
    removeFromFavorites: async (projects, ...given) => {
      const rows = await anyRowsOf(selection, projects, given);
      const { favorite } = projects.inventory.marks.values;
      const ids = rows.flatMap(favoriteIds).filter((id) => favorite.has(id));
      const chosen = ids.length > 0 || given.length > 0 ? ids : await chooseFavorites(projects);
      const changes = chosen.map((key) => ({ kind: 'favorite', key, value: undefined }) as const);
      if (changes.length > 0) await projects.inventory.marks.set(changes);
    },
    showFavoritesOnly: (projects) => projects.find(favoritesTerm),
  } satisfies ConnectedCommands<ProjectsModel>;
}

/** Adds those that are no favorites yet, as far as there is room. */
async function add({ inventory: { marks } }: ProjectsModel, rows: readonly ResourceRow[]): Promise<void> {
  const { favorite } = marks.values;
  const chosen = rows.filter(({ id }) => !favorite.has(id));
  const added = chosen.slice(0, Math.max(0, maxFavorites - favorite.size));
  if (added.length > 0) {
    await marks.set(added.map((row) => ({ kind: 'favorite', key: row.id, value: pathOfRow(row) })));
  }
  if (added.length < chosen.length) {
    const left = formatNumber(chosen.length - added.length);
    void window.showWarningMessage(
      l10n.t('Not added: {0}. You can have {1} favorites.', left, formatNumber(maxFavorites)),
    );
  }
}

/** The IDs of favorites if a row is one, or tells of them. */
function favoriteIds(row: ItemStoreRow): readonly string[] {
  if (isResourceRow(row)) return [row.id];
  if (row.kind !== 'note' || row.note.about !== 'favorites') return [];
  return row.note.favorites.map(({ id }) => id);
}

async function chooseFavorites({ inventory: { marks } }: ProjectsModel): Promise<readonly string[]> {
  const ids = await pickMany({
    title: l10n.t('Remove from Favorites'),
    items: [...marks.values.favorite.values()].map(({ id, names }) => ({
      label: escapeIconsAndLinks(pathText(...names)),
      value: id,
    })),
  });
  return typeof ids === 'object' ? ids : [];
}
