import { l10n, window, workspace, type TreeView } from 'vscode';
import { isParentRow, isRow, type ParentRow, type ViewRow } from '../../items/kinds';
import { markKey } from '../../items/marks/marks';
import { favoriteOrders } from '../../items/marks/stored';
import { pathTo } from '../../items/readings';
import { storedId } from '../../items/store/row';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks, pathText } from '../../presentation/text';
import { currentRow, givenRows } from '../../tree/clickedRow';
import { pickMany, pickOne } from '../../ui/quickPick';
import type { Commands } from '../commands';
import type { ProjectsModel } from '../model';
import { rowsOf } from '../rowArguments';
import { favoritesText, maxFavorites, parseFavorites, type Favorite } from './file';
import { favoritesKey, sortedFavorites } from './order';

/** The commands for favorites, by the end of their names. */
export function favoriteCommands({ view }: { readonly view: TreeView<ViewRow> }) {
  return {
    addToFavorites: async (projects, ...given) => {
      const choice = {
        title: l10n.t('Add to Favorites'),
        placeholder: l10n.t('Select a project, cluster or machine pool'),
        isOffered: isParentRow,
      };
      const rows = await rowsOf(view, projects, given, choice);
      await add(projects, rows.filter(isParentRow).map(favoriteOf));
    },
    removeFromFavorites: async (projects, ...given) => {
      const rows = given.length === 0 ? view.selection : await givenRows(given, view);
      const keys = rows.flatMap((row) => keyOf(row, projects));
      const chosen = keys.length > 0 || given.length > 0 ? keys : await chooseFavorites(projects);
      const changes = chosen.map((key) => ({ kind: 'favorite', key, value: undefined }) as const);
      if (changes.length > 0) await projects.inventory.marks.set(changes);
    },
    moveFavoriteUp: (projects, row) => move(projects, row, -1),
    moveFavoriteDown: (projects, row) => move(projects, row, 1),
    sortFavorites: async (projects) => {
      const texts = { own: l10n.t('My Order'), name: l10n.t('Name'), severity: l10n.t('Worst First') };
      const by = await pickOne({
        title: l10n.t('Sort Favorites'),
        items: favoriteOrders.map((value) => ({ label: texts[value], value })),
      });
      if (typeof by === 'string') await setOrder(projects, sortedFavorites(projects.inventory), by);
    },
    insertFavorites: async (projects, target, dropped) => {
      const rows: readonly unknown[] = Array.isArray(dropped) ? dropped : [];
      const isGroup = isRow(target, 'favorites');
      const [before] = keyOf(target, projects);
      if (!isGroup && before === undefined) return;
      const added = rows.flatMap((row) => currentRow(projects.store, row, isParentRow) ?? []).map(favoriteOf);
      const keys = new Set([...rows.flatMap((row) => keyOf(row, projects)), ...added.map(({ key }) => key)]);
      await add(projects, added);
      const others = sortedFavorites(projects.inventory).filter((key) => !keys.has(key) || key === before);
      const at = before === undefined ? others.length : others.indexOf(before);
      await setOrder(projects, [...new Set([...others.slice(0, at), ...keys, ...others.slice(at)])]);
    },
    ...sharingCommands,
  } satisfies Commands;
}

const sharingCommands = {
  exportFavorites: async ({ inventory }) => {
    const content = favoritesText(inventory.marks.values.favorite);
    await window.showTextDocument(await workspace.openTextDocument({ language: 'json', content }));
  },
  importFavorites: async (projects) => {
    const text = window.activeTextEditor?.document.getText() ?? '';
    const { favorites, problem } = parseFavorites(text);
    if (favorites.length === 0) {
      const why = problem ?? l10n.t('It contains no favorites.');
      const how = l10n.t('Open the JSON of exported favorites in an editor, then run this command again.');
      void window.showErrorMessage(`${l10n.t("Couldn't import favorites.")} ${why} ${how}`);
      return;
    }
    const count = await add(projects, favorites);
    const message = l10n.t(
      'Imported {0} of {1} favorites.',
      formatNumber(count),
      formatNumber(favorites.length),
    );
    void window.showInformationMessage([message, problem ?? ''].join(' ').trim());
  },
} satisfies Commands;

function favoriteOf(row: ParentRow): Favorite {
  return { key: markKey(row.id), value: { kind: row.kind, names: pathTo(row) } };
}

/** Adds those that are no favorites yet, as far as there is room. @returns how many were added */
async function add({ inventory: { marks } }: ProjectsModel, favorites: readonly Favorite[]): Promise<number> {
  const { favorite } = marks.values;
  const added = favorites.filter(({ key }) => !favorite.has(key)).slice(0, maxFavorites - favorite.size);
  if (added.length > 0) await marks.set(added.map((each) => ({ kind: 'favorite', ...each })));
  else if (favorite.size >= maxFavorites) {
    void window.showWarningMessage(
      l10n.t('You have {0} favorites. Remove some first.', formatNumber(favorite.size)),
    );
  }
  return added.length;
}

/** The key of the favorite that a row stands for, if it is one. */
function keyOf(row: unknown, { inventory }: ProjectsModel): readonly string[] {
  const key = isRow(row, 'favorite') ? row.key : isParentRow(row) ? markKey(storedId(row.id)) : '';
  return inventory.marks.values.favorite.has(key) ? [key] : [];
}

async function chooseFavorites(projects: ProjectsModel): Promise<readonly string[]> {
  const { favorite } = projects.inventory.marks.values;
  const keys = await pickMany({
    title: l10n.t('Remove from Favorites'),
    items: sortedFavorites(projects.inventory).map((key) => ({
      label: escapeIconsAndLinks(pathText(...(favorite.get(key)?.names ?? []))),
      value: key,
    })),
  });
  return typeof keys === 'object' ? keys : [];
}

/** Moves a favorite by one place, in the order that is shown. */
async function move(projects: ProjectsModel, row: unknown, by: 1 | -1): Promise<void> {
  const keys = sortedFavorites(projects.inventory);
  const [key] = keyOf(row, projects);
  const at = key === undefined ? -1 : keys.indexOf(key);
  const other = keys[at + by];
  if (key !== undefined && other !== undefined) {
    await setOrder(projects, keys.with(at, other).with(at + by, key));
  }
}

async function setOrder(
  { inventory }: ProjectsModel,
  keys: readonly string[],
  by: (typeof favoriteOrders)[number] = 'own',
): Promise<void> {
  await inventory.marks.set([{ kind: 'order', key: favoritesKey, value: { by, keys } }]);
}
