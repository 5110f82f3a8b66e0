import { l10n } from 'vscode';
import { parseJson } from '../../connections/storedFiles';
import { markedItem, type MarkedItem } from '../../items/marks/stored';
import { textOfPart } from '../../items/store/row';
import { formatNumber } from '../../presentation/format';
import { sanitizeLine } from '../../presentation/text';
import { isObject } from '../../service/readers';

/** The most favorites of a connection. */
export const maxFavorites = 500;

/** What the key of a favorite of each kind looks like: an item with a UID, or else with a name. */
const part = (kind: string): string => String.raw`${kind}[:~][^/|]{1,300}`;
const keys: Partial<Record<MarkedItem['kind'], RegExp>> = {
  project: new RegExp(`^${part('project')}$`),
  cluster: new RegExp(`^${part('project')}/${part('cluster')}$`),
  pool: new RegExp(`^${part('project')}(/${part('cluster')})?/${part('pool')}$`),
};

export interface Favorite {
  readonly key: string;
  readonly value: MarkedItem;
}

interface Favorites {
  readonly favorites: readonly Favorite[];
  /** A sentence about what is not a favorite. */
  readonly problem?: string | undefined;
}

/** The favorites as JSON, in their order. Others can import it, whatever they have called the connection. */
export function favoritesText(favorites: ReadonlyMap<string, MarkedItem>): string {
  const list = [...favorites].map(([key, value]) => ({ key, ...value }));
  return `${JSON.stringify({ poolviewFavorites: list }, null, 2)}\n`;
}

/** Reads favorites that anyone may have written. */
export function parseFavorites(text: string): Favorites {
  const json = parseJson(text);
  if (json === undefined) return { favorites: [], problem: l10n.t('The text is not JSON.') };
  const list: unknown = isObject(json) ? json['poolviewFavorites'] : undefined;
  if (!Array.isArray(list)) return { favorites: [], problem: l10n.t('"poolviewFavorites" is missing.') };
  const favorites = list.slice(0, maxFavorites).flatMap(parseFavorite);
  const others = list.length - favorites.length;
  return {
    favorites,
    problem:
      others === 0 ? undefined : l10n.t('{0} entries are not favorites, or too many.', formatNumber(others)),
  };
}

function parseFavorite(json: unknown): readonly Favorite[] {
  const value = markedItem(json);
  const key: unknown = isObject(json) ? json['key'] : undefined;
  if (value === undefined || typeof key !== 'string' || keys[value.kind]?.test(key) !== true) return [];
  if (key.split(/[/:#]/).some((part) => textOfPart(part) === undefined)) return [];
  const names = value.names.slice(0, 3).map((name) => sanitizeLine(name));
  return [{ key, value: { kind: value.kind, names } }];
}
