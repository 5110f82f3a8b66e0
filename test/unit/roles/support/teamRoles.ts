import type { Session } from '../../../../src/connections/session';
import { TeamRolesModel } from '../../../../src/roles/model';
import type { RoleRow, TeamRow, ViewRow } from '../../../../src/roles/rows';
import { recordChanges, wordForListRow } from '../../support/changes';
import { atEnd, connected, sourceOf, unhurried, type SourceOptions } from '../../support/service';
import type { ScriptedOptions, ScriptedService } from '../../../support/demo/service';

export type DemoTeam = ScriptedService['fleet']['directory']['teams'][number];

/** The Team Roles view of a demo service, and its change events. */
export async function teamRoles(options: Partial<ScriptedOptions> = {}, given: SourceOptions = {}) {
  const harness = await connected(options, {}, unhurried());
  const { service } = harness;
  const { model, ...told } = watched(sourceOf(harness.client, given));
  const operations = (): readonly (string | undefined)[] =>
    service.requests.map(({ operation }) => operation);
  return { ...harness, model, ...told, operations };
}

export type TeamRolesView = Awaited<ReturnType<typeof teamRoles>>;

/** A model of `source`, disposed at the end of the test, and its change events. */
export function watched(source: Session) {
  const model = new TeamRolesModel(source);
  atEnd(() => {
    model.dispose();
  });
  const { reloads, looks } = recordChanges(model.rows);
  /** Whether roles could be removed, at each change event. */
  const offers: boolean[] = [];
  model.onDidChangeOffer(() => offers.push(model.removalRefusal === undefined));
  return { model, reloads, looks, offers };
}

export async function teamRows(model: TeamRolesModel): Promise<readonly TeamRow[]> {
  return (await model.rows.children()).filter((node) => node.kind === 'team');
}

/** The rows below a row, without that for other grants. */
export async function rowsBelow(model: TeamRolesModel, parent?: TeamRow): Promise<readonly ViewRow[]> {
  return (await model.rows.children(parent)).filter(
    (row) => row.kind !== 'note' || row.note.about !== 'otherGrants',
  );
}

export async function roleRows(model: TeamRolesModel, team: TeamRow): Promise<readonly RoleRow[]> {
  return (await model.rows.children(team)).filter((node) => node.kind === 'role');
}

/** The row of the team at `place`, expanded, and its roles. */
export async function opened(model: TeamRolesModel, place = 0) {
  const row = (await teamRows(model))[place];
  if (row === undefined) throw new Error('There is no such team');
  model.rows.setExpanded(row, true);
  return { row, roles: await roleRows(model, row) };
}

/** A short name of a row. */
export function wordFor(node: ViewRow): string {
  switch (node.kind) {
    case 'team':
      return node.team.name ?? node.team.uid;
    case 'role':
      return node.role.uid ?? '';
    case 'note':
      return `(${node.note.about})`;
    case 'error':
    case 'loadMore':
    case 'truncated':
      return wordForListRow(node);
  }
}

/** Without that for other grants. */
export async function wordsBelow(model: TeamRolesModel, parent?: TeamRow): Promise<readonly string[]> {
  return (await rowsBelow(model, parent)).map(wordFor);
}
