import { workspace } from 'vscode';
import type { ListingMethod } from '../service/resources/project';
import { parseBaseUrl, type Connection } from './connection';

const section = 'poolview';

/** The settings as they may be used: whatever stands in the file, the values here are in range. */
export const settings = {
  get pageSize(): number {
    return wholeNumber('pageSize', 1, 50, 50);
  },
  get metricsPeriodMinutes(): number {
    return wholeNumber('metricsPeriodMinutes', 1, 60 * 24 * 30, 60);
  },
  get requestTimeoutMs(): number {
    return wholeNumber('requestTimeoutSeconds', 1, 600, 30) * 1000;
  },
  /** undefined: find out which one the service has. */
  get projectListing(): ListingMethod | undefined {
    const value = read('projectListing');
    return value === 'get' || value === 'post' ? value : undefined;
  },
  /** Entries that are no connection are left out; of several with the same name the first one counts. */
  get connections(): readonly Connection[] {
    const value = read('connections');
    const byName = new Map<string, Connection>();
    for (const entry of Array.isArray(value) ? value : []) {
      const connection = parseConnection(entry);
      if (connection !== undefined && !byName.has(connection.name)) byName.set(connection.name, connection);
    }
    return [...byName.values()];
  },
};

/** Calls `listener` when the list of connections has changed. */
export function onDidChangeConnections(listener: () => void) {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.connections`)) listener();
  });
}

/**
 * Puts `connection` in the place of the one called `name`, or takes that one out, in the person's own settings.
 * Entries that are no connection stay as they are: they may be only a letter away from being one.
 */
export async function writeConnection(name: string, connection: Connection | undefined): Promise<void> {
  const value = read('connections');
  const others: unknown[] = Array.isArray(value)
    ? value.filter((entry) => parseConnection(entry)?.name !== name)
    : [];
  await workspace
    .getConfiguration(section)
    .update('connections', connection === undefined ? others : [...others, connection], true);
}

function read(name: string): unknown {
  return workspace.getConfiguration(section).get<unknown>(name);
}

function wholeNumber(name: string, least: number, most: number, otherwise: number): number {
  const value = read(name);
  if (typeof value !== 'number' || Number.isNaN(value)) return otherwise;
  return Math.round(Math.min(most, Math.max(least, value)));
}

function parseConnection(entry: unknown): Connection | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, baseUrl } = entry as Partial<Record<keyof Connection, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || typeof baseUrl !== 'string') return undefined;
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.valid) return undefined;
  return { name, baseUrl: parsed.value };
}
