import type { JsonObject } from '../service/readers';
import { parseBaseUrl, parseConsoleUrl, type Connection } from './connection';
import { policy } from './policy';

const notify = anyOfValues('off', 'problems', 'favorites');

/** Reads each setting except the connections. The schema in package.json has the same values and defaults, and marks others. */
const parsers = {
  pageSize: integer(1, 50, 50),
  requestTimeoutSeconds: integer(1, 600, 30),
  metricsPeriodMinutes: integer(1, 60 * 24 * 30, 60),
  /** 0 turns it off. */
  autoRefreshSeconds: integer(10, 24 * 60 * 60, 0),
  /** Whether to refresh also while nobody sees it. */
  autoRefreshHidden: anyOfValues(false, true),
  /** What to show messages about. */
  notify: (written: unknown) => notify(written === 'all' ? 'problems' : written),
  /** Whether planned maintenance needs attention: otherwise, it is a known problem. */
  maintenanceNeedsAttention: anyOfValues(false, true),
  editorHover: anyOfValues(true, false),
  /** The names of the connections that agents may read after the user has confirmed it. */
  agents: distinctNames,
};

export type SettingName = keyof typeof parsers;

export type SettingValues = { readonly [Name in SettingName]: ReturnType<(typeof parsers)[Name]> };

export const settingParsers: {
  readonly [Name in SettingName]: (written: unknown) => SettingValues[Name];
} = parsers;

function integer(minimum: number, maximum: number, otherwise: number) {
  return (written: unknown): number =>
    typeof written === 'number' && Number.isInteger(written) && written >= minimum && written <= maximum
      ? written
      : otherwise;
}

/** Other values become the first one. */
function anyOfValues<Value extends boolean | string>(first: Value, ...others: readonly Value[]) {
  return (written: unknown): Value => others.find((value) => value === written) ?? first;
}

/** Omits entries that are not names, and repeated ones. */
function distinctNames(written: unknown): readonly string[] {
  return Array.isArray(written) ? [...new Set(written.filter(isName))] : [];
}

function isName(written: unknown): written is string {
  return typeof written === 'string' && written.trim() !== '';
}

/** An entry of the connections that has a name, but no base URL that can be used, and why. */
export interface RefusedConnection {
  readonly name: string;
  readonly reason: string;
}

/**
 * Reads the list. Omits invalid entries, and all but one of several with the same name: the first that is read-only, or else the
 * first.
 */
export function parseConnections(written: unknown = []) {
  const entries: readonly unknown[] = Array.isArray(written) ? written : [];
  const byName = new Map<string, Connection>();
  const refused: RefusedConnection[] = [];
  for (const entry of entries) {
    const parsed = parseConnection(entry);
    if (parsed === undefined) continue;
    if ('reason' in parsed) {
      refused.push(parsed);
      continue;
    }
    const other = byName.get(parsed.name);
    if (other === undefined || (!other.readOnly && parsed.readOnly)) byName.set(parsed.name, parsed);
  }
  const isWhole = Array.isArray(written) && byName.size === entries.length;
  return {
    connections: [...byName.values()],
    refused,
    /** Whether each entry is one of the connections. */
    isWhole,
  };
}

/**
 * Reads an entry. Drops an invalid console URL. The administrator, and whatever may be meant to, makes it read-only.
 * @returns why it can't be used, if it has a name; undefined if it has none
 */
export function parseConnection(entry: unknown): Connection | RefusedConnection | undefined {
  // The spread copies only own properties, so that a property named __proto__ adds no others.
  const { name, baseUrl, consoleUrl, readOnly = false, ...others } = { ...(entry as JsonObject) };
  if (!isName(name)) return undefined;
  const base = parseBaseUrl(typeof baseUrl === 'string' ? baseUrl : '');
  if (base.value === undefined) return { name, reason: base.reason };
  const webConsole = typeof consoleUrl === 'string' ? parseConsoleUrl(consoleUrl) : undefined;
  const isMeantReadOnly =
    readOnly !== false || Object.keys(others).some((other) => /read.?only/i.test(other));
  return {
    name,
    baseUrl: base.value,
    ...(webConsole?.value !== undefined && { consoleUrl: webConsole.value }),
    ...(isMeantReadOnly || policy.isReadOnly ? { readOnly: true } : {}),
  };
}

/**
 * Names of properties that contain a key or password. The schema in package.json rejects the same names. The pattern can
 * be broad, because no property of Poolview matches it.
 */
export const secretProperty = /key|token|secret|passw|passphrase|credential|bearer|auth/i;

/** Whether a setting contains a key or password, at any depth: in a property with such a name, or in a URL. */
export function holdsSecret(settingName: string, value: unknown): boolean {
  // Not recursive, because settings can be nested deeper than the stack allows.
  const rest = [{ isSecret: secretProperty.test(settingName), value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { isSecret, value: held } = next;
    if (typeof held === 'object' && held !== null) {
      for (const [name, inner] of Object.entries(held)) {
        rest.push({ isSecret: isSecret || secretProperty.test(name), value: inner as unknown });
      }
    } else if (isSecret && (typeof held === 'number' || (typeof held === 'string' && held.trim() !== ''))) {
      return true;
    } else if (typeof held === 'string' && urlHoldsSecret(held)) {
      return true;
    }
  }
  return false;
}

function urlHoldsSecret(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username !== '' || password !== '' || secretProperty.test(search + hash);
}
