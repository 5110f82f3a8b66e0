import { l10n, type Uri } from 'vscode';
import type { Parsed } from '../../connections/connection';
import type { Step } from '../../find/locate';
import { kindOf, type ResourceRow } from '../../items/kinds';
import { idPart } from '../../items/store/row';
import { escapeIconsAndLinks, present } from '../../text/text';
import { kinds } from '../../items/kinds/levels';

/** A machine pool is identified by the UID of its cloud config and its name: pools have no UID. A query is instead of an item. */
const parameters = ['connection', 'project', 'cluster', 'config', 'pool', 'machine', 'query'] as const;

/**
 * What a link leads to: an item of a connection, or those of a query. UIDs stay the same when an item is renamed; an item without a UID is
 * identified by its name.
 */
export type Link = Readonly<Record<'connection' | 'project', string>> &
  Readonly<Partial<Record<(typeof parameters)[number], string>>>;

/** The parts of a link as VS Code passes them to the extension. */
export type LinkParts = Pick<Uri, 'path' | 'query'>;

/** Which parameters need which others. */
const needed: Partial<Record<keyof Link, keyof Link>> = { config: 'pool', pool: 'config', machine: 'pool' };

const openPath = '/open';

/** VS Code and operating systems may truncate longer ones. */
const maxLinkLength = 2000;

/**
 * The text of a link; undefined if it cannot be written.
 * @param origin `vscode://` and the ID of the extension
 */
export function linkText(origin: string, link: Partial<Link>): string | undefined {
  const values = parameters.flatMap((name) => {
    const value = link[name];
    return value === undefined ? [] : { name, value };
  });
  if (!values.every(({ value }) => value.isWellFormed())) return undefined;
  // VS Code decodes the query before it passes it on. Encoded only once, a `&` in a name would then end the value.
  const query = values.map(({ name, value }) => `${name}=${encodeURIComponent(encodeURIComponent(value))}`);
  const text = `${origin}${openPath}?${query.join('&')}`;
  return text.length > maxLinkLength ? undefined : text;
}

/** Reads a link, which anyone may have written. */
export function parseLink({ path, query }: LinkParts): Parsed<Link> {
  if (path.length + query.length > maxLinkLength) return { reason: l10n.t('It is too long.') };
  if (path !== openPath) return { reason: l10n.t('Its path must be {0}.', openPath) };
  const values: Partial<Record<keyof Link, string>> = {};
  for (const part of query.split('&')) {
    const [given = '', ...rest] = part.split('=');
    const name = parameters.find((known) => known === given);
    const value = decoded(rest.join('='));
    if (name === undefined) return { reason: l10n.t('It has the unknown parameter "{0}".', shown(given)) };
    if (name in values) return { reason: l10n.t('It has the parameter "{0}" more than once.', name) };
    if (value === undefined) return { reason: l10n.t('The value of "{0}" is not encoded correctly.', name) };
    values[name] = value;
  }
  const missing = parameters.find((name) => isMissing(name, values));
  if (missing !== undefined) return { reason: l10n.t('It lacks a value for "{0}".', missing) };
  const { connection = '', project = '', ...rest } = values;
  return { value: { connection, project, ...rest } };
}

function isMissing(name: keyof Link, values: Partial<Record<keyof Link, string>>): boolean {
  if (values[name] === '') return true;
  if (values[name] !== undefined) return false;
  const isRequired = name === 'connection' || (name === 'project' && values.query === undefined);
  return isRequired || parameters.some((other) => values[other] !== undefined && needed[other] === name);
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Text of a link, for a message. */
function shown(text: string): string {
  return escapeIconsAndLinks(text, 60);
}

/** The part of a link that identifies an item within its connection. */
type LinkTarget = Omit<Link, 'connection'>;

/** Where a row leads to; undefined if nothing identifies it or a row above it. */
export function linkTarget(row: ResourceRow): LinkTarget | undefined {
  const identity = identityOf(row);
  if (identity === undefined) return undefined;
  if (row.parent === undefined) return { project: identity };
  const place = linkTarget(row.parent);
  if (place === undefined) return undefined;
  if (row.kind !== 'pool') return { ...place, [row.kind]: identity };
  const { configUid } = row.ref;
  return configUid === '' ? undefined : { ...place, config: configUid, pool: identity };
}

/** What leads to the item of a link. */
export function stepsOf(link: Link): readonly Step[] {
  return kinds.flatMap((kind) => {
    const { [kind]: identity, config = '' } = link;
    if (identity === undefined) return [];
    const part = idPart(identity);
    const parts =
      kind === 'pool' ? [`${kind}:${idPart(config)}:${part}`] : [`${kind}:${part}`, `${kind}~${part}`];
    return { kind, parts };
  });
}

/** The UID of an item or, if it has none, its name. */
function identityOf(row: ResourceRow): string | undefined {
  const kind = kindOf(row);
  return present(kind.uid(row), kind.name(row))[0];
}

/** The text of a link to a row. @param origin `vscode://` and the ID of the extension */
export function linkTo(row: ResourceRow, origin: string, connection: string): string | undefined {
  const place = linkTarget(row);
  return place && linkText(origin, { connection, ...place });
}
