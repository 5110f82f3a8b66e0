import ipaddr from 'ipaddr.js';
import { l10n } from 'vscode';
import { present } from '../../text/text';
import {
  itemStates,
  kinds,
  type Capacity,
  type Coverage,
  type Item,
  type ItemKind,
  type Version,
} from '../item';
import { compareVersions, minorVersion } from '../packs';
import { needsAttention } from '../severity';
import { tagKey } from '../tags';

/** Whether an item is what is asked for; undefined if that is not known. */
export type Verdict = boolean | undefined;

/** What has to be known besides an item. */
export interface QueryContext {
  readonly itemOf: (id: string) => Item | undefined;
  /** The IDs of favorites, also of those that were not read. */
  readonly favorites: ReadonlySet<string>;
  /** Whether it was read which clusters wait for approval. */
  readonly areApprovalsKnown: boolean;
  readonly coverage: Coverage;
}

/** What was not read where there is no answer. */
export type Unread = 'state' | 'cause' | 'cloud' | 'tags' | 'versions' | 'capacity' | 'approvals' | 'updates';

export type Test = (item: Item, context: QueryContext) => Verdict;

/** What a value of a key asks. */
export interface Question {
  /** What has the answer: the item itself, or that of this kind which it is or is in. */
  readonly of?: ItemKind | undefined;
  readonly unread: Unread;
  readonly test: Test;
}

/** What can be asked with a key. */
export interface Term {
  /** What has the values. */
  readonly of?: ItemKind | undefined;
  /** What it takes, for errors. */
  readonly takes: () => string;
  /** Undefined if it does not take the value. */
  readonly question: (value: string) => Question | undefined;
  /** What can be asked for to find an item that has values. */
  readonly values?: (item: Item, context: QueryContext) => readonly string[];
}

/** The item of a kind that an item is or is in. */
export function ownerOf(item: Item, kind: ItemKind, { itemOf }: QueryContext): Item | undefined {
  let owner: Item | undefined = item;
  while (owner !== undefined && owner.kind !== kind) owner = itemOf(owner.parent ?? '');
  return owner;
}

/** The answer to a question about an item. It may be unknown which item has the answer. */
export function verdictOn(item: Item, { of, test }: Question, context: QueryContext): Verdict {
  const owner = of === undefined ? item : ownerOf(item, of, context);
  if (owner !== undefined) return test(owner, context);
  return of !== undefined && kinds.indexOf(item.kind) > kinds.indexOf(of) ? undefined : false;
}

/** An item that may be in a list that was not read. Only its kind and what it is in are known. */
export function unreadItem(kind: ItemKind, parent: string | undefined): Item {
  return { kind, id: '', parent, name: '', state: 'notRead', cause: '', addresses: [], isStale: false };
}

export function isUnreadItem({ id }: Item): boolean {
  return id === '';
}

/** Whole texts, in which `*` stands for any characters. */
function whole(of: ItemKind, unread: Unread, textsOf: (item: Item) => readonly string[]): Term {
  return {
    of,
    takes: () => l10n.t('a name, in which * stands for any characters'),
    question: (value) => {
      const isLike = patternOf(value);
      const test: Test = (item) => {
        const texts = isUnreadItem(item) ? [] : textsOf(item);
        return texts.length === 0 ? undefined : texts.some(isLike);
      };
      return { of, unread, test };
    },
    values: (item) => textsOf(item).slice(0, 1),
  };
}

/** Tells whether a text is like a value. Each part is looked for once: a regular expression may try long texts for seconds. */
export function patternOf(value: string): (text: string) => boolean {
  const [start = '', ...others] = value.toLowerCase().split('*');
  return (text) => {
    const lower = text.toLowerCase();
    let at = start.length;
    if (!lower.startsWith(start) || (others.length === 0 && lower.length > at)) return false;
    return others.every((part, index) => {
      const isLast = index === others.length - 1;
      const found = isLast ? lower.lastIndexOf(part) : lower.indexOf(part, at);
      const isThere = found >= at && (!isLast || found + part.length === lower.length);
      at = found + part.length;
      return isThere;
    });
  };
}

/** One of a few values. */
function oneOf<Value extends string>(values: readonly Value[], questionOf: (value: Value) => Question): Term {
  return {
    takes: () => values.join(', '),
    question: (given) => {
      const value = values.find((one) => one.toLowerCase() === given.toLowerCase());
      return value && questionOf(value);
    },
    values: (item, context) => values.filter((value) => verdictOn(item, questionOf(value), context) === true),
  };
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
  '': (order) => order === 0,
};

/** What has a name and a version: `cilium`, `cilium<1.16` or `<1.16`. */
function versions(
  versionsOf: (item: Item) => readonly Version[] | undefined,
  valueOf: (version: Version) => string | undefined = ({ name }) => name,
): Term {
  return {
    of: 'cluster',
    takes: () => l10n.t('part of a name, or a version such as name<1.16'),
    question: (value) => {
      const [, name, operator = '', wanted = ''] = /^([^<>=]*)(?:([<>]=?|=)(v?\d.*))?$/is.exec(value) ?? [];
      if (name === undefined) return undefined;
      const isNamed = patternOf(`*${name}*`);
      const isWanted = (one: Version): Verdict => {
        if (!isNamed(one.name) || operator === '') return isNamed(one.name);
        const { version = '' } = one;
        const order = compareVersions(version, wanted);
        // 1.31 may be 1.31.8.
        const isVague = order === 0 && version.split('.').length < wanted.split('.').length;
        return order === undefined || isVague ? undefined : comparisons[operator]?.(order);
      };
      return {
        of: 'cluster',
        unread: 'versions',
        test: (item) => {
          const all = versionsOf(item);
          return all && anyVerdict(all, isWanted);
        },
      };
    },
    values: (item) => [...new Set(versionsOf(item)?.flatMap((one) => valueOf(one) ?? []))],
  };
}

const kubernetes = versions(
  (item) => item.packs?.filter(({ layer }) => layer === 'k8s'),
  ({ version }) => minorVersion(version),
);

/** Whether one of several is true: if none is, but one is not known, that is not known either. */
export function anyVerdict<Value>(all: readonly Value[], verdictOf: (value: Value) => Verdict): Verdict {
  let isKnown = true;
  for (const value of all) {
    const verdict = verdictOf(value);
    if (verdict === true) return true;
    isKnown &&= verdict !== undefined;
  }
  return isKnown ? false : undefined;
}

/** An amount, or how much of it is used in percent. */
function amounts(of: readonly ItemKind[], amountOf: (item: Item) => Capacity | undefined, perUnit = 1): Term {
  return {
    takes: () => l10n.t('a number such as 12, >10 or, for cpu and memory, >90%'),
    question: (value) => {
      const [isNumber, operator = '', number, percent] = /^([<>]=?|=|)(\d+(?:\.\d+)?)(%|)$/.exec(value) ?? [];
      const isWanted = comparisons[operator];
      if (isNumber === undefined || isWanted === undefined) return undefined;
      const test: Test = (item) => {
        if (!of.includes(item.kind)) return false;
        const { total, used } = amountOf(item) ?? {};
        const whole = percent === '' ? perUnit : total && total / 100;
        const amount = percent === '' ? total : used;
        return !whole || amount === undefined ? undefined : isWanted(amount / whole - Number(number));
      };
      return { unread: 'capacity', test };
    },
  };
}

const mebibytesPerGibibyte = 1024;

/** What can be asked with `is:`. */
const flags = {
  problem: {
    unread: 'state',
    test: ({ state, known }) =>
      state === 'notRead' ? undefined : needsAttention(state) && known === undefined,
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
      const isUnread = (id: string): boolean => itemOf(id) === undefined && id.startsWith(item.parent ?? '');
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

/** A whole address, the start of one, or a range. */
function addressTest(value: string): ((item: Item) => boolean) | undefined {
  if (/^[\da-f.:]+[.:]$/i.test(value)) {
    const isLike = patternOf(`${value}*`);
    return ({ addresses }) => addresses.some(isLike);
  }
  const isAddress = ipaddr.isValid(value) && !ipaddr.isValidCIDR(value);
  if (!isAddress && !ipaddr.isValidCIDR(value)) return undefined;
  const [network, bits] = ipaddr.parseCIDR(
    isAddress ? `${value}/${ipaddr.parse(value).toByteArray().length * 8}` : value,
  );
  return (item) =>
    addressesOf(item).some((address) => address.kind() === network.kind() && address.match(network, bits));
}

/** Kept: parsing those of thousands of machines takes longer than a letter may. */
const parsed = new WeakMap<Item, readonly (ipaddr.IPv4 | ipaddr.IPv6)[]>();

function addressesOf(item: Item): readonly (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const addresses = parsed.get(item) ?? item.addresses.filter(ipaddr.isValid).map(ipaddr.parse);
  parsed.set(item, addresses);
  return addresses;
}

/** The tags of a cluster. @param key undefined where the value names it */
export function tagTerm(key?: string): Term {
  return {
    of: 'cluster',
    takes: () => l10n.t('a tag such as env:prod'),
    question: (value) => {
      const tag = present(key, value).join(':');
      // The key alone stands for the tag with any value, or with none.
      const isLike = patternOf(tag.includes(':') ? tag : `${tag}:*`);
      const test: Test = ({ tags }) => tags?.some((one) => isLike(one.includes(':') ? one : `${one}:`));
      return { of: 'cluster', unread: 'tags', test };
    },
    values: ({ tags = [] }) =>
      key === undefined
        ? tags
        : tags
            .filter((tag) => tagKey(tag).toLowerCase() === key.toLowerCase() && tag.includes(':'))
            .map((tag) => tag.slice(key.length + 1)),
  };
}

function named(kind: ItemKind): Term {
  return whole(kind, 'state', ({ name, uid }) => present(name, uid));
}

/** Part of what an item is called, of its addresses, or of why it is as it is. */
export function wordQuestion(word: string): Question {
  const isLike = patternOf(`*${word}*`);
  return {
    unread: 'state',
    // What has not been read has a cause and addresses that are not known.
    test: (item) =>
      isLike(textOf(item)) || (item.state === 'notRead' || isUnreadItem(item) ? undefined : false),
  };
}

const texts = new WeakMap<Item, string>();

function textOf(item: Item): string {
  let text = texts.get(item);
  if (text === undefined) {
    const { name, uid, addresses, cause, message } = item;
    text = present(name, uid, ...addresses, cause, message)
      .join('\n')
      .toLowerCase();
    texts.set(item, text);
  }
  return text;
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
    os: versions(({ packs }) => packs?.filter(({ layer }) => layer === 'os')),
    pack: versions(({ packs }) => packs),
    profile: versions(({ profiles }) => profiles),
    cause: {
      takes: () => l10n.t('part of a cause'),
      question: (value) => {
        const isLike = patternOf(`*${value}*`);
        const test: Test = ({ state, cause, message = '' }) => {
          const isKnown = state !== 'notRead' && (cause !== '' || !needsAttention(state));
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
    machines: amounts(['cluster', 'pool'], ({ machines }) =>
      machines === undefined ? undefined : { total: machines },
    ),
    cpu: amounts(['cluster'], ({ cores }) => cores),
    memory: amounts(['cluster'], ({ memoryMiB }) => memoryMiB, mebibytesPerGibibyte),
    tag: tagTerm(),
  }),
);

/** Those of items. All other keys are those of tags. */
export const termKeys = [...terms.keys()];

/** The term with a key. */
export function termOf(key: string): Term {
  return terms.get(key.toLowerCase()) ?? tagTerm(key);
}
