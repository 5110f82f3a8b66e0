import { l10n } from 'vscode';
import { nearest, keysIn, Query, withHelp, type Check } from '../query/termTable';
import { printTerm } from '../query/query';
import { formatMoment, projectCount, minuteMs } from '../text/format';
import { parts } from '../text/text';
import type { Item } from '../items/item';
import { isLeaf, isOutermost, kindsIn, type ItemKind } from '../items/kinds/levels';
import { kindCounts } from '../items/itemText';
import { isUnread } from '../items/unread';
import { ownerOf, unreadItem, type ItemQuestion, type QueryContext, type Unread } from './questions';
import { itemTerms, termKeys } from './terms';

/** What a line asks of items. */
export class Matcher extends Query<ItemQuestion, Item> {
  /** Whether it asks for something that may be older than the states of items. */
  readonly #hasAges: boolean;

  /** @param isTree whether a project that is called `payments` is wanted with all that is in it */
  constructor(
    line: string,
    private readonly context: QueryContext,
    isTree = false,
  ) {
    super(line, itemTerms(context, isTree));
    this.#hasAges = this.checks.some(({ questions }) => questions.some(({ age }) => age !== undefined));
  }

  /** What was not read, for want of which there is no answer for an item, and of which item. */
  unreadOf(item: Item): readonly (readonly [Unread, Item])[] {
    return this.checks
      .filter((check) => this.verdict(check, item) === undefined)
      .flatMap(({ key, questions }) =>
        questions.filter((question) => this.table.answer(question, item, key) === undefined),
      )
      .map(({ of, unread }) => [unread, (of && ownerOf(item, of, this.context)) ?? item]);
  }

  /** What decided whether an item is selected, if that is older than its state. */
  olderOf(item: Item, isSelected: boolean): readonly (readonly [item: Item, age: number])[] {
    if (!this.#hasAges) return [];
    const deciding = this.checks.filter((check) => this.verdict(check, item) === isSelected);
    const ages = deciding.map((check) => this.#olderIn(check, item));
    // One condition is enough not to select it.
    return isSelected || ages.every(({ length }) => length > 0) ? ages.flat() : [];
  }

  /** Empty if another value is enough for the answer. */
  #olderIn(
    { key, questions }: Check<ItemQuestion>,
    item: Item,
  ): readonly (readonly [item: Item, age: number])[] {
    const isTrue = (question: ItemQuestion): boolean => this.table.answer(question, item, key) === true;
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
    problems: found.length > 0 ? matcher.problems : [...matcher.problems, ...unusedTags(matcher, context)],
  };
}

/** Says which keys of a line are tags that nothing has: they may be mistyped. Nothing is said if not all tags were read. */
function unusedTags({ checks }: Matcher, context: QueryContext): readonly string[] {
  return checks
    .filter(({ key, isNegated }) => key !== '' && !isNegated && !termKeys.includes(key.toLowerCase()))
    .filter(({ key }) => !mayHaveTag(key, context))
    .map(({ key }) => {
      const meant = nearest(key, keysIn(itemTerms(context), context.items));
      const problem = l10n.t('No item has a tag {0}', key);
      return withHelp(problem, meant) ?? problem;
    });
}

/** Whether an item has a tag with a key, or may have one. */
function mayHaveTag(key: string, context: QueryContext): boolean {
  const line = printTerm('tag', `${key}:*`);
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
