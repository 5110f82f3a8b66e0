import type { LogOutputChannel } from 'vscode';
import { logMark, type Connection } from '../connections/connection';
import type { RemovalResult } from './removal/removeRoles';
import type { RestorationResult } from './restore/reportRestoration';

/** Logs the result of a removal: only UIDs, the outcome and the kind of an error. Requests are logged separately. */
export function logRemoval(
  log: LogOutputChannel,
  { item: { team, role }, removal }: RemovalResult,
  connection: Connection,
): void {
  const what = `remove role ${encodeUid(role.uid)} of team ${encodeUid(team.uid)}`;
  write(log, connection, what, removal);
}

/** Logs the result of a restoration, with the UID of the new role. */
export function logRestoration(
  log: LogOutputChannel,
  { entry: { team, roleUid }, restoration }: RestorationResult,
  connection: Connection,
): void {
  const what = `restore role ${encodeUid(roleUid)} of team ${encodeUid(team.uid)}`;
  write(log, connection, what, restoration);
}

const successes = ['removed', 'alreadyGone', 'restored', 'alreadyThere', 'neverRemoved'];

function write(
  log: LogOutputChannel,
  connection: Connection,
  what: string,
  result: RemovalResult['removal'] | RestorationResult['restoration'],
): void {
  const { outcome } = result;
  const newUid = 'uid' in result && result.uid !== undefined ? ` as ${encodeUid(result.uid)}` : '';
  const error: { readonly kind?: string; readonly reason?: string } = 'error' in result ? result.error : {};
  const reason = error.kind ?? error.reason;
  const line = `${logMark(connection)}${what}: ${outcome}${newUid}${reason === undefined ? '' : ` (${reason})`}`;
  if (successes.includes(outcome)) log.info(line);
  else log.warn(line);
}

/** Encoded as in a request's path, because a UID may contain line breaks. */
function encodeUid(uid: string): string {
  return encodeURIComponent(uid.toWellFormed());
}
