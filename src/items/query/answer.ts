import { l10n } from 'vscode';
import { not, some, type Verdict } from '../../query/verdict';
import { perObject } from '../../service/perObject';
import { formatMoment, formatNumber, projectCount } from '../../text/format';
import { parts } from '../../text/text';
import { containersOf, type Item } from '../item';
import { isLeaf, isOutermost, kindsIn, type ItemKind } from '../kinds/levels';
import { kindCounts } from '../itemText';
import { isUnread } from '../unread';
import { maxLineLength, parseQuery, printQuery, type Condition } from './query';
import {
  ownerOf,
  unreadItem,
  verdictOn,
  wordQuestion,
  type Question,
  type QueryContext,
  type Unread,
} from './questions';
import { termKeys, termOf } from './terms';

const minuteMs = 60_000;

interface Check {
  /** Alternatives. */
  readonly questions: readonly Question[];
  readonly isNegated: boolean;
}

export class Matcher {
  readonly #checks: readonly Check[];
  /** Whether it asks for something that may be older than the states of items. */
  readonly #hasAges: boolean;
  /** What a key does not take: a sentence each. Such a condition is left out. */
  readonly problems: readonly string[];

  /** @param isTree whether a project that is called `payments` is wanted with all that is in it */
  constructor(
    line: string,
    private readonly context: QueryContext,
    isTree = false,
  ) {
    const problems: string[] = [];
    this.#checks = conditionsOf(line, problems)
      .map((condition) => {
        const { isNegated } = condition;
        // No problem is hidden, and no other row is shown, only because a cause was not read.
        const ask = (word: string): Question => wordQuestion(word, !isNegated && !isTree);
        const questions =
          condition.key === '' ? condition.values.map(ask) : this.#questionsOf(condition, problems);
        const isInherited = isTree && inheritedKeys.has(condition.key.toLowerCase());
        return { isNegated, questions: isInherited ? questions.map(ofContainersToo) : questions };
      })
      .filter(({ questions }) => questions.length > 0);
    this.problems = problems;
    this.#hasAges = this.#checks.some(({ questions }) => questions.some(({ age }) => age !== undefined));
  }

  get isEmpty(): boolean {
    return this.#checks.length === 0;
  }

  /** Whether an item is selected; undefined if that is not known. */
  match(item: Item): Verdict {
    return not(some(this.#checks, (check) => not(this.#verdict(check, item))));
  }

  /** What was not read, for want of which there is no answer for an item, and of which item. */
  unreadOf(item: Item): readonly (readonly [Unread, Item])[] {
    return this.#checks
      .filter((check) => this.#verdict(check, item) === undefined)
      .flatMap(({ questions }) => questions)
      .filter((question) => verdictOn(item, question, this.context) === undefined)
      .map(({ of, unread }) => [unread, (of && ownerOf(item, of, this.context)) ?? item]);
  }

  /** What decided whether an item is selected, if that is older than its state. */
  olderOf(item: Item, isSelected: boolean): readonly (readonly [item: Item, age: number])[] {
    if (!this.#hasAges) return [];
    const deciding = this.#checks.filter((check) => this.#verdict(check, item) === isSelected);
    const ages = deciding.map((check) => this.#olderIn(check, item));
    // One condition is enough not to select it.
    return isSelected || ages.every(({ length }) => length > 0) ? ages.flat() : [];
  }

  /** Empty if another value is enough for the answer. */
  #olderIn({ questions }: Check, item: Item): readonly (readonly [item: Item, age: number])[] {
    const isTrue = (question: Question): boolean => verdictOn(item, question, this.context) === true;
    const deciding = questions.some(isTrue) ? questions.filter(isTrue) : questions;
    const ages = deciding.flatMap(({ of, age }): readonly (readonly [Item, number])[] => {
      const owner = of === undefined ? item : ownerOf(item, of, this.context);
      const time = age && owner?.ages?.[age];
      const isOlder = time !== undefined && (owner?.readAt ?? time) - time >= minuteMs;
      return owner && isOlder ? [[owner, time]] : [];
    });
    return deciding.some(isTrue) && ages.length < deciding.length ? [] : ages;
  }

  /**
   * Whether a list that was not read may have an item that is selected.
   * @param parent undefined for the list of projects
   * @param told of what is in it, if something else says that
   */
  mayBeIn(
    parent: Item | undefined,
    contained: readonly ItemKind[] = kindsIn(parent),
    told: Partial<Item> = {},
  ): boolean {
    return contained.some((kind) => this.match({ ...unreadItem(kind, parent?.id), ...told }) !== false);
  }

  /** Whether what was not read in an item may make it one that is selected: it is as bad as the worst in it. */
  mayBecome(item: Item): boolean {
    return this.match({ ...item, state: 'notRead', cause: '', known: undefined }) === undefined;
  }

  #questionsOf({ key, values, isNegated }: Condition, problems: string[]): readonly Question[] {
    const { question, takes } = termOf(key);
    return values.flatMap((value) => {
      // What has a part of a name is not hidden.
      const asked = question(value, isNegated ? undefined : this.context.items);
      if (asked === undefined && takes) problems.push(l10n.t('{0}: takes {1}', key, takes()));
      if (asked === undefined) return [];
      if (asked.of === undefined) return asked;
      // All machines of a cluster ask the same about it.
      return { ...asked, test: perObject((item: Item) => asked.test(item, this.context)) };
    });
  }

  #verdict({ questions, isNegated }: Check, item: Item): Verdict {
    const verdict = some(questions, (question) => verdictOn(item, question, this.context));
    return isNegated ? not(verdict) : verdict;
  }
}

/** The conditions of a line, unless it is too long, which is then a problem. */
export function conditionsOf(line: string, problems: string[]): ReturnType<typeof parseQuery> {
  if (line.length <= maxLineLength) return parseQuery(line);
  problems.push(l10n.t('The line is longer than {0} characters.', formatNumber(maxLineLength)));
  return [];
}

/** What they ask of an item may be asked of what contains it. */
const inheritedKeys: ReadonlySet<string> = new Set(['', 'kind', 'ip', 'machines', 'cpu', 'memory']);

/** Whether a question is true for an item, or for something that contains it. */
function ofContainersToo({ test, ...question }: Question): Question {
  return {
    ...question,
    test: (item, context) => {
      const containers = containersOf(item, ({ parent = '' }) => context.itemOf(parent));
      return some([item, ...containers], (each) => test(each, context));
    },
  };
}

export type Answer = ReturnType<typeof answerTo>;

/** The items that a line selects, and what is not known of others. */
export function answerTo(line: string, items: readonly Item[], context: QueryContext) {
  const matcher = new Matcher(line, context);
  const { projects, clusters } = context.coverage;
  const areAllClustersKnown = clusters.total !== undefined;
  const found: Item[] = [];
  const unanswered: Item[] = [];
  const values = new Map<Unread, Set<Item>>();
  const lists: Item[] = [];
  const older = new Set<Item>();
  let oldest = Infinity;
  /** The IDs of items that what was not read in them may make ones that are selected, and of those in them. */
  const open = new Set<string | undefined>();
  let unreadProjects = projects.total ?? Infinity;
  for (const item of items) {
    if (isOutermost(item)) unreadProjects--;
    const verdict = matcher.match(item);
    if (verdict === true) found.push(item);
    if (verdict === undefined) {
      unanswered.push(item);
      for (const [unread, owner] of matcher.unreadOf(item))
        values.set(unread, (values.get(unread) ?? new Set()).add(owner));
    } else {
      for (const [owner, age] of matcher.olderOf(item, verdict)) {
        older.add(owner);
        oldest = Math.min(oldest, age);
      }
    }
    if (isLeaf(item)) continue;
    if (open.has(item.parent) || (verdict !== undefined && matcher.mayBecome(item))) open.add(item.id);
    if (isUnread(item, areAllClustersKnown) && (open.has(item.id) || matcher.mayBeIn(item))) lists.push(item);
  }
  const mayBeInOthers =
    unreadProjects > 0 && matcher.mayBeIn(undefined, areAllClustersKnown ? ['project'] : undefined);
  return {
    items: found,
    /** Those that may be selected. */
    unanswered,
    /** What is not known of the items that a line may select. Empty if the answer is complete. */
    notKnown: {
      /** The items without an answer, by what was not read of them. */
      values,
      /** What is in them was not read, and may be selected. */
      lists,
      /** How many projects were not read; infinite if nobody knows how many there are. */
      projects: mayBeInOthers ? unreadProjects : 0,
      /** The items whose values decided, though they are older than their states, and when the oldest of them were read. */
      older: { items: older, at: oldest },
    },
    problems: found.length > 0 ? matcher.problems : [...matcher.problems, ...unusedTags(line, context)],
  };
}

/** Says which keys of a line are tags that nothing has: they may be mistyped. Nothing is said if not all tags were read. */
function unusedTags(line: string, context: QueryContext): readonly string[] {
  return parseQuery(line)
    .filter(({ key, values, isNegated }) => key !== '' && values.length > 0 && !isNegated)
    .filter(({ key }) => !termKeys.includes(key.toLowerCase()) && !mayHaveTag(key, context))
    .map(({ key }) => l10n.t('No item has a tag {0}', key));
}

/** Whether an item has a tag with a key, or may have one. */
function mayHaveTag(key: string, context: QueryContext): boolean {
  const line = printQuery([{ key: 'tag', values: [`${key}:*`], isNegated: false }]);
  const { items, notKnown } = answerTo(line, context.items, context);
  return items.length > 0 || notKnownText(notKnown) !== '';
}

const unreadTexts: Readonly<Record<Unread, (items: string) => string>> = {
  state: (items) => l10n.t('states of {0}', items),
  cause: (items) => l10n.t('causes of {0}', items),
  cloud: (items) => l10n.t('clouds of {0}', items),
  tags: (items) => l10n.t('tags of {0}', items),
  versions: (items) => l10n.t('versions of {0}', items),
  capacity: (items) => l10n.t('sizes of {0}', items),
  approvals: (items) => l10n.t('approvals of {0}', items),
  updates: (items) => l10n.t('updates of {0}', items),
};

/** `Not known: tags of 12 clusters · machines of 40 clusters · 3 clusters judged by values as of 09:00`; empty if everything is known. */
export function notKnownText({ values, lists, projects, older }: Answer['notKnown']): string {
  const countOf = (items: Iterable<Item>): string => {
    const all = [...items];
    return kindCounts((kind) => all.filter((item) => item.kind === kind).length);
  };
  const [clusters, machines] = [lists.filter(isOutermost), lists.filter((item) => !isOutermost(item))];
  const text = parts(
    ...[...values].map(([unread, items]) => unreadTexts[unread](countOf(items))),
    machines.length === 0 ? undefined : l10n.t('machines of {0}', countOf(machines)),
    clusters.length === 0 ? undefined : l10n.t('clusters of {0}', countOf(clusters)),
    projects === 0 ? undefined : projects === Infinity ? l10n.t('other projects') : projectCount(projects),
  );
  return parts(
    text === '' ? '' : l10n.t('Not known: {0}', text),
    older.items.size === 0
      ? ''
      : l10n.t('{0} judged by values as of {1}', countOf(older.items), formatMoment(older.at, Date.now())),
  );
}
