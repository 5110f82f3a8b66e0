import { isIP } from 'node:net';
import { l10n } from 'vscode';
import * as z from 'zod';
import { Ranking, takeFound, searchService } from '../../find/search';
import { groupBy } from '../../items/order';
import { type Item, statesOf } from '../../items/item';
import { Matcher } from '../../find/matcher';
import { searchableWord } from '../../query/query';
import { ownerOf, type QueryContext } from '../../find/questions';
import { termOf } from '../../find/terms';
import { sanitizeLine } from '../../text/text';
import { idSchema, skipSchema, ToolError } from './answer';
import { currentRow, knownRow, type ToolContext } from './context';
import { itemsInOrder, toToolItems } from './item';
import { querySchema, selectItems } from './query';
import { defineTool } from './tool';
import { isOutermost, isLeaf } from '../../items/kinds/levels';
import { countStates } from '../../items/severity';
import type { ResourceRow } from '../../items/kinds';
import { readEach } from '../../reads/readEach';
import { isAtOrBelow } from '../../items/store/row';
import { unlessAborted } from '../../service/abort';
import type { ServiceError } from '../../service/errors';
import type { CallOptions } from '../../service/operations';

const counted = ['state', 'version', 'cloud'] as const;

/** Finds and counts items. Sends at most 2 requests, unless machines are to be read. */
export const find = defineTool({
  referenceName: 'poolviewFind',
  description:
    'Answers "Which clusters run Kubernetes before 1.31?", "Which machines of payments-eu need attention?" or "Where is 10.2.0.7?": finds projects, clusters, machine pools and machines (nodes) by a line of words and conditions, and counts them. ' +
    'Use it also to get the id of something that the user named, which the other tools take. ' +
    'The best matches come first; with conditions, the worst. ' +
    'It lets the service search projects and clusters by name, and answers from what was read before (see readAt). ' +
    'notKnown counts what was not read and may match, too; if it is empty, the answer is complete. ' +
    'To know more, read all clusters and their tags with poolview_get_fleet_health, the versions of the clusters of a project with poolview_get of one of them and refresh, ' +
    'and machines with this tool, the id of a cluster or a pool, and readMachines. For everything about one item, use poolview_get.',
  input: z.strictObject({
    query: querySchema,
    id: idSchema
      .optional()
      .describe('Find only what is in the project, cluster or machine pool with this id, from another tool.'),
    readMachines: z
      .boolean()
      .optional()
      .describe('Read the machines of the cluster or the pool with the id, if they have not been read.'),
    refresh: z
      .boolean()
      .optional()
      .describe('Read its machines, even if they have been read. Takes a request for each pool.'),
    countBy: z
      .enum(counted)
      .optional()
      .describe('Also count what is found by its state, its version of Kubernetes or its cloud.'),
    skip: skipSchema,
  }),
  invocation: ({ query, id }, where, nameOf) =>
    l10n.t(
      'Finding "{0}" in {1}',
      sanitizeLine(query, 60),
      id === undefined ? where : l10n.t('{0} in {1}', nameOf(id) ?? '?', where),
    ),
  run: async (input, context) => {
    const { query, id, countBy, skip, refresh = false, readMachines: isReading = refresh } = input;
    const { inventory, signal, now } = context;
    const word = searchableWord(query);
    // Not only the word: a key that begins with `-` looks like a term that negates.
    if (await inventory.session.containsApiKey(query)) {
      throw new ToolError(
        'The query contains an API key, so it was not searched for. Search for a name instead.',
      );
    }
    const before = selectItems(query, inventory);
    const row = id === undefined ? undefined : await knownRow(id, context);
    const isFirst = skip === 0;
    const machines = isReading && isFirst ? await readMachinesOf(row, refresh, context) : undefined;
    const maySearch =
      isFirst &&
      word !== '' &&
      isIP(word) === 0 &&
      (row === undefined || isOutermost(row)) &&
      new Matcher(query, before.context).mayBeIn(undefined, ['project', 'cluster']);
    const ranking = new Ranking(query, inventory);
    const isKnown = before.items.some((item) => ranking.rankOf(item) === 0);
    const found = maySearch && !isKnown ? await searchService(inventory, query, signal) : undefined;
    if (found !== undefined) {
      signal.throwIfAborted();
      await takeFound(inventory, found);
    }
    const within = row && inventory.itemOf(currentRow(row.id, inventory));
    const { items, notKnown, context: queried } = selectItems(query, inventory, within);
    const all = inventory.items();
    return {
      facts: {
        item: within && toToolItems(all, now)(within),
        found: items.length,
        counts: countBy && countsBy(countBy, items, queried),
        notKnown,
        ...machines?.facts,
        coverage: inventory.coverage(),
      },
      list: { items: itemsInOrder(items, all, now, (item) => ranking.rankOf(item) ?? 0), skip },
      notes: [
        ...(found?.errors ?? []).map(
          ({ operation, kind }) =>
            `The service could not be searched: ${operation} failed with ${kind}. Only what has been read was searched there.`,
        ),
        ...(maySearch && isKnown ? ['The service was not searched, because this is known.'] : []),
        ...(machines?.notes ?? []),
      ],
    };
  },
});

/** How many items of each kind have each value, the most frequent first. A project has only a state. */
function countsBy(
  by: (typeof counted)[number],
  items: readonly Item[],
  context: QueryContext,
): readonly object[] {
  const { of, values = ({ state }: Item) => [state] } = termOf(by === 'version' ? 'k8s' : by);
  const entries = items.flatMap((item) => {
    if (of !== undefined && isOutermost(item)) return [];
    const owner = of === undefined ? item : ownerOf(item, of, context);
    return { kind: item.kind, [by]: (owner && values(owner)[0]) ?? 'notRead' };
  });
  return [...groupBy(entries, (entry) => JSON.stringify(entry)).values()]
    .map((same) => ({ ...same[0], count: same.length }))
    .toSorted((one, other) => other.count - one.count);
}

/**
 * Reads the machines of a pool, or the pools of a cluster and their machines.
 * @returns how they are, and what could not be read
 * @throws ToolError if it has no machines; ServiceError if nothing could be read
 */
async function readMachinesOf(
  row: ResourceRow | undefined,
  isRefresh: boolean,
  { inventory, signal }: ToolContext,
) {
  if (row?.kind !== 'cluster' && row?.kind !== 'pool') {
    throw new ToolError(
      'To read machines, give the id of a cluster or a machine pool. poolview_get of a project lists its clusters.',
    );
  }
  const { id, kind } = row;
  const read = (list: string, options: CallOptions): Promise<readonly string[]> =>
    unlessAborted(inventory.readBelow(list, options, isRefresh), options.signal);
  const pools = await read(id, { signal });
  const errors = new Map<string, ServiceError>();
  await readEach(pools, read, { signal, onFailure: (pool, error) => errors.set(pool, error) });
  signal.throwIfAborted();
  const [first] = errors.values();
  if (first !== undefined && errors.size === pools.length) throw first;

  const itemOf = (one: string) => inventory.itemOf(currentRow(one, inventory));
  const { machines: expected = 0 } = itemOf(id);
  const machines = inventory.items().filter((item) => isLeaf(item) && isAtOrBelow(item.id, id));
  const notReadPools = [...errors].map(([pool, { message }]) => ({
    id: pool,
    name: itemOf(pool).name,
    error: message,
  }));
  return {
    facts: {
      machines: countStates(statesOf(machines)),
      notReadPools: errors.size === 0 ? undefined : notReadPools,
    },
    notes: inventory.isUnlisted(id)
      ? [
          'The service does not list the machine pools of this cluster, or the API key may not list them. Its machines are not known. The user can add its pools by name in the Projects view.',
        ]
      : errors.size > 0
        ? [`The machines of ${errors.size} pools could not be read: see notReadPools.`]
        : expected > machines.length
          ? [
              `According to the service, this ${kind} has ${expected} machines, but ${machines.length} are listed. Those of edge hosts are never listed, and others may be gone or not there yet.`,
            ]
          : [],
  };
}
