import { l10n } from 'vscode';
import type { Reference } from '../service/readers';
import { formatNumber } from './format';
import { displayName, sanitizeLine } from './text';

/** How many names a row, a quick pick or a message shows. */
export const maxNames = 3;

/**
 * `payments, ledger and 3 more`. References without a name are shown by UID.
 * @param maxLength of each name
 */
export function listNames(references: readonly Reference[] = [], max = maxNames, maxLength?: number): string {
  return listFirst(references, ({ name, uid }) => sanitizeLine(displayName(name, uid, '?'), maxLength), max);
}

/** The first values of several lists: one of each before any gets a second. */
export function takeTurns<Value>(lists: readonly (readonly Value[])[], max: number): readonly Value[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  );
  return turns.flat().slice(0, max);
}

/** `payments, ledger and atlas` */
export function listAll(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed();
  return others.length === 0 ? last : l10n.t('{0} and {1}', others.toReversed().join(', '), last);
}

/** The first of several values, and how many more there are. */
export function listFirst<Value>(
  values: readonly Value[],
  toText: (value: Value) => string,
  max = maxNames,
  separator = ', ',
): string {
  const shown = values.slice(0, max).map(toText).join(separator);
  const more = values.length - max;
  return more <= 0 ? shown : l10n.t('{0} and {1} more', shown, formatNumber(more));
}
