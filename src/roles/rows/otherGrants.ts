import { l10n, ThemeIcon, type TreeItem } from 'vscode';
import type { GrantKind } from '../../access/access';
import { grantKindText } from '../../access/grantText';
import { describeError } from '../../text/errors';
import { formatCount, ifGiven, timesAt, updatedText } from '../../text/format';
import type { Operation } from '../../service/operations';
import { present } from '../../text/text';
import { noteItem } from '../../tree/items';
import type { RowKind } from '../../tree/rowKinds';
import { click } from './note';
import type { OtherGrants, OtherGrantsRow, RowContext, TeamRow } from './rowTypes';

export const otherKinds = ['tenant', 'project', 'workspace'] as const satisfies readonly GrantKind[];

/** The operations that list them. */
export const otherReads = {
  tenant: 'listTenantRoles',
  project: 'listProjectRoles',
  workspace: 'listWorkspaceRoles',
} as const satisfies Partial<Record<GrantKind, Operation>>;

/** The last row of a team. Poolview removes only resource roles: the access review shows all other grants. */
export function otherGrantsRow(parent: TeamRow, known?: string): OtherGrantsRow {
  return { kind: 'otherGrants', id: `${parent.id}/otherGrants`, parent, known };
}

export const otherGrantsKind: RowKind<OtherGrantsRow, RowContext> = { item: otherGrantsItem };

function otherGrantsItem({ parent }: OtherGrantsRow, model: RowContext): TreeItem {
  const others = model.otherGrants(parent);
  const { count, areAll, errors, readAt } = others;
  const notRead = count === 0 ? l10n.t('not read') : l10n.t('the rest not read');
  const isPartlyRead = !areAll && (count > 0 || errors.length > 0);
  const title = l10n.t('opens the review of this team');
  return noteItem(otherGrantsText(others), isPartlyRead ? notRead : title, {
    tooltip: present(
      l10n.t('Tenant, project and workspace roles of this team. The access review reads and shows them.'),
      ...errors.map(([kind, error]) =>
        l10n.t('{0} roles: {1}', grantKindText(kind), describeError(error).why),
      ),
      ifGiven(readAt, (time) => updatedText(time, false, timesAt(Date.now()))),
    ).join('\n'),
    iconPath: new ThemeIcon('checklist'),
    command: { command: click, title },
  });
}

/** How many other grants were read. */
export function otherGrantsText({ count, areAll }: OtherGrants): string {
  if (count === 0 && !areAll) return l10n.t('Other grants');
  return formatCount(count, l10n.t('1 other grant'), (n) => l10n.t('{0} other grants', n));
}
