import { l10n } from 'vscode';
import { formatCount } from '../text/format';
import type { Access, Grant } from '../access/access';
import { valuesFor, type GrantRow, type Values } from '../access/grantFields';

/** Makes the rows of grants, without what a review adds. */
export function rowMaker(access: Access): (grant: Grant, isGone: boolean) => Values<'row'> {
  const valuesOf = valuesFor('row', access);
  const rows = new Map<string, Values<'row'>>();
  return (grant, isGone) => {
    const key = `${isGone} ${grant.id}`;
    const row = rows.get(key) ?? valuesOf(grant, { isGone });
    rows.set(key, row);
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
