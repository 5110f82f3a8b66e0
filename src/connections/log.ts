import type { LogOutputChannel } from 'vscode';
import type { RequestRecord } from '../service/http';
import { logMark, type Connection } from './connection';

/** A larger difference between the clocks of the service and of this computer is in the log. */
const maxAheadMs = 120_000;

/**
 * Logs a request: method, path, status and duration, and for a failure its kind and the service's code and ref. Never
 * headers, the query, a body or a message of the service.
 */
export function logRequest(log: LogOutputChannel, record: RequestRecord, connection: Connection): void {
  const { method, path, status, durationMs, aheadMs = 0, failure } = record;
  const request = `${logMark(connection)}${method} ${path} ${status?.toString() ?? '-'} ${durationMs.toFixed(0)} ms`;
  const isOff = Math.abs(aheadMs) > maxAheadMs;
  const line = isOff ? `${request}, clock of the service ${(aheadMs / 1000).toFixed(0)} s ahead` : request;
  if (failure === undefined || failure.kind === 'cancelled') {
    log.info(line + (failure === undefined ? '' : ' cancelled'));
  } else {
    const { kind, reason, code, ref } = failure;
    const why = { kind, reason, code, ref };
    // As JSON, so that a line break from the service does not start a new line.
    log.warn(`${line} ${JSON.stringify(why)}`);
  }
}
