import { l10n } from 'vscode';
import * as z from 'zod';
import type { Inventory } from '../../items/inventory';
import { kinds } from '../../items/item';
import { findItems, type FoundItems } from '../../items/find/search';
import { sanitizeLine } from '../../text/text';
import { sortedItems, sortKeySchema, unreadNote } from './item';
import { defineTool } from './tool';
import { ToolError } from './toolError';

/** Finds items by name, UID, address or tags. Sends at most 2 requests. */
export const find = defineTool({
  referenceName: 'poolviewFind',
  description:
    'Finds projects, clusters, machine pools and machines by a part of their name, by UID or by IP address, and clusters by tags that have been read, such as env:prod, the best matches first. ' +
    'Use it to get the id of something that the user named, which the other tools take. ' +
    'It searches everything that has been read, and lets the service search projects and clusters by name. ' +
    'It does not read machines: if a machine or a pool is not found, see the notes for what was not searched. ' +
    'Do not use it to find what is wrong; use poolview_get_fleet_health for that.',
  input: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .describe(
        'A part of a name, a UID, an IP address, or tags such as env:prod. Upper and lower case are the same.',
      ),
    kind: z.enum(kinds).optional().describe('Only items of this kind.'),
  }),
  cursor: sortKeySchema,
  invocation: ({ text }, where) => l10n.t('Finding "{0}" in {1}', sanitizeLine(text, 60), where),
  run: async ({ text, kind }, { inventory, signal, now }, cursor) => {
    if (await inventory.session.containsApiKey(text)) {
      throw new ToolError(
        'The text contains an API key, so it was not searched for. Search for a name instead.',
      );
    }
    const isFirst = cursor === undefined;
    const found = await findItems(inventory, text, kind, isFirst, signal);
    const { list, count } = sortedItems(inventory.items(), ({ id }) => found.ranks.get(id), cursor, now);
    return {
      facts: { found: count, coverage: inventory.coverage() },
      list,
      notes: isFirst ? notesOf(found, inventory) : [],
    };
  },
});

function notesOf({ ranks, isServiceSearched, errors }: FoundItems, inventory: Inventory): readonly string[] {
  const notes = errors.map(
    ({ operation, kind }) =>
      `The service could not be searched: ${operation} failed with ${kind}. Only what has been read was searched there.`,
  );
  if (!isServiceSearched && ranks.size > 0) {
    notes.push('The service was not searched, because this is known.');
  }
  return [...notes, ...unreadNote(inventory)];
}
