import { l10n, window } from 'vscode';
import { isResourceRow, type ItemStoreRow, type ResourceRow, pathTo } from '../../items/kinds';
import { markKey } from '../../items/marks/marks';
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
      const keys = rows.flatMap(favoriteKeys).filter((key) => favorite.has(key));
      const chosen = keys.length > 0 || given.length > 0 ? keys : await chooseFavorites(projects);
      const changes = chosen.map((key) => ({ kind: 'favorite', key, value: undefined }) as const);
      if (changes.length > 0) await projects.inventory.marks.set(changes);
    },
    showFavoritesOnly: (projects) => projects.find(favoritesTerm),
  } satisfies ConnectedCommands<ProjectsModel>;
}

/** Adds those that are no favorites yet, as far as there is room. */
async function add({ inventory: { marks } }: ProjectsModel, rows: readonly ResourceRow[]): Promise<void> {
  const { favorite } = marks.values;
  const chosen = rows.filter(({ id }) => !favorite.has(markKey(id)));
  const added = chosen.slice(0, Math.max(0, maxFavorites - favorite.size));
  const valueOf = (row: ResourceRow) => ({ kind: row.kind, names: pathTo(row) });
  if (added.length > 0) {
    await marks.set(added.map((row) => ({ kind: 'favorite', key: markKey(row.id), value: valueOf(row) })));
  }
  if (added.length < chosen.length) {
    const left = formatNumber(chosen.length - added.length);
    void window.showWarningMessage(
      l10n.t('Not added: {0}. You can have {1} favorites.', left, formatNumber(maxFavorites)),
    );
  }
}

/** The keys that the marks of a row have if it is, or tells of, favorites. */
function favoriteKeys(row: ItemStoreRow): readonly string[] {
  if (isResourceRow(row)) return [markKey(row.id)];
  if (row.kind !== 'note' || row.note.about !== 'favorites') return [];
  return row.note.favorites.map(({ key }) => key);
}

async function chooseFavorites({ inventory: { marks } }: ProjectsModel): Promise<readonly string[]> {
  const keys = await pickMany({
    title: l10n.t('Remove from Favorites'),
    items: [...marks.values.favorite].map(([key, { names }]) => ({
      label: escapeIconsAndLinks(pathText(...names)),
      value: key,
    })),
  });
  return typeof keys === 'object' ? keys : [];
}
