import { describe, expect, it } from 'vitest';
import { roleCommands } from '../../../src/roles/commands';
import { textOf } from '../support/rowItem';
import type { ScriptedOptions } from '../../support/demo/service';
import { dialogs } from '../support/dialogs';
import { newRolesTree } from '../support/roles';
import { atEnd } from '../support/service';
import { viewOf } from '../support/treeView';
import { opened, teamRoles } from './support/teamRoles';

/** The first team of the demo service, expanded. */
async function view(options: Partial<ScriptedOptions> = {}) {
  const harness = await teamRoles(options);
  const { model } = harness;
  const tree = newRolesTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  const { row } = await opened(model);
  const rows = await model.rows.children(row);
  return { ...harness, tree, row, rows, last: tree.getTreeItem(rows.at(-1)?.id ?? expect.fail()) };
}

describe('the line for other grants', () => {
  it('is the last of a team, and takes no request', async () => {
    const { last, rows, tree, row, operations } = await view();
    expect(rows.map(({ kind }) => kind)).toEqual([...Array<string>(4).fill('role'), 'note']);
    expect([last.label, last.description].map(textOf)).toEqual([
      'Other grants',
      'tenant, project and workspace roles: opens the access review',
    ]);
    expect(last).toMatchObject({
      collapsibleState: 0,
      contextValue: 'note',
      accessibilityInformation: {
        label: 'Other grants, tenant, project and workspace roles: opens the access review',
      },
    });
    expect(textOf(tree.getTreeItem(row.id).description)).toBe('4 resource roles · 1 tenant role');
    expect(operations()).toEqual(['listTeams', 'listTeamResourceRoles']);
  });

  it('is below a note if the team has no resource roles', async () => {
    const { rows, last } = await view({ projects: 0 });
    expect(rows).toHaveLength(2);
    expect(last.label).toBe('Other grants');
  });

  it('opens the access review of its team', async () => {
    const { last, row, rows, model } = await view();
    expect(last.command).toMatchObject({ command: 'poolview.roles.click' });
    const { executed } = dialogs();
    const { view: treeView, select } = viewOf();
    select(rows.at(-1)?.id ?? expect.fail());
    const context = { model, view: treeView } as unknown as Parameters<(typeof roleCommands)['click']>[0];
    await roleCommands['click']?.(context);
    expect(executed).toEqual([['poolview.reviewAccess', { ids: [row.id] }]]);
  });
});
