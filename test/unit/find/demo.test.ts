import { expect, it } from 'vitest';
import { answerTo, type Answer } from '../../../src/find/matcher';
import type { QueryContext } from '../../../src/find/questions';
import { clusterRef } from '../../../src/items/details/clusterReads';
import type { Item } from '../../../src/items/item';
import { isRow } from '../../../src/items/kinds';
import { isAtOrBelow } from '../../../src/items/store/row';
import type { ScriptedService } from '../../support/demo/service';
import { readerOf } from '../fleet/support';
import { connected, unhurried } from '../support/service';
import { questions } from './questions';

// How items match is checked with random fleets. Here is what an inventory knows of a service of which it has read a part: an answer
// never hides that more may match.

type Demo = ReturnType<typeof readerOf>;

/** The names of items that the user marked. */
const marked = ['payments-eu', 'ledger', 'identity-eu-workers-4'];

/** What was read of the demo, and how many of the sixty answers then look whole. */
const readings: readonly {
  readonly what: string;
  readonly whole: number;
  readonly areApprovalsKnown: boolean;
  readonly read: (demo: Demo, service: ScriptedService) => Promise<unknown>;
}[] = [
  {
    what: 'the projects, and the clusters of one of them',
    whole: 2,
    areApprovalsKnown: false,
    read: async ({ model: { rows, store }, of }) => {
      await rows.children();
      const row = store.find(of('project').find(({ name }) => name === 'payments')?.id ?? '');
      await rows.children(isRow(row, 'project') ? row : expect.fail());
    },
  },
  {
    what: 'the metadata of all clusters, but not their approvals',
    whole: 10,
    areApprovalsKnown: false,
    read: async ({ reader }, service) => {
      service.faults.add({ kind: 'status', operation: 'listPendingRepaves', status: 403 });
      await reader.clusters.read();
    },
  },
  {
    what: 'the machines of two projects',
    whole: 12,
    areApprovalsKnown: true,
    read: async ({ reader, of }) => {
      await reader.clusters.read();
      for (const { id, name } of of('project'))
        if (['payments', 'ledger'].includes(name))
          await reader.machines.read({ kind: 'clusters', ids: new Set([id]) });
    },
  },
  { what: 'everything', whole: 60, areApprovalsKnown: true, read: readEverything },
];

async function readEverything({ model, reader, fleet }: Demo): Promise<void> {
  await model.rows.children();
  await reader.clusters.read();
  await reader.readSearch();
  await reader.machines.read({ kind: 'all' });
  for (const row of fleet.clusters)
    await fleet.clusterReads.read('overview', clusterRef(row) ?? expect.fail());
}

/** The answers to all questions, by their lines, about a fleet as far as it was read. */
function answersOf({ fleet }: Demo, favorites: ReadonlySet<string>, areApprovalsKnown: boolean) {
  const items = fleet.items();
  const byId = new Map(items.map((item) => [item.id, item]));
  const context: QueryContext = {
    itemOf: (id) => byId.get(id),
    items,
    favorites,
    areApprovalsKnown,
    coverage: fleet.coverage(),
  };
  return {
    byId,
    answers: new Map(questions.map(({ line }) => [line, answerTo(line, items, context)])),
  };
}

const idsOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => id).toSorted();

const looksWhole = ({ notKnown: { values, lists, projects } }: Answer): boolean =>
  values.size === 0 && lists.length === 0 && projects === 0;

/** Whether an answer says that an item may be missing in it, because a list was not read that the item is in. */
const namesListOf = (item: Item, { notKnown: { lists, projects } }: Answer): boolean =>
  projects > 0 || lists.some(({ id }) => isAtOrBelow(item.id, id) && id !== item.id);

it('an answer that looks whole is that of the whole fleet, and others name each list in which more matches', async () => {
  const { service, client } = await connected({ projects: 24 }, {}, unhurried());
  const whole = readerOf(client, service.baseUrl);
  await readEverything(whole);
  const isMarked = ({ name }: Item): boolean => marked.includes(name);
  const favorites = new Set(idsOf(whole.fleet.items().filter(isMarked)));
  const expected = answersOf(whole, favorites, true).answers;
  for (const { what, whole: count, areApprovalsKnown, read } of readings) {
    const demo = readerOf(client, service.baseUrl);
    await read(demo, service);
    service.faults.clear();
    client.refusals.forget();
    service.clearRequests();
    const { byId, answers } = answersOf(demo, favorites, areApprovalsKnown);
    expect(service.requests, 'answers take no requests').toEqual([]);
    for (const [line, answer] of answers) {
      const { items } = expected.get(line) ?? expect.fail();
      if (looksWhole(answer)) expect(idsOf(answer.items), `${line}, ${what}`).toEqual(idsOf(items));
      const lacking = items.filter((item) => !byId.has(item.id) && !namesListOf(item, answer));
      expect(idsOf(lacking), `${line}, ${what}`).toEqual([]);
    }
    expect.soft([...answers.values()].filter(looksWhole).length, what).toBe(count);
  }
});
