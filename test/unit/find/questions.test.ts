import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/items/item';
import { answerTo, Matcher, notKnownText, type Answer } from '../../../src/find/matcher';
import type { QueryContext } from '../../../src/find/questions';
import { questions, type Facts, type Question } from './questions';
import { contextOf, randomFleet, readFleet } from './randomFleet';
import { runs } from '../support/randomRuns';

/** How often random fleets are asked. */
const numRuns = runs(60);

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
