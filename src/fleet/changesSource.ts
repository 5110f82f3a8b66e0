import type { Event } from 'vscode';
import type { KeyIdentity } from '../connections/keyIdentity';
import type { Change, ChangeCoverage } from '../items/changes/change';

/** The changes of the active connection, as the fleet page shows them. They belong to the Events feature. */
export interface ChangesSource {
  /** Whose changes these are, so that they are never shown under the name of another; undefined if nothing is connected. */
  readonly keyIdentity: KeyIdentity | undefined;
  /** The latest changes, newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
  /** Fires when one of them is different, as after every read. */
  readonly onDidChange: Event<unknown>;
}
