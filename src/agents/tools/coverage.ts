import * as z from 'zod';
import type { AgentItems } from '../sources';

const countedSchema = z.strictObject({
  read: z.number(),
  total: z.number().optional().describe('Missing if not known.'),
});

export const coverageSchema = z
  .strictObject({ projects: countedSchema, clusters: countedSchema, machines: countedSchema })
  .describe('How many have been read, and how many there are as far as the service says.');

/** How many clusters and pools are known whose lists have not been read, so that their machines are not known. */
export function unreadNote(items: Pick<AgentItems, 'items' | 'isRead'>): readonly string[] {
  const unread = items.items().filter(({ kind, id }) => isList(kind) && !items.isRead(id));
  const clusters = unread.filter(({ kind }) => kind === 'cluster').length;
  const pools = unread.length - clusters;
  return unread.length === 0
    ? []
    : [
        `Pools and machines are known only where they were read: ${clusters} known clusters and the machines of ${pools} known pools have not been read. To read them, call poolview_list_machines with the id of a cluster or a pool.`,
      ];
}

function isList(kind: string): boolean {
  return kind === 'cluster' || kind === 'pool';
}
