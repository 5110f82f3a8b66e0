import type { Memento } from 'vscode';
import { secretName, type ApiKeys } from './keys';
import { settings } from './settings';

const stateName = 'unownedSince';

/** After this time, a connection that another window added before it stored the key has reached this window's settings. */
const settleMs = 60_000;

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes the keys of connections that the user deleted from the settings, one minute after the start. */
export function deleteUnownedKeys(keys: ApiKeys, state: Memento): { dispose(): void } {
  // Listed now: a key that is stored later belongs to a connection that is just being added.
  const stored = keys.names();
  // A keyring that fails now is asked again at the next start.
  const ignore = (): void => undefined;
  stored.catch(ignore);
  const timer = setTimeout(() => {
    stored.then((names) => deleteUnowned(names, keys, state)).catch(ignore);
  }, settleMs);
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
    // VS Code returns an empty list also if it cannot read settings.json: that must not cost the user a key.
    if (connections.length > 0 || now - since >= dayMs) await keys.deleteByName(name);
    else waiting[name] = since;
  }
  await state.update(stateName, waiting);
}
