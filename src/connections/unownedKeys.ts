import type { Memento } from 'vscode';
import { secretName, type ApiKeys } from './keys';
import { settings } from './settings';

const stateName = 'unownedSince';

/** After this time, a connection that another window is adding has reached this window's settings. */
const delayMs = 60_000;

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes the keys of connections that the user deleted from the settings, one minute after the start. */
export function deleteUnownedKeys(keys: ApiKeys, state: Memento): { dispose(): void } {
  // Listed now: a key that is stored later belongs to a connection that is just being added.
  const stored = keys.names();
  // A keyring that fails is tried again at the next start.
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
  // An entry that cannot be used may be a typing error away from a connection that owns a key.
  if (settings.areConnectionsWrong) return;
  const { connections } = settings;
  const owned = new Set(connections.map(secretName));
  const before = state.get<Readonly<Record<string, number>>>(stateName, {});
  const now = Date.now();
  const waiting: Record<string, number> = {};
  for (const name of names) {
    if (owned.has(name)) continue;
    const since = before[name] ?? now;
    // VS Code also returns an empty list when it cannot read settings.json: then a key stays for a day.
    if (connections.length > 0 || now - since >= dayMs) await keys.delete(name);
    else waiting[name] = since;
  }
  await state.update(stateName, waiting);
}
