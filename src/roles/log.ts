import type { LogOutputChannel } from 'vscode';
import { logMark, type Connection } from '../connections/connection';
import { isDone } from './report';
import type { RemovalResult } from './removal/removeRoles';
import type { Restoration } from './restore/restoreRole';

/** Logs the result of a change: only UIDs, the outcome and the kind of an error. Requests are logged separately. */
export function logResult(
  log: LogOutputChannel,
  connection: Connection,
  change: 'remove' | 'restore',
  { teamUid, roleUid }: { readonly teamUid: string; readonly roleUid: string },
  result: RemovalResult['removal'] | Restoration,
): void {
  const { outcome } = result;
  const what = `${change} role ${encodeUid(roleUid)} of team ${encodeUid(teamUid)}`;
  // Of the restored role.
  const newUid = 'uid' in result && result.uid !== undefined ? ` as ${encodeUid(result.uid)}` : '';
  const error: { readonly kind?: string; readonly reason?: string } = 'error' in result ? result.error : {};
  const reason = error.kind ?? error.reason;
  const line = `${logMark(connection)}${what}: ${outcome}${newUid}${reason === undefined ? '' : ` (${reason})`}`;
  if (isDone(result)) log.info(line);
  else log.warn(line);
}

/** Encoded as in a request's path, because a UID may contain line breaks. */
function encodeUid(uid: string): string {
  return encodeURIComponent(uid.toWellFormed());
}
