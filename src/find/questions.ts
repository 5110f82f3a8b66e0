import ipaddr from 'ipaddr.js';
import { l10n } from 'vscode';
import { patternOf, wordTest, type Term } from '../query/termTable';
import { some, type Verdict } from '../query/verdict';
import { perObject } from '../service/remember';
import { present } from '../text/text';
import {
  type Capacity,
  type Coverage,
  type Item,
  type ItemAge,
  type Version,
  compareVersions,
} from '../items/item';
import type { ItemKind } from '../items/kinds/levels';

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

export interface ItemQuestion {
  /** What has the answer: the item itself, or that of this kind which it is or is in. */
  readonly of?: ItemKind | undefined;
  readonly unread: Unread;
  /** What the answer is as old as, if that is not the state of the item. */
  readonly age?: ItemAge | undefined;
  readonly test: (item: Item, context: QueryContext) => Verdict;
}

/** A term whose values items of a kind have. */
export interface ItemTerm extends Term<ItemQuestion, Item> {
  readonly of?: ItemKind | undefined;
}

/** The item of a kind that an item is or is in. */
export function ownerOf(item: Item, kind: ItemKind, { itemOf }: QueryContext): Item | undefined {
  let owner: Item | undefined = item;
  while (owner !== undefined && owner.kind !== kind) owner = itemOf(owner.parent ?? '');
  return owner;
}

/** An item that may be in a list that was not read. Only its kind and what it is in are known. */
export function unreadItem(kind: ItemKind, parent: string | undefined): Item {
  return { kind, id: '', parent, name: '', state: 'notRead', cause: '', addresses: [], isStale: false };
}

export function isUnreadItem({ id }: Item): boolean {
  return id === '';
}

/** Whole texts, in which `*` stands for any characters. @param wanted what they are like for a value */
export function whole(
  example: string,
  of: ItemKind,
  unread: Unread,
  textsOf: (item: Item) => readonly string[],
  wanted: (value: string, isNegated: boolean, context: QueryContext) => string = (value) => value,
): ItemTerm {
  return {
    example,
    of,
    question: (value, isNegated) => {
      const likeIn = perObject((context: QueryContext) => patternOf(wanted(value, isNegated, context)));
      const test: ItemQuestion['test'] = (item, context) => {
        const texts = isUnreadItem(item) ? [] : textsOf(item);
        return texts.length === 0 ? undefined : texts.some(likeIn(context));
      };
      return { of, unread, test };
    },
    values: (item) => (item.kind === of ? textsOf(item).slice(0, 1) : []),
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
  example: string,
  age: ItemAge,
  versionsOf: (item: Item) => readonly Version[] | undefined,
  valueOf: (version: Version) => string | undefined = ({ name }) => name,
): ItemTerm {
  return {
    example,
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
  example: string,
  age: ItemAge,
  of: readonly ItemKind[],
  amountOf: (item: Item) => Capacity | undefined,
  perUnit = 1,
): ItemTerm {
  return {
    example,
    takes: () => l10n.t('a number such as 12, >10 or, for cpu and memory, >90%'),
    question: (value) => {
      const [isNumber, operator = '', number, percent] = /^([<>]=?|=|)(\d+(?:\.\d+)?)(%|)$/.exec(value) ?? [];
      const isWanted = comparisons[operator];
      if (isNumber === undefined || isWanted === undefined) return undefined;
      const test = (item: Item): Verdict => {
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
    parsedAddresses(item).some(
      (address) => address.kind() === network.kind() && address.match(network, bits),
    );
}

/** Kept: parsing those of thousands of machines takes longer than a letter may. */
const parsedAddresses = perObject(({ addresses }: Item) =>
  addresses.filter(ipaddr.isValid).map(ipaddr.parse),
);

/** The tags of a cluster. @param key undefined where the value names it */
export function tagTerm(key?: string): Omit<ItemTerm, 'example'> {
  return {
    of: 'cluster',
    question: (value) => {
      const tag = present(key, value).join(':');
      // The key alone stands for the tag with any value, or with none.
      const isLike = patternOf(tag.includes(':') ? tag : `${tag}:*`);
      const test = ({ tags }: Item): Verdict =>
        tags?.some((one) => isLike(one.includes(':') ? one : `${one}:`));
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

const isInItem = wordTest(({ name, uid, addresses, cause, message }: Item) =>
  present(name, uid, ...addresses, cause, message),
);

/**
 * Part of what an item is called, of its addresses, or of why it is as it is.
 * @param mayExplain whether it may be in a cause that was not read
 */
export function wordQuestion(word: string, mayExplain: boolean): ItemQuestion {
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
