import type { Memento } from 'vscode';
import { secretName, type ApiKeys } from './keys';
import { settings } from './settings';

const stateName = 'unownedSince';

/** After this time, this window's settings contain a connection that another window is adding. */
const delayMs = 60_000;

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes the keys of connections that the user deleted from the settings, one minute after startup. */
export function deleteUnownedKeys(keys: ApiKeys, state: Memento): { dispose(): void } {
  // Listed now, because a key that is stored later belongs to a connection that is being added.
  const stored = keys.names();
  // If the keyring fails, this is tried again at the next startup.
  const ignore = (): void => undefined;
  stored.catch(ignore);
  const timer = setTimeout(() => {
    stored.then((names) => deleteUnowned(names, keys, state)).catch(ignore);
  }, delayMs);
  return {
    dispose: () => {
      clearTimeout(timer);
    },
  };
}

async function deleteUnowned(names: readonly string[], keys: ApiKeys, state: Memento): Promise<void> {
  // An invalid entry may be a mistyped connection that owns a key.
  if (settings.areConnectionsWrong) return;
  const { connections } = settings;
  const owned = new Set(connections.map(secretName));
  const before = state.get<Readonly<Record<string, number>>>(stateName, {});
  const now = Date.now();
  const waiting: Record<string, number> = {};
  for (const name of names) {
    if (owned.has(name)) continue;
    const since = before[name] ?? now;
    // VS Code also returns an empty list if it cannot read settings.json, so a key is kept for a day.
    if (connections.length > 0 || now - since >= dayMs) await keys.delete(name);
    else waiting[name] = since;
  }
  await state.update(stateName, waiting);
}
