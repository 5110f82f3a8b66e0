import { l10n } from 'vscode';
import { formatCount } from '../text/format';
import type { Access, Grant } from '../access/access';
import { fieldsFor, valuesFor, type GrantRow, type Said } from '../access/grantFields';

const saidNames = fieldsFor('review');

/** Makes the rows of grants. A row of which nothing else is said stays the same object. */
export function rowMaker(access: Access): (grant: Grant, said: Said) => GrantRow {
  const valuesOf = valuesFor('row', access);
  const rows = new Map<string, GrantRow>();
  return (grant, said) => {
    const before = rows.get(grant.id);
    if (before && saidNames.every((name) => before[name] === said[name])) return before;
    const read = before && before.isGone === said.isGone ? before : valuesOf(grant, said);
    const row = { ...read, ...said };
    rows.set(grant.id, row);
    return row;
  };
}

export function isDecided({ choice }: GrantRow): boolean {
  return choice !== 'none';
}

/** Whether something can be decided about a grant: a removal that failed can be tried again. */
export function isOpen({ isGone }: GrantRow): boolean {
  return isGone !== true;
}

export function grantCount(count: number): string {
  return formatCount(count, l10n.t('1 grant'), (n) => l10n.t('{0} grants', n));
}

/** Without roles, the button is off. */
export function removeText(count: number): string {
  if (count === 0) return l10n.t('Remove Roles…');
  return formatCount(count, l10n.t('Remove 1 Role…'), (n) => l10n.t('Remove {0} Roles…', n));
}
