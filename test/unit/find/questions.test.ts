import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readerOf } from '../fleet/support';
import { connected, unhurried } from '../support/service';
import type { Inventory } from '../../../src/items/inventory';
import type { ScriptedService } from '../../support/demo/service';
import type { Item } from '../../../src/items/item';
import { clusterRef } from '../../../src/items/details/clusterReads';
import { isRow } from '../../../src/items/kinds';
import { answerTo, Matcher, notKnownText, type Answer } from '../../../src/find/matcher';
import type { QueryContext } from '../../../src/find/questions';
import {
  everything,
  factsOf,
  poolKey,
  rawFleet,
  type RawCluster,
  type RawFleet,
  type ReadParts,
} from './demoFacts';
import { questions, type Facts, type Question } from './questions';
import { contextOf, randomFleet, readFleet } from './randomFleet';
import { runs } from '../support/randomRuns';

/** How often random fleets are asked. */
const numRuns = runs(60);

const names = (all: readonly Pick<Facts, 'kind' | 'name' | 'uid'>[]): readonly string[] =>
  all.map(({ kind, name, uid = '' }) => `${kind} ${name} ${uid}`);

/** The IDs of those of which something is true. */
const trueOf = ({ isTrue }: Question, facts: ReadonlyMap<string, Facts>): readonly string[] =>
  [...facts].filter(([, one]) => isTrue(one) === true).map(([id]) => id);

const isEmpty = ({ notKnown: { values, lists, projects } }: Answer): boolean =>
  values.size === 0 && lists.length === 0 && projects === 0;

/** Whether an answer says that an item may be missing in it, because a list was not read that the item is in. */
function namesListOf({ project, cluster, pool, ...facts }: Facts, { notKnown }: Answer): boolean {
  if (facts.kind === 'project') return notKnown.projects > 0;
  const containers = new Set([project?.uid, cluster?.uid].filter((uid) => uid !== undefined));
  return (
    notKnown.projects > 0 ||
    notKnown.lists.some((list) =>
      list.kind === 'pool' ? list.name === pool?.name : containers.has(list.uid ?? ''),
    )
  );
}

/** Tells whether one of the items is called so. */
function namesIn(items: readonly Item[]): (kind: Item['kind'], name: string) => boolean {
  const names = items.flatMap(({ kind, name, uid = '' }) => [`${kind} ${name}`, `${kind} ${uid}`]);
  const all = new Set(names.map((name) => name.toLowerCase()));
  return (kind, name) => all.has(`${kind} ${name}`.toLowerCase());
}

const isAnyUndecided = ({ isTrue }: Question, all: Iterable<Facts>, items: readonly Item[]): boolean =>
  [...all].some((one) => isTrue(one, namesIn(items)) === undefined);

/**
 * What is wrong with the answer to a question.
 * @param facts of all items that there are, by ID, as far as the items were read
 */
function faultsIn(
  question: Question,
  items: readonly Item[],
  context: QueryContext,
  facts: ReadonlyMap<string, Facts>,
): readonly string[] {
  const { line, isTrue } = question;
  const faults: string[] = [];
  const matcher = new Matcher(line, context);
  const answer = answerTo(line, items, context);
  const selected = new Set(answer.items);
  let isUndecided = false;
  const isName = namesIn(items);
  for (const item of items) {
    const truth = isTrue(facts.get(item.id) ?? expect.fail(item.id), isName);
    const verdict = matcher.match(item);
    isUndecided ||= truth === undefined;
    if (verdict !== truth) faults.push(`${verdict} instead of ${truth}: ${JSON.stringify(item)}`);
    if (selected.has(item) !== (truth === true)) faults.push(`wrong in the answer: ${JSON.stringify(item)}`);
  }
  const { notKnown } = answer;
  if (notKnown.values.size > 0 !== isUndecided) faults.push('what is not known of items');
  const isListed = (id: string): boolean => context.itemOf(id) !== undefined;
  const lacking = trueOf(question, facts).filter((id) => !isListed(id));
  for (const id of lacking) {
    const one = facts.get(id) ?? expect.fail(id);
    if (!namesListOf(one, answer))
      faults.push(`the list that has ${one.kind} ${one.name} ${id} is not named`);
  }
  if ((notKnownText(notKnown) === '') !== isEmpty(answer)) faults.push('the text of what is not known');
  return faults.map((fault) => `${line}: ${fault}`);
}

it('sixty questions, none of which takes more than sixty characters', () => {
  expect(questions).toHaveLength(60);
  expect(new Set(questions.map(({ line }) => line)).size).toBe(60);
  expect(questions.filter(({ line }) => line.length > 60)).toEqual([]);
});

it('are all understood', () => {
  fc.assert(
    fc.property(randomFleet, (fleet) => {
      for (const { line } of questions)
        expect(new Matcher(line, contextOf(fleet)).problems, line).toEqual([]);
    }),
    { numRuns: 1 },
  );
});

describe('a random fleet', () => {
  it('is described by each answer as it is, as far as it was read', () => {
    fc.assert(
      fc.property(randomFleet, ({ facts, ...fleet }) => {
        const context = contextOf(fleet);
        expect(questions.flatMap((question) => faultsIn(question, fleet.items, context, facts))).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('of which all lists were read has no other items that match', () => {
    fc.assert(
      fc.property(readFleet, ({ facts, ...fleet }) => {
        const context = contextOf(fleet);
        const faults = questions.flatMap((question) => {
          const { values, lists, projects } = answerTo(question.line, fleet.items, context).notKnown;
          const isUnread = lists.length > 0 || projects > 0;
          return [
            ...faultsIn(question, fleet.items, context, facts),
            ...(isUnread ? [`${question.line}: lists that were read are called not read`] : []),
            ...(values.size > 0 && !isAnyUndecided(question, facts.values(), fleet.items)
              ? [`${question.line}: something is not known`]
              : []),
          ];
        });
        expect(faults).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('has both items for which the answer to a question is yes and such for which it is no', () => {
    const fleets = fc.sample(randomFleet, { numRuns: 300, seed: 45 });
    const all = fleets.flatMap(({ facts }) => [...facts.values()]);
    const lacking = questions.filter(
      ({ isTrue }) => !all.some((one) => isTrue(one) === true) || !all.some((one) => isTrue(one) === false),
    );
    expect(lacking.map(({ line }) => line)).toEqual([]);
  });
});

const isIn =
  (...projects: readonly string[]) =>
  ({ metadata }: RawCluster): boolean =>
    projects.includes(metadata.specSummary.projectMeta.name);

type Demo = ReturnType<typeof readerOf>;

/** The names of items that the user marked. */
const favorites = new Set(['payments-eu', 'ledger', 'identity-eu-workers-4']);

/** What was read of the demo, and how. */
const readings: readonly (ReadParts & {
  readonly what: string;
  readonly read: (demo: Demo, service: ScriptedService) => Promise<unknown>;
})[] = [
  {
    what: 'the projects, and the clusters of one of them',
    areProjectsListed: true,
    isMetadataRead: false,
    areApprovalsRead: false,
    isSearched: isIn('payments'),
    areMachinesRead: () => false,
    isOverviewRead: () => false,
    read: async ({ model, of }) => {
      const { rows, store } = model;
      await rows.children();
      const { id } = of('project').find(({ name }) => name === 'payments') ?? expect.fail();
      const row = store.find(id);
      await rows.children(isRow(row, 'project') ? row : expect.fail());
    },
  },
  {
    what: 'the metadata of all clusters, but not their approvals',
    areProjectsListed: false,
    isMetadataRead: true,
    areApprovalsRead: false,
    isSearched: () => false,
    areMachinesRead: () => false,
    isOverviewRead: () => false,
    read: async ({ reader }, service) => {
      service.faults.add({ kind: 'status', operation: 'listPendingRepaves', status: 403 });
      await reader.clusters.read();
    },
  },
  {
    what: 'the machines of two projects',
    areProjectsListed: false,
    isMetadataRead: true,
    areApprovalsRead: true,
    isSearched: isIn('payments', 'ledger'),
    areMachinesRead: isIn('payments', 'ledger'),
    isOverviewRead: () => false,
    read: async ({ reader, of }) => {
      await reader.clusters.read();
      for (const { id, name } of of('project'))
        if (['payments', 'ledger'].includes(name))
          await reader.machines.read({ kind: 'clusters', ids: new Set([id]) });
    },
  },
  {
    what: 'everything',
    ...everything,
    read: async ({ model, reader, fleet }) => {
      await model.rows.children();
      await reader.clusters.read();
      await reader.readSearch();
      await reader.machines.read({ kind: 'all' });
      for (const row of fleet.clusters) {
        const ref = clusterRef(row) ?? expect.fail();
        await fleet.clusterReads.read('overview', ref);
      }
    },
  },
];

describe('the demo', () => {
  it('is described by each answer as it is, as far as it was read', async () => {
    const { service, client } = await connected({ projects: 24 }, {}, unhurried());
    const raw = await rawFleet(service);
    for (const { what, read, ...parts } of readings) {
      const demo = readerOf(client, service.baseUrl);
      await read(demo, service);
      service.faults.clear();
      client.refusals.forget();
      check(what, demo.fleet, { raw, parts });
      service.clearRequests();
      check(what, demo.fleet, { raw, parts });
      expect(service.requests, 'answers take no requests').toEqual([]);
    }
  });
});

function check(what: string, fleet: Inventory, { raw, parts }: { raw: RawFleet; parts: ReadParts }): void {
  const items = fleet.items();
  const byId = new Map(items.map((item) => [item.id, item]));
  const keyOf = ({ kind, name, parent = '', uid = '' }: Item): string =>
    kind === 'pool' ? poolKey(byId.get(parent)?.uid ?? '', name) : uid;
  const isMarked = ({ name }: Item): boolean => favorites.has(name);
  const marked = new Set(items.filter(isMarked).map(keyOf));
  const marks = { now: Date.now(), isFavorite: (key: string) => marked.has(key) };
  const facts = factsOf(raw, parts, marks);
  const whole = factsOf(raw, everything, marks);
  // What is described is what Poolview shows.
  expect(items.map(keyOf).toSorted(), what).toEqual([...facts.keys()].toSorted());
  for (const item of items) {
    const { state, cause = '' } = facts.get(keyOf(item)) ?? expect.fail();
    expect([item.name, item.state, item.cause !== '']).toEqual([item.name, state, cause !== '']);
  }
  const context: QueryContext = {
    itemOf: (id) => byId.get(id),
    items,
    favorites: new Set(items.filter(isMarked).map(({ id }) => id)),
    areApprovalsKnown: parts.areApprovalsRead,
    coverage: fleet.coverage(),
  };
  const known = new Map(items.map((item) => [item.id, facts.get(keyOf(item)) ?? expect.fail()]));
  for (const question of questions) {
    expect(faultsIn(question, items, context, known), what).toEqual([]);
    const about = `${question.line}, ${what}`;
    const answer = answerTo(question.line, items, context);
    // An answer that looks whole is the one that there would be if everything had been read.
    const expected = trueOf(question, whole);
    if (isEmpty(answer)) expect(answer.items.map(keyOf).toSorted(), about).toEqual(expected.toSorted());
    const lacking = expected.filter((key) => !facts.has(key)).map((key) => whole.get(key) ?? expect.fail());
    expect(names(lacking.filter((one) => !namesListOf(one, answer))), about).toEqual([]);
    if (parts.areMachinesRead === everything.areMachinesRead) expect(isEmpty(answer), about).toBe(true);
  }
}
