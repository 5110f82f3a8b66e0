import { l10n } from 'vscode';
import { present } from '../../text/text';
import { type Item, type Pack, isOpenProblem } from '../item';
import { type ItemKind, kinds } from '../kinds/levels';
import { minorVersion } from '../packs';
import { itemStates, needsAttention } from '../severity';
import { isAtOrBelow } from '../store/ids';
import {
  addressTest,
  amounts,
  isUnreadItem,
  oneOf,
  patternOf,
  tagTerm,
  versions,
  whole,
  type Question,
  type Term,
  type Test,
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
} satisfies Readonly<Record<string, Question>>;

/** The packs that are this part of a cluster. Each has one: the profiles of an imported one do not tell it. */
function packsOf(part: string): (item: Item) => readonly Pack[] | undefined {
  return ({ packs = [] }) => {
    const own = packs.filter(({ layer }) => layer === part);
    return own.length === 0 ? undefined : own;
  };
}

const kubernetes = versions('kubernetes', packsOf('k8s'), ({ version }) => minorVersion(version));

/** What is called so, and all that is in it. If nothing that was read is, a part is enough, as it is for a word. */
function named(kind: ItemKind): Term {
  const textsOf = ({ name, uid }: Item): readonly string[] => present(name, uid);
  const term = whole(kind, 'state', textsOf);
  return {
    ...term,
    question: (value, items) => {
      const isCalled = (item: Item): boolean => item.kind === kind && textsOf(item).some(patternOf(value));
      const isWhole = value.includes('*') || items === undefined || items.some(isCalled);
      return term.question(isWhole ? value : `*${value}*`);
    },
  };
}

const terms: ReadonlyMap<string, Term> = new Map(
  Object.entries<Term>({
    state: oneOf(itemStates, (value) => ({
      unread: 'state',
      test: ({ state }) => (state === 'notRead' && value !== state ? undefined : value === state),
    })),
    kind: oneOf(kinds, (value) => ({ unread: 'state', test: ({ kind }) => value === kind })),
    is: oneOf(['problem', 'known', 'favorite', 'waiting', 'outdated', 'updatable'], (flag) => flags[flag]),
    project: named('project'),
    cluster: named('cluster'),
    pool: named('pool'),
    cloud: whole('cluster', 'cloud', ({ cloudType }) => present(cloudType)),
    region: whole('cluster', 'cloud', ({ region, regionCode }) => present(region, regionCode)),
    k8s: {
      ...kubernetes,
      takes: () => l10n.t('a version such as 1.32 or <1.33'),
      question: (value) =>
        /^[<>=]?=?v?\d/i.test(value) ? kubernetes.question(value.replace(/^(?![<>=])/, '=')) : undefined,
    },
    os: versions('versions', packsOf('os')),
    pack: versions('versions', ({ packs }) => packs),
    profile: versions('versions', ({ profiles }) => profiles),
    cause: {
      question: (value) => {
        const isLike = patternOf(`*${value}*`);
        const test: Test = ({ state, cause, message = '', isCauseUnread }) => {
          const isKnown = state !== 'notRead' && !isCauseUnread && (cause !== '' || !needsAttention(state));
          return isLike(cause) || isLike(message) || (isKnown ? false : undefined);
        };
        return { unread: 'cause', test };
      },
      values: ({ cause }) => present(cause),
    },
    ip: {
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
    machines: amounts('machines', ['cluster', 'pool'], ({ machines }) =>
      machines === undefined ? undefined : { total: machines },
    ),
    cpu: amounts('usage', ['cluster'], ({ cores }) => cores),
    memory: amounts('usage', ['cluster'], ({ memoryMiB }) => memoryMiB, mebibytesPerGibibyte),
    tag: tagTerm(),
  }),
);

/** Those of items. All other keys are those of tags. */
export const termKeys = [...terms.keys()];

export function termOf(key: string): Term {
  return terms.get(key.toLowerCase()) ?? tagTerm(key);
}
