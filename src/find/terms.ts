import { l10n } from 'vscode';
import { patternOf, oneOf, type TermTable } from '../query/termTable';
import { some, type Verdict } from '../query/verdict';
import { perObject } from '../service/remember';
import { present } from '../text/text';
import { containersOf, type Item, type ItemPack, isOpenProblem, minorVersion } from '../items/item';
import { type ItemKind, kinds, kindsIn } from '../items/kinds/levels';
import { itemStates, needsAttention } from '../items/severity';
import { isAtOrBelow } from '../items/store/row';
import {
  addressTest,
  amounts,
  isUnreadItem,
  ownerOf,
  tagKey,
  tagTerm,
  versions,
  whole,
  wordQuestion,
  type ItemQuestion,
  type ItemTerm,
  type QueryContext,
} from './questions';

const mebibytesPerGibibyte = 1024;

const flags = {
  problem: {
    unread: 'state',
    test: (item) => item.known === undefined && (item.state === 'notRead' ? undefined : isOpenProblem(item)),
  },
  known: {
    unread: 'state',
    test: ({ state, known }) => (state === 'notRead' ? undefined : known !== undefined),
  },
  favorite: {
    unread: 'state',
    test: (item, { favorites, itemOf }) => {
      let each: Item | undefined = item;
      while (each !== undefined && !favorites.has(each.id)) each = itemOf(each.parent ?? '');
      if (each !== undefined || !isUnreadItem(item)) return each !== undefined;
      const { parent } = item;
      const isUnread = (id: string): boolean =>
        itemOf(id) === undefined && (parent === undefined || isAtOrBelow(id, parent));
      return [...favorites].some(isUnread) ? undefined : false;
    },
  },
  waiting: {
    of: 'cluster',
    unread: 'approvals',
    test: (cluster, { areApprovalsKnown }) =>
      areApprovalsKnown && !isUnreadItem(cluster) ? cluster.isWaiting === true : cluster.isWaiting,
  },
  outdated: { unread: 'state', test: ({ isStale }) => isStale },
  updatable: { of: 'cluster', unread: 'updates', test: ({ isUpdatable }) => isUpdatable },
} satisfies Readonly<Record<string, ItemQuestion>>;

/** The packs that are this part of a cluster. Each has one: the profiles of an imported one do not tell it. */
function packsOf(part: string): (item: Item) => readonly ItemPack[] | undefined {
  return ({ packs = [] }) => {
    const own = packs.filter(({ layer }) => layer === part);
    return own.length === 0 ? undefined : own;
  };
}

const kubernetes = versions('<1.33', 'kubernetes', packsOf('k8s'), ({ version }) => minorVersion(version));

/** What is called so, and all that is in it. If nothing that was read is, a part is enough, as it is for a word. */
function named(example: string, kind: ItemKind): ItemTerm {
  const textsOf = ({ name, uid }: Item): readonly string[] => present(name, uid);
  return whole(example, kind, 'state', textsOf, (value, isNegated, { items }) => {
    const isLike = patternOf(value);
    const isCalled = (item: Item): boolean => item.kind === kind && textsOf(item).some(isLike);
    // What has a part of a name is not hidden.
    return isNegated || value.includes('*') || items.some(isCalled) ? value : `*${value}*`;
  });
}

const terms: ReadonlyMap<string, ItemTerm> = new Map(
  Object.entries<ItemTerm>({
    state: oneOf(itemStates, (value) => ({
      unread: 'state',
      test: ({ state }) => (state === 'notRead' && value !== state ? undefined : value === state),
    })),
    kind: oneOf(kinds, (value) => ({ unread: 'state', test: ({ kind }) => value === kind })),
    is: oneOf(['problem', 'known', 'favorite', 'waiting', 'outdated', 'updatable'], (flag) => flags[flag]),
    project: named('payments', 'project'),
    cluster: named('payments-eu', 'cluster'),
    pool: named('workers', 'pool'),
    cloud: whole('aws', 'cluster', 'cloud', ({ cloudType }) => present(cloudType)),
    region: whole('eu-*', 'cluster', 'cloud', ({ region, regionCode }) => present(region, regionCode)),
    k8s: {
      ...kubernetes,
      takes: () => l10n.t('a version such as 1.32 or <1.33'),
      question: (value, isNegated) =>
        /^[<>=]?=?v?\d/i.test(value)
          ? kubernetes.question(value.replace(/^(?![<>=])/, '='), isNegated)
          : undefined,
    },
    os: versions('ubuntu<22', 'versions', packsOf('os')),
    pack: versions('cilium<1.16', 'versions', ({ packs }) => packs),
    profile: versions('base', 'versions', ({ profiles }) => profiles),
    cause: {
      example: 'DiskPressure',
      question: (value) => {
        const isLike = patternOf(`*${value}*`);
        const test = ({ state, cause, message = '', isCauseUnread }: Item): Verdict => {
          const isKnown = state !== 'notRead' && !isCauseUnread && (cause !== '' || !needsAttention(state));
          return isLike(cause) || isLike(message) || (isKnown ? false : undefined);
        };
        return { unread: 'cause', test };
      },
      values: ({ cause }) => present(cause),
    },
    ip: {
      example: '10.2.0.0/16',
      takes: () => l10n.t('an IP address, the start of one such as 10.2. or a range such as 10.2.0.0/16'),
      question: (value) => {
        const isIn = addressTest(value);
        return (
          isIn && {
            unread: 'state',
            test: (item) => (isUnreadItem(item) ? undefined : isIn(item)),
          }
        );
      },
    },
    machines: amounts('>10', 'machines', ['cluster', 'pool'], ({ machines }) =>
      machines === undefined ? undefined : { total: machines },
    ),
    cpu: amounts('>90%', 'usage', ['cluster'], ({ cores }) => cores),
    memory: amounts('>90%', 'usage', ['cluster'], ({ memoryMiB }) => memoryMiB, mebibytesPerGibibyte),
    tag: { example: 'env:prod', ...tagTerm() },
  }),
);

/** Those of items. All other keys are those of tags. */
export const termKeys = [...terms.keys()];

export function termOf(key: string): Omit<ItemTerm, 'example'> {
  return terms.get(key.toLowerCase()) ?? tagTerm(key);
}

/** What they ask of an item may be asked of what contains it. */
const inheritedKeys: ReadonlySet<string> = new Set(['', 'kind', 'ip', 'machines', 'cpu', 'memory']);

/** @param isTree whether a project that is called `payments` is wanted with all that is in it */
export function itemTerms(context: QueryContext, isTree = false): TermTable<ItemQuestion, Item> {
  // All machines of a cluster ask the same about it.
  const asked = perObject(({ test }: ItemQuestion) => perObject((owner: Item) => test(owner, context)));
  return {
    terms,
    tag: tagTerm,
    tagKeysOf: ({ tags = [] }) => tags.map(tagKey),
    // No problem is hidden, and no other row is shown, only because a cause was not read.
    word: (word, isNegated) => wordQuestion(word, !isNegated && !isTree),
    answer: (question, item, key) => {
      const { of, test } = question;
      if (of !== undefined) {
        const owner = ownerOf(item, of, context);
        if (owner !== undefined) return asked(question)(owner);
        // It may be unknown which item has the answer.
        return kindsIn({ kind: of }).includes(item.kind) ? undefined : false;
      }
      if (!isTree || !inheritedKeys.has(key.toLowerCase())) return test(item, context);
      const containers = containersOf(item, ({ parent = '' }) => context.itemOf(parent));
      return some([item, ...containers], (each) => test(each, context));
    },
  };
}
