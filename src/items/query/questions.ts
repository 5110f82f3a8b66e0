import ipaddr from 'ipaddr.js';
import { l10n } from 'vscode';
import { some, type Verdict } from '../../query/verdict';
import { perObject } from '../../service/perObject';
import { present } from '../../text/text';
import type { Capacity, Coverage, Item, ItemAge, Version } from '../item';
import { type ItemKind, kindsIn } from '../kinds/levels';
import { compareVersions } from '../packs';

/** What has to be known besides an item. */
export interface QueryContext {
  readonly itemOf: (id: string) => Item | undefined;
  readonly items: readonly Item[];
  /** The IDs of favorites, also of those that were not read. */
  readonly favorites: ReadonlySet<string>;
  /** Whether it was read which clusters wait for approval. */
  readonly areApprovalsKnown: boolean;
  readonly coverage: Coverage;
}

/** What was not read where there is no answer. */
export type Unread = 'state' | 'cause' | 'cloud' | 'tags' | 'versions' | 'capacity' | 'approvals' | 'updates';

export type Test = (item: Item, context: QueryContext) => Verdict;

export interface Question {
  /** What has the answer: the item itself, or that of this kind which it is or is in. */
  readonly of?: ItemKind | undefined;
  readonly unread: Unread;
  /** What the answer is as old as, if that is not the state of the item. */
  readonly age?: ItemAge | undefined;
  readonly test: Test;
}

export interface Term {
  /** What has the values. */
  readonly of?: ItemKind | undefined;
  /** What it takes, for errors; missing if it takes any value. */
  readonly takes?: () => string;
  /** Undefined if it does not take the value. @param items all that was read, if a part of a name is enough where none has the whole one */
  readonly question: (value: string, items?: readonly Item[]) => Question | undefined;
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
  return of !== undefined && kindsIn({ kind: of }).includes(item.kind) ? undefined : false;
}

/** An item that may be in a list that was not read. Only its kind and what it is in are known. */
export function unreadItem(kind: ItemKind, parent: string | undefined): Item {
  return { kind, id: '', parent, name: '', state: 'notRead', cause: '', addresses: [], isStale: false };
}

export function isUnreadItem({ id }: Item): boolean {
  return id === '';
}

/** Whole texts, in which `*` stands for any characters. */
export function whole(of: ItemKind, unread: Unread, textsOf: (item: Item) => readonly string[]): Term {
  return {
    of,
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

export function oneOf<Value extends string>(
  values: readonly Value[],
  questionOf: (value: Value) => Question,
): Term {
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
export function versions(
  age: ItemAge,
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
        age,
        test: (item) => {
          const all = versionsOf(item);
          return all && some(all, isWanted);
        },
      };
    },
    values: (item) => [...new Set(versionsOf(item)?.flatMap((one) => valueOf(one) ?? []))],
  };
}

/** An amount, or how much of it is used in percent. */
export function amounts(
  age: ItemAge,
  of: readonly ItemKind[],
  amountOf: (item: Item) => Capacity | undefined,
  perUnit = 1,
): Term {
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
      return { unread: 'capacity', age, test };
    },
  };
}

/** A whole address, the start of one, or a range. */
export function addressTest(value: string): ((item: Item) => boolean) | undefined {
  // What has less than four numbers, such as 10.2, is the start of an address, and not short for 10.0.0.2.
  if (/^(?:[\da-f.:]+[.:]|(?:\d+\.){0,2}\d+)$/i.test(value)) {
    const isLike = patternOf(`${value.replace(/\d$/, '$&.')}*`);
    return ({ addresses }) => addresses.some(isLike);
  }
  const isAddress = ipaddr.IPv6.isValid(value) || ipaddr.IPv4.isValidFourPartDecimal(value);
  const isRange = ipaddr.IPv6.isValidCIDR(value) || ipaddr.IPv4.isValidCIDRFourPartDecimal(value);
  if (!isAddress && !isRange) return undefined;
  const [network, bits] = ipaddr.parseCIDR(
    isAddress ? `${value}/${ipaddr.parse(value).toByteArray().length * 8}` : value,
  );
  return (item) =>
    addressesOf(item).some((address) => address.kind() === network.kind() && address.match(network, bits));
}

/** Kept: parsing those of thousands of machines takes longer than a letter may. */
const addressesOf = perObject(({ addresses }: Item) => addresses.filter(ipaddr.isValid).map(ipaddr.parse));

/** The tags of a cluster. @param key undefined where the value names it */
export function tagTerm(key?: string): Term {
  return {
    of: 'cluster',
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

/** Tells whether a word is in one of the texts of something, which are joined once. */
export function wordTest<Of extends object>(
  textsOf: (of: Of) => readonly string[],
): (word: string) => (of: Of) => boolean {
  const joined = perObject((of: Of) => textsOf(of).join('\n').toLowerCase());
  return (word) => {
    const isLike = patternOf(`*${word}*`);
    return (of) => isLike(joined(of));
  };
}

const isInItem = wordTest(({ name, uid, addresses, cause, message }: Item) =>
  present(name, uid, ...addresses, cause, message),
);

/**
 * Part of what an item is called, of its addresses, or of why it is as it is.
 * @param mayExplain whether it may be in a cause that was not read
 */
export function wordQuestion(word: string, mayExplain: boolean): Question {
  const isIn = isInItem(word);
  return {
    unread: 'cause',
    test: (item) => {
      const mayBeIn = item.state === 'notRead' || (mayExplain && item.isCauseUnread === true);
      // What has not been read has a cause and addresses that are not known.
      return isIn(item) || (mayBeIn || isUnreadItem(item) ? undefined : false);
    },
  };
}

// A tag is `key:value`, or the key alone. Used by the extension and by the fleet page.

export function tagKey(tag: string): string {
  const [key = ''] = tag.split(':', 1);
  return key;
}
