import type { Memento } from 'vscode';
import type { ConnectionIdentity } from '../connections/connection';
import { keyState } from '../connections/sessionState';

/** In `globalState`, of each connection and key that agents may read. */
const stateName = 'agents';

/** Whether the user let agents read the connection with this name, base URL and API key. All windows share the answer. */
export function isTurnedOn(state: Memento, connection: ConnectionIdentity): boolean {
  return keyState(state, connection).read(stateName) === true;
}

export function writeTurnedOn(state: Memento, connection: ConnectionIdentity, isOn: boolean): Thenable<void> {
  return keyState(state, connection).write(stateName, isOn ? true : undefined);
}
