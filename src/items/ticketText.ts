import { hostOf } from '../connections/connection';
import type { Session } from '../connections/session';
import { formatZoned } from '../text/format';
import { escapeMarkdownCell } from '../text/markdown';
import { parts } from '../text/text';

/** What the heading of a ticket says besides the connection. */
export interface TicketHeading {
  /** The item that it is about; empty for the fleet. */
  readonly scope?: string;
  /** What was shown, in words; empty if that is not known. */
  readonly filter: string;
  readonly count: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export async function ticketHeading(
  { connection, containsApiKey }: Session,
  { scope = '', filter, count, now }: TicketHeading,
): Promise<string> {
  const heading = [
    connection.name,
    connection.isDemo === true ? '' : hostOf(connection),
    scope,
    (await containsApiKey(filter)) ? '' : filter,
    count,
    formatZoned(now),
  ];
  return `### ${parts(...heading.map(escapeMarkdownCell))}\n\n`;
}
