import { l10n, window } from 'vscode';
import { isParentRow, type ParentRow } from '../../items/kinds';
import { markKey } from '../../items/marks/marks';
import { favoriteOrders } from '../../items/marks/stored';
import { pathTo } from '../../items/readings';
import { isRowOf } from '../../items/store/row';
import { formatNumber } from '../../text/format';
import { escapeIconsAndLinks, pathText } from '../../text/text';
import { currentRow, givenRows } from '../../tree/clickedRow';
import { pickMany, pickOne } from '../../ui/quickPick';
import type { ConnectedCommands } from '../../ui/commands';
import type { ProjectsModel } from '../model';
import { rowsOf, type Selecting } from '../rowArguments';
import { favoritesKey, sortedFavorites } from './favorites';

/** The most favorites of a connection. */
export const maxFavorites = 500;

/** The commands for favorites, by the end of their names. */
export function favoriteCommands(selecting: Selecting) {
  return {
    addToFavorites: async (projects, ...given) => {
      const choice = {
        title: l10n.t('Add to Favorites'),
        placeholder: l10n.t('Select a project, cluster or machine pool'),
        isOffered: isParentRow,
      };
      const rows = await rowsOf(selecting, projects, given, choice);
      await add(projects, rows.filter(isParentRow).map(favoriteOf));
    },
    removeFromFavorites: async (projects, ...given) => {
      const rows =
        given.length === 0 ? selecting(undefined).selection : await givenRows(given, selecting(given[0]));
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
      const [before] = keyOf(target, projects);
      if (target !== undefined && before === undefined) return;
      const added = rows.flatMap((row) => currentRow(projects.store, row, isParentRow) ?? []).map(favoriteOf);
      const keys = new Set([...rows.flatMap((row) => keyOf(row, projects)), ...added.map(({ key }) => key)]);
      await add(projects, added);
      const others = sortedFavorites(projects.inventory).filter((key) => !keys.has(key) || key === before);
      const at = before === undefined ? others.length : others.indexOf(before);
      await setOrder(projects, [...new Set([...others.slice(0, at), ...keys, ...others.slice(at)])]);
    },
  } satisfies ConnectedCommands<ProjectsModel>;
}

function favoriteOf(row: ParentRow) {
  return { kind: 'favorite', key: markKey(row.id), value: { kind: row.kind, names: pathTo(row) } } as const;
}

/** Adds those that are no favorites yet, as far as there is room. */
async function add(
  { inventory: { marks } }: ProjectsModel,
  favorites: readonly ReturnType<typeof favoriteOf>[],
): Promise<void> {
  const { favorite } = marks.values;
  const chosen = favorites.filter(({ key }) => !favorite.has(key));
  const added = chosen.slice(0, Math.max(0, maxFavorites - favorite.size));
  if (added.length > 0) await marks.set(added);
  if (added.length < chosen.length) {
    const left = formatNumber(chosen.length - added.length);
    void window.showWarningMessage(
      l10n.t('Not added: {0}. You can have {1} favorites.', left, formatNumber(maxFavorites)),
    );
  }
}

/** The key of the favorite that a row stands for, if it is one. */
function keyOf(row: unknown, { inventory }: ProjectsModel): readonly string[] {
  const key = isParentRow(row) || isRowOf(row, ['note']) ? markKey(row.id) : '';
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
