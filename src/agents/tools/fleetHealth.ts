import { l10n } from 'vscode';
import * as z from 'zod';
import { attentionIn } from '../../items/attention';
import type { Missing } from '../../reads/allClusters';
import { type Item, statesOf, summarizedStates } from '../../items/item';
import { countStates } from '../../items/severity';
import { type ItemKind, isCounted } from '../../items/kinds/levels';
import { isServiceError } from '../../service/errors';
import { skipSchema } from './answer';
import { itemsInOrder } from './item';
import { querySchema, selectItems } from './query';
import { defineTool } from './tool';

/** How the fleet is, and what needs attention. Sends 2 requests if the service lists all clusters at once. */
export const fleetHealth = defineTool({
  referenceName: 'poolviewFleetHealth',
  description:
    'Answers "How is the fleet?" and "What is wrong?": reads the state of all clusters now, and returns how many clusters and machines are in which state, and what needs attention, worst first. ' +
    'Use it first to find out what is wrong anywhere in the fleet, or with a query, in a part of it. ' +
    'It does not read machines: only those that were read before count, and coverage and notKnown say how many are missing. ' +
    'It takes 2 requests if the service lists all clusters at once: the second reads which of them wait for approval. ' +
    'Use poolview_find for the machines of a cluster, poolview_get for one item, and poolview_timeline for what happened.',
  input: z.strictObject({ query: querySchema.optional(), skip: skipSchema }),
  invocation: (_input, where) => l10n.t('Reading the health of the fleet in {0}', where),
  run: async ({ query = '', skip }, { inventory, fleet, signal, now }) => {
    // Before anything is read, if it is not valid.
    selectItems(query, inventory);
    // What follows is of what was read for the start of the list.
    const missing = skip === 0 ? await fleet.clusters.read({ priority: 'user', signal }) : [];
    if (isServiceError(missing)) throw missing;
    signal.throwIfAborted();
    const { items, notKnown } = selectItems(query, inventory);
    const open = new Set(attentionIn(inventory).rows.map(({ id }) => id));
    const summarized = summarizedStates(items);
    const ofKind = (kind: ItemKind): readonly Item[] => items.filter((item) => item.kind === kind);
    const needAttention = items.filter(({ id }) => open.has(id));
    return {
      facts: {
        projects: ofKind('project').length,
        clusters: countStates(statesOf(ofKind('cluster'))),
        summarized: Object.keys(summarized).length === 0 ? undefined : summarized,
        machines: countStates(statesOf(ofKind('machine'))),
        needAttention: needAttention.length,
        known: items.filter((item) => item.known !== undefined && isCounted(item)).length,
        notKnown,
        coverage: inventory.coverage(),
      },
      list: { items: itemsInOrder(needAttention, inventory.items(), now), skip },
      notes: missing?.map(sentenceOf) ?? [],
    };
  },
});

/** What is missing, without text of the service. */
function sentenceOf(missing: Missing): string {
  switch (missing.about) {
    case 'details': {
      const { operation, kind } = missing.error ?? {};
      const why =
        operation === undefined || kind === undefined
          ? 'The service returned no clusters.'
          : `The service does not list clusters (${operation}: ${kind}).`;
      return `${why} Only the names of clusters and the health of their projects are known: the list contains projects instead.`;
    }
    case 'cut':
      return `Not all were read, because the list of the service was cut off (${missing.cut}).`;
    case 'clustersWithoutProject':
      return `${missing.count} clusters are left out because they have no project.`;
    case 'approvals':
      return `Which clusters wait for approval was not read (${typeof missing.why === 'string' ? missing.why : missing.why.message}): others than those marked as waiting may wait.`;
  }
}
