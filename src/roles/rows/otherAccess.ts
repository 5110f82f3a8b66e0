import { l10n, ThemeIcon, TreeItem } from 'vscode';
import type { RowPage } from '../../items/store/loadedList';
import { idPart, type TreeRow } from '../../items/store/row';
import { parts, sanitizeLine } from '../../presentation/text';
import type { CallOptions } from '../../service/schedule';
import { completed, parentItem } from '../../tree/items';
import type { SourceKind } from '../../tree/rowData';
import type { RowKind } from '../../tree/rowKinds';
import type { Grant, GrantKind } from '../access/access';
import type { AccessReader } from '../access/accessReader';
import { disabledText, grantHover, grantPlace } from '../grantFacts';
import type { TeamRolesModel } from '../model';
import { listNames } from '../roleNames';
import { noteRow, type NoteRow } from './note';
import type { TeamRow } from './team';

/** The tenant, project and workspace roles of a team, which Poolview doesn't remove. */
export interface OtherAccessRow extends TreeRow {
  readonly kind: 'otherAccess';
  readonly parent: TeamRow;
}

/** One of them. */
export interface GrantRow extends TreeRow {
  readonly kind: 'grant';
  readonly parent: OtherAccessRow;
  readonly grant: Grant;
}

export const otherKinds = ['tenant', 'project', 'workspace'] as const satisfies readonly GrantKind[];

export function otherAccessRow(parent: TeamRow): OtherAccessRow {
  return { kind: 'otherAccess', id: `${parent.id}/otherAccess`, parent };
}

export const otherAccessKind: RowKind<OtherAccessRow, TeamRolesModel> &
  SourceKind<OtherAccessRow, TeamRolesModel> = {
  name: () => undefined,
  uid: () => undefined,
  source: () => undefined,
  item: () => {
    const item = parentItem(l10n.t('Other access'));
    item.description = l10n.t('not removable here');
    item.iconPath = new ThemeIcon('key');
    return completed(item, undefined, 'otherAccess');
  },
};

export const grantKind: Required<RowKind<GrantRow, TeamRolesModel>> & SourceKind<GrantRow, TeamRolesModel> = {
  name: ({ grant }) => listNames(grant.roles, Infinity),
  uid: ({ grant }) => grant.roles[0]?.uid,
  item: grantItem,
  hover: async ({ grant }, model) => {
    await model.readDefinitions(grant);
    return grantHover(grant, model.access);
  },
  source: ({ grant, parent }) => {
    const { name, uid } = parent.parent.team;
    const [project] = grant.projects;
    // The row above it is not an item of the service.
    return {
      location: { team: { name, uid } },
      kind: grant.kind,
      role: grant.roles[0],
      project,
      workspace: grant.workspace,
    };
  },
};

/** Reads the other access of a team. A kind that cannot be read is a note, unless nothing can be read for now. */
export async function readOtherAccess(
  access: AccessReader,
  parent: OtherAccessRow,
  options: CallOptions,
): Promise<RowPage<GrantRow | NoteRow, never>> {
  const { uid, name } = parent.parent.team;
  const lists = await access.readGrants({ kind: 'team', uid, name }, otherKinds, options);
  const errors = otherKinds.flatMap((kind) => lists[kind]?.error ?? []);
  const transient = errors.find(({ kind }) => kind !== 'unsupported' && kind !== 'forbidden');
  if (transient !== undefined && errors.length === otherKinds.length) throw transient;
  const rows = otherKinds.flatMap((kind) => {
    const { grants = [], readAt, requestNumber } = lists[kind] ?? {};
    return grants.map((grant): GrantRow => {
      const id = `${parent.id}/grant:${idPart(grant.id)}`;
      return { kind: 'grant', id, parent, grant, readAt, requestNumber };
    });
  });
  const notes = otherKinds.flatMap((kind) => {
    const error = lists[kind]?.error;
    return error === undefined ? [] : noteRow(parent.id, parent, { about: kind, error });
  });
  return { rows: [...rows, ...notes] };
}

const icons: Readonly<Record<GrantKind, string>> = {
  tenant: 'globe',
  project: 'project',
  workspace: 'layers',
  resource: 'shield',
};

function grantItem({ grant }: GrantRow, { access }: TeamRolesModel): TreeItem {
  const item = new TreeItem(sanitizeLine(listNames(grant.roles)));
  item.description = parts(disabledText(grant, access.roles), grantPlace(grant));
  item.iconPath = new ThemeIcon(icons[grant.kind]);
  return completed(item, undefined, 'grant');
}
