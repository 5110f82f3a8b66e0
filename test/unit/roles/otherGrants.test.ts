import { describe, expect, it } from 'vitest';
import type { TreeItem } from 'vscode';
import { grantKinds } from '../../../src/access/access';
import { roleCommands } from '../../../src/roles/commands';
import type { ViewRow } from '../../../src/roles/rows';
import { textOf } from '../../../src/tree/items';
import type { ScriptedOptions } from '../../support/demo/service';
import { dialogs } from '../support/dialogs';
import { newRolesTree } from '../support/roles';
import { atEnd } from '../support/service';
import { viewOf } from '../support/treeView';
import { opened, teamRoles } from './support/teamRoles';

const operations = ['listTeamTenantRoles', 'listTeamProjectRoles', 'listTeamWorkspaceRoles'] as const;

const role = (name: string) => ({ uid: `uid-${name}`, name });
const project = { uid: 'p-1', name: 'payments', roles: [role('Editor')], inheritedRoles: [] };
const workspace = { uid: 'w-1', name: 'billing', roles: [role('Operator')] };
const [tenantRoles, projectRoles, workspaceRoles] = [
  { roles: [role('Viewer')] },
  { projects: [project] },
  { projects: [{ uid: 'p-1', name: 'payments', workspaces: [workspace] }] },
];

/** The first team of the demo service, expanded, whose other grants answer `answers`: JSON, or the status of an error. */
async function view(answers: readonly (object | number)[] = [], options: Partial<ScriptedOptions> = {}) {
  const harness = await teamRoles(options);
  const { model, service } = harness;
  answers.forEach((answer, index) => {
    const operation = operations[index] ?? expect.fail();
    if (typeof answer === 'number') service.faults.add({ kind: 'status', operation, status: answer });
    else service.faults.add({ kind: 'wrongJson', operation, body: answer });
  });
  const tree = newRolesTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  const { row } = await opened(model);
  const rows = (): Promise<readonly ViewRow[]> => model.rows.children(row);
  const item = async (): Promise<TreeItem | undefined> => {
    const last = (await rows()).at(-1);
    return last?.kind === 'otherGrants' ? tree.getTreeItem(last.id) : undefined;
  };
  return {
    ...harness,
    row,
    rows,
    item,
    /** What the last row says; undefined if there is none about other grants. */
    line: async () => {
      const shown = await item();
      return shown && `${textOf(shown.label)}: ${textOf(shown.description)}`;
    },
    team: () => textOf(tree.getTreeItem(row.id).description),
    /** Reads all grants of the team, as a review does. */
    review: async () => {
      const { uid, name } = row.team;
      await model.access.readGrants({ kind: 'team', uid, name }, grantKinds, {});
    },
  };
}

const unread = 'Other grants: opens the review of this team';

describe('the line for other grants', () => {
  it('is the last of a team, and takes no request: three would be too many for expanding a row', async () => {
    const { line, item, team, rows, operations: sent } = await view();
    expect(await line()).toBe(unread);
    expect((await rows()).map(({ kind }) => kind)).toEqual([...Array<string>(4).fill('role'), 'otherGrants']);
    expect(await item()).toMatchObject({
      collapsibleState: 0,
      contextValue: 'note',
      accessibilityInformation: { label: 'Other grants, opens the review of this team' },
    });
    expect(team()).toBe('4 resource roles · 1 tenant role');
    expect(sent()).toEqual(['listTeams', 'listTeamResourceRoles']);
  });

  it.each<[string, readonly (object | number)[], string | undefined, string]>([
    ['counts them', [tenantRoles, projectRoles, workspaceRoles], '3 other grants', '3 other grants'],
    ['counts one', [tenantRoles, {}, {}], '1 other grant', '1 other grant'],
    ['is missing if there are none', [{}, {}, {}], undefined, '0 other grants'],
    ['is missing if the service offers none', [405, 405, 405], undefined, '0 other grants'],
    ['leaves out what the service does not offer', [tenantRoles, {}, 405], '1 other grant', '1 other grant'],
  ])('%s, once a review has read them', async (_name, answers, line, team) => {
    const { review, line: shown, team: description } = await view(answers);
    await review();
    await expect.poll(shown).toBe(line && `${line}: opens the review of this team`);
    expect(description()).toBe(`4 resource roles · ${team}`);
  });

  it.each<[string, readonly (object | number)[], string, string]>([
    ['nothing', [403, 403, 500], 'Other grants: not read', '1 tenant role'],
    ['some', [tenantRoles, 403, {}], '1 other grant: the rest not read', 'at least 1 other grant'],
  ])('says that %s could be read, and why not', async (_name, answers, line, team) => {
    const { review, line: shown, item, team: description } = await view(answers);
    await review();
    await expect.poll(shown).toBe(line);
    expect((await item())?.tooltip).toContain(
      'project roles: The API key probably lacks the team.get permission (403',
    );
    expect(description()).toBe(`4 resource roles · ${team}`);
  });

  it('says when they were read', async () => {
    const { review, item } = await view();
    expect((await item())?.tooltip).not.toContain('Updated');
    await review();
    await expect.poll(async () => (await item())?.tooltip).toMatch(/\nUpdated \d\d:\d\d$/);
  });

  it('is redrawn with its team, and no other row, when something else is known', async () => {
    const { review, model, row, looks } = await view();
    const other = await opened(model, 1);
    looks.length = 0;
    await review();
    await expect.poll(() => looks.map(({ kind }) => kind)).toContain('otherGrants');
    expect(looks).toContain(row);
    expect(looks).not.toContain(other.row);
  });

  it('is below a note if the team has no resource roles', async () => {
    const { rows } = await view([], { projects: 0 });
    expect((await rows()).map(({ kind }) => kind)).toEqual(['note', 'otherGrants']);
  });

  it('is missing for each team once the service is known not to offer them', async () => {
    const { review, model, line } = await view([405, 405, 405]);
    await review();
    await expect.poll(line).toBeUndefined();
    const other = await opened(model, 1);
    expect((await model.rows.children(other.row)).map(({ kind }) => kind)).not.toContain('otherGrants');
  });

  it('opens the access review of its team', async () => {
    const { item, row, rows, model } = await view();
    expect((await item())?.command).toMatchObject({ command: 'poolview.roles.click' });
    const { executed } = dialogs();
    const { view: treeView, select } = viewOf();
    select((await rows()).at(-1)?.id ?? expect.fail());
    const context = { model, view: treeView } as unknown as Parameters<(typeof roleCommands)['click']>[0];
    await roleCommands['click']?.(context);
    expect(executed).toEqual([['poolview.reviewAccess', row.id]]);
  });
});
