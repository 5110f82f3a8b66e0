import * as z from 'zod';
import type { Inventory } from '../../items/inventory';
import type { Item } from '../../items/item';
import { itemStates } from '../../items/severity';
import { isOutermost, kinds } from '../../items/kinds/levels';
import { answerTo } from '../../find/matcher';
import { queryContext } from '../../find/search';
import { isAtOrBelow } from '../../items/store/row';
import { ToolError } from './answer';

/** A line with which tools select items. It is shorter than the longest one, so that a condition can be added. */
export const querySchema = z
  .string()
  .trim()
  .min(1)
  .max(900)
  .describe(
    'Words and conditions, separated by spaces, all of which an item has to match. Upper and lower case are the same. ' +
      'A word is a part of a name or of a cause, a UID or an IP address; "quoted words" may have spaces. ' +
      'A condition is key:value, or key:value,value for alternatives. Keys: ' +
      `kind (${kinds.join(', ')}); state (${itemStates.join(', ')}); ` +
      'is (problem: needs attention and is not known; known, favorite, waiting for approval, outdated, updatable); ' +
      'project, cluster, pool (a whole name or, if nothing is called so, a part); cloud, region (whole names); in all of them, * stands for any characters; k8s (1.32, <1.31, >=1.30); ' +
      'os, pack, profile (a part of the name, or cilium<1.16 with a version); cause (a part); ip (10.2.0.7, 10.2. or 10.2.0.0/16); ' +
      'machines (>10); cpu, memory of clusters (>90% used, or >64 cores or GiB); all other keys are tags of clusters (env:prod, env:*; also tag:env:prod). ' +
      'A - in front negates: -env:prod. Then, project, cluster and pool take whole names only.',
  );

/**
 * The items that a query selects, and how many others it may select, by what was not read of or in them.
 * @param within only what is in it
 * @throws ToolError if a condition has a value that its key does not take
 */
export function selectItems(query: string, inventory: Inventory, within?: Item) {
  const context = queryContext(inventory);
  const line = within === undefined ? query : `-kind:${within.kind} ${query}`;
  const top = within?.id ?? inventory.store.rootId;
  const all = inventory.items().filter(({ id }) => isAtOrBelow(id, top));
  const { items, notKnown, problems } = answerTo(line, all, context);
  if (problems.length > 0) {
    const text = problems.join('\n').slice(0, 1000);
    throw new ToolError(`The query is not valid:\n${text}\nCorrect it and call the tool again.`);
  }
  const { values, lists, projects } = notKnown;
  const clustersOf = lists.filter(isOutermost).length;
  const counts = {
    ...Object.fromEntries([...values].map(([unread, without]) => [unread, without.size])),
    clustersOf,
    machinesOf: lists.length - clustersOf,
    projects: within === undefined ? (projects === Infinity ? 'others' : projects) : 0,
  };
  return {
    items,
    context,
    notKnown: Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
  };
}
