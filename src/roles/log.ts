import type { LogOutputChannel } from 'vscode';
import { logMark, type Connection } from '../connections/connection';
import type { RestorationResult } from './reportRestoration';
import type { RemovalResult } from './removing';

/**
 * Writes what became of a removal to the log: uids, the outcome and of a failure its kind, and nothing else. The requests
 * have lines of their own.
 */
export function logRemoval(
  log: LogOutputChannel,
  { item, removal }: RemovalResult,
  connection: Connection,
): void {
  const why = 'error' in removal ? whyText(removal.error) : '';
  write(
    log,
    removal.outcome,
    `${logMark(connection)}remove role ${uid(item.role.uid)} of team ${uid(item.team.uid)}: ${removal.outcome}${why}`,
  );
}

/** Likewise for giving a role back. */
export function logRestoration(
  log: LogOutputChannel,
  { entry, restoration }: RestorationResult,
  connection: Connection,
): void {
  const why = 'error' in restoration ? whyText(restoration.error) : '';
  const added = 'uid' in restoration && restoration.uid !== undefined ? ` as ${uid(restoration.uid)}` : '';
  write(
    log,
    restoration.outcome,
    `${logMark(connection)}restore role ${uid(entry.roleUid)} of team ${uid(entry.team.uid)}: ${restoration.outcome}${added}${why}`,
  );
}

const wellOutcomes = ['removed', 'alreadyGone', 'restored', 'alreadyThere', 'neverRemoved'];

function write(log: LogOutputChannel, outcome: string, line: string): void {
  if (wellOutcomes.includes(outcome)) log.info(line);
  else log.warn(line);
}

function whyText(error: { readonly kind?: string; readonly reason?: string }): string {
  return ` (${error.kind ?? error.reason ?? ''})`;
}

/** As it stands in a path: whatever a service or a person calls a uid, it stays on its line. */
function uid(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
