import * as z from 'zod';
import type { AgentItems } from '../sources';

const countedSchema = z.strictObject({
  read: z.number(),
  total: z.number().optional().describe('Missing if not known.'),
});

export const coverageSchema = z
  .strictObject({ projects: countedSchema, clusters: countedSchema, machines: countedSchema })
  .describe('How many have been read, and how many there are as far as the service says.');

/** What is known without its machines. */
export function unreadNote(items: Pick<AgentItems, 'items' | 'isRead'>): readonly string[] {
  const unread = items.items().filter(({ kind, id }) => isList(kind) && !items.isRead(id));
  if (unread.length === 0) return [];
  const clusters = unread.filter(({ kind }) => kind === 'cluster').length;
  const counts = [`${clusters} clusters`, `${unread.length - clusters} pools`];
  const shown = counts.filter((text) => !text.startsWith('0 ')).join(' and ');
  return [
    `Pools and machines are known only where they were read, which is not the case for ${shown}. To read them, call poolview_list_machines with the id of a cluster or a pool.`,
  ];
}

function isList(kind: string): boolean {
  return kind === 'cluster' || kind === 'pool';
}
