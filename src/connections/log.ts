import type { LogOutputChannel } from 'vscode';
import type { RequestRecord } from '../service/http';
import { logMark, type Connection } from './connection';

/**
 * Writes a request to the log: method, path, status, duration, and of a failure its kind, the service's code and ref.
 * Nothing else: no header, no query, no body, no message of the service.
 */
export function logRequest(log: LogOutputChannel, record: RequestRecord, connection: Connection): void {
  const { method, path, status, durationMs, failure } = record;
  const line = `${logMark(connection)}${method} ${path} ${status?.toString() ?? '-'} ${durationMs.toFixed(0)} ms`;
  if (failure === undefined || failure.kind === 'cancelled') {
    log.info(line + (failure === undefined ? '' : ' cancelled'));
  } else {
    const { kind, reason, code, ref } = failure;
    const why = { kind, reason, code, ref };
    // As JSON, so that no line break of a service begins a line of its own.
    log.warn(`${line} ${JSON.stringify(why)}`);
  }
}
