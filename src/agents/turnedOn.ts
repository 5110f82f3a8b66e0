import type { Memento } from 'vscode';
import type { ConnectionIdentity } from '../connections/connection';
import { isObject } from '../service/readers';

const stateName = 'agents';

/** The connections that the user turned on for agents, each with its base URL at that time. All windows share the list. */
export function readTurnedOn(state: Memento): readonly ConnectionIdentity[] {
  const stored = state.get<unknown>(stateName);
  return Array.isArray(stored) ? stored.filter(isIdentity) : [];
}

export function writeTurnedOn(state: Memento, connections: readonly ConnectionIdentity[]): Thenable<void> {
  const stored = connections.map(({ name, baseUrl }) => ({ name, baseUrl }));
  return state.update(stateName, stored.length === 0 ? undefined : stored);
}

function isIdentity(value: unknown): value is ConnectionIdentity {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['baseUrl'] === 'string';
}
