import type { JsonObject } from '../service/readers';
import { parseBaseUrl, parseConsoleUrl, type Connection } from './connection';
import { policy } from './policy';

const notify = oneOf('off', 'problems', 'favorites');

/** Reads each setting except the connections. The schema in package.json has the same ranges and defaults. */
const parsers = {
  pageSize: integer(1, 50, 50),
  requestTimeoutSeconds: integer(1, 600, 30),
  metricsPeriodMinutes: integer(1, 60 * 24 * 30, 60),
  /** 0 turns it off. */
  autoRefreshSeconds: zeroOrAtLeast(10, integer(0, 24 * 60 * 60, 0)),
  /** Whether to refresh also while nobody sees it. */
  autoRefreshHidden: oneOf(false, true),
  /** What to show messages about. */
  notify: (written: unknown) => notify(written === 'all' ? 'problems' : written),
  /** Whether planned maintenance needs attention: otherwise, it is a known problem. */
  maintenanceNeedsAttention: oneOf(false, true),
  editorHover: oneOf(true, false),
  /** The names of the connections that agents may read after the user has confirmed it. */
  agents: names,
};

export type SettingName = keyof typeof parsers;

export type SettingValues = { readonly [Name in SettingName]: ReturnType<(typeof parsers)[Name]> };

export const settingParsers: {
  readonly [Name in SettingName]: (written: unknown) => SettingValues[Name];
} = parsers;

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingParsers, name);
}

/** Moves a number into the range. Other values become the default. */
function integer(minimum: number, maximum: number, otherwise: number) {
  return (written: unknown): number =>
    typeof written === 'number' && !Number.isNaN(written)
      ? Math.round(Math.min(maximum, Math.max(minimum, written)))
      : otherwise;
}

function zeroOrAtLeast(minimum: number, parse: (written: unknown) => number) {
  return (written: unknown): number => {
    const value = parse(written);
    return value === 0 ? 0 : Math.max(minimum, value);
  };
}

/** Other values become the first one. */
function oneOf<Value extends boolean | string>(first: Value, ...others: readonly Value[]) {
  return (written: unknown): Value => others.find((value) => value === written) ?? first;
}

/** Omits entries that are not names. */
function names(written: unknown): readonly string[] {
  const isName = (entry: unknown): entry is string => typeof entry === 'string' && entry.trim() !== '';
  if (!Array.isArray(written)) return [];
  return written.every(isName) ? written : written.filter(isName);
}

/** The list of connections, and whether it contains nothing else. */
export interface ConnectionList {
  readonly connections: readonly Connection[];
  readonly isValid: boolean;
}

/**
 * Reads the list. Omits invalid entries, and all but one of several with the same name: the first that is read-only, or else the
 * first.
 */
export function parseConnections(written: unknown): ConnectionList {
  if (written === undefined) return { connections: [], isValid: true };
  if (!Array.isArray(written)) return { connections: [], isValid: false };
  const byName = new Map<string, Connection>();
  let isValid = true;
  for (const entry of written) {
    const { connection, isValid: isEntryValid } = parseConnection(entry);
    const other = connection && byName.get(connection.name);
    if (connection === undefined || !isEntryValid || other !== undefined) isValid = false;
    const isUsed = other === undefined || (!other.readOnly && connection?.readOnly);
    if (connection !== undefined && isUsed) byName.set(connection.name, connection);
  }
  return { connections: [...byName.values()], isValid };
}

/** Reads an entry. Drops an invalid console URL. The administrator, and whatever may be meant to, makes it read-only. */
export function parseConnection(entry: unknown): {
  readonly connection: Connection | undefined;
  readonly isValid: boolean;
} {
  // The spread copies only own properties, so that a property named __proto__ adds no others.
  const { name, baseUrl, consoleUrl, readOnly = false, ...others } = { ...(entry as JsonObject) };
  const base = typeof baseUrl === 'string' ? parseBaseUrl(baseUrl) : undefined;
  const webConsole = typeof consoleUrl === 'string' ? parseConsoleUrl(consoleUrl) : undefined;
  const areKnown = Object.keys(others).length === 0 && typeof readOnly === 'boolean';
  const isMeantReadOnly =
    readOnly !== false || Object.keys(others).some((other) => /read.?only/i.test(other));
  if (typeof name !== 'string' || name.trim() === '' || !base?.valid) {
    return { connection: undefined, isValid: false };
  }
  return {
    connection: {
      name,
      baseUrl: base.value,
      ...(webConsole?.valid ? { consoleUrl: webConsole.value } : {}),
      ...(isMeantReadOnly || policy.isReadOnly ? { readOnly: true } : {}),
    },
    isValid: areKnown && (consoleUrl === undefined || webConsole?.valid === true),
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
