import { describe, expect, it } from 'vitest';
import type { TreeItem } from 'vscode';
import { parse } from 'yaml';
import { detailsOf } from '../../../src/roles/details';
import type { TeamRolesModel } from '../../../src/roles/model';
import { isParentRow, isSourceRow, sourceKindOf, type OtherAccessRow } from '../../../src/roles/rows';
import { textOf } from '../../../src/tree/items';
import { jsonOfRows } from '../../../src/tree/rowData';
import { newRolesTree } from '../support/roles';
import { atEnd } from '../support/service';
import type { ScriptedOptions } from '../../support/demo/service';
import { opened, teamRoles, wordsBelow } from './support/teamRoles';

const operations = ['listTeamTenantRoles', 'listTeamProjectRoles', 'listTeamWorkspaceRoles'] as const;

const project = { uid: 'p-1', name: 'payments' };
const role = (name: string) => ({ uid: `uid-${name}`, name });
const answers = {
  listTeamTenantRoles: { roles: [role('Tenant Viewer')] },
  listTeamProjectRoles: { projects: [{ ...project, roles: [role('Project Editor')], inheritedRoles: [] }] },
  listTeamWorkspaceRoles: {
    projects: [
      { ...project, workspaces: [{ uid: 'w-1', name: 'billing', roles: [role('Workspace Operator')] }] },
    ],
  },
};

function otherAccessOf(
  model: TeamRolesModel,
  row: Awaited<ReturnType<typeof opened>>['row'],
): OtherAccessRow {
  const last = model.store.rows(row).at(-1);
  if (!isParentRow(last) || last.kind !== 'otherAccess') throw new Error('It is not the last row');
  return last;
}

/** The first team of the demo service, expanded, and its *Other access*, which answers `answers`. */
async function view(given: Partial<Record<(typeof operations)[number], unknown>> = answers) {
  const harness = await teamRoles({} satisfies Partial<ScriptedOptions>);
  const { model, service } = harness;
  for (const operation of operations) {
    const body = given[operation];
    if (body !== undefined) service.faults.add({ kind: 'wrongJson', operation, body });
  }
  const tree = newRolesTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  const { row } = await opened(model);
  const other = otherAccessOf(model, row);
  const items = async (): Promise<readonly TreeItem[]> =>
    (await model.store.children(other)).map((node) => tree.getTreeItem(node));
  const texts = async (): Promise<readonly string[]> =>
    (await items()).map(({ label, description }) => `${textOf(label)}: ${textOf(description)}`);
  return { ...harness, tree, row, other, items, texts };
}

describe('other access', () => {
  it('is the last row of a team, read with three requests when it is expanded', async () => {
    const { service, operations: sent, texts } = await view();
    expect(sent()).toEqual(['listTeams', 'listTeamResourceRoles']);
    service.clearRequests();
    expect(await texts()).toEqual([
      'Tenant Viewer: tenant role',
      'Project Editor: project role on payments',
      'Workspace Operator: workspace role on payments › billing',
    ]);
    expect([...sent()].sort()).toEqual([...operations].sort());
  });

  it('has an icon for each kind, and none of its rows can be removed', async () => {
    const { items, tree, other } = await view();
    const rows = await items();
    expect(new Set(rows.map(({ iconPath }) => JSON.stringify(iconPath))).size).toBe(3);
    for (const { contextValue } of [tree.getTreeItem(other), ...rows]) {
      expect(contextValue).not.toContain('removable');
    }
  });

  it('is counted once it was read', async () => {
    const { tree, row, items } = await view();
    expect(tree.getTreeItem(row).description).not.toContain('other grant');
    await items();
    expect(tree.getTreeItem(row).description).toBe('4 resource roles · 3 other grants');
  });

  it('is a note if there is none', async () => {
    const none = { listTeamTenantRoles: {}, listTeamProjectRoles: {}, listTeamWorkspaceRoles: {} };
    const { texts, tree, row } = await view(none);
    expect(await texts()).toEqual(['No other access: no tenant, project or workspace roles']);
    expect(tree.getTreeItem(row).description).toBe('4 resource roles · 0 other grants');
  });

  it('says which kinds the service does not offer or the key may not read', async () => {
    const { service, texts, tree, row } = await view({ listTeamTenantRoles: answers.listTeamTenantRoles });
    service.faults.add({ kind: 'status', operation: 'listTeamProjectRoles', status: 403 });
    service.faults.add({ kind: 'status', operation: 'listTeamWorkspaceRoles', status: 404 });
    expect(await texts()).toEqual([
      'Tenant Viewer: tenant role',
      'Project roles: the API key lacks team.get',
      'Workspace roles: not offered by this service',
    ]);
    expect(tree.getTreeItem(row).description).toBe('4 resource roles · at least 1 other grant');
  });

  it('says that a kind could not be read, and reads it again', async () => {
    const { service, model, other, items, texts } = await view(answers);
    service.faults.clear();
    service.faults.add({ kind: 'status', operation: 'listTeamWorkspaceRoles', status: 400 });
    expect(await texts()).toContain('Workspace roles: not read');
    expect((await items()).at(-1)?.contextValue).toContain('error');
    await model.refresh(other);
    expect((await texts()).join()).not.toContain('not read');
  });

  it('is an error if nothing could be read', async () => {
    const { service, model, other, row, tree } = await view({});
    for (const operation of operations) service.faults.add({ kind: 'status', operation, status: 500 });
    expect((await model.store.children(other)).map(({ kind }) => kind)).toEqual(['error']);
    expect(tree.getTreeItem(row).description).not.toContain('other grant');
  });

  it('is below a note if the team has no resource roles, or they are not listed', async () => {
    const { service, model } = await teamRoles();
    service.faults.add({ kind: 'status', operation: 'listTeamResourceRoles', status: 403 });
    const { row } = await opened(model);
    expect((await model.store.children(row)).map(({ kind }) => kind)).toEqual(['note', 'otherAccess']);
  });

  it('is copied and shown as details, with where it is', async () => {
    const { model, items, other } = await view();
    await items();
    const grant = model.store.rows(other)[2];
    if (!isSourceRow(grant)) throw new Error('There is no grant');
    const location = { team: { name: 'Platform', uid: expect.any(String) as string } };
    const shown = {
      location,
      kind: 'workspace',
      role: role('Workspace Operator'),
      project,
      workspace: { uid: 'w-1', name: 'billing' },
    };
    expect(JSON.parse(jsonOfRows([grant], sourceKindOf, model))).toEqual(shown);
    const details = await detailsOf(grant, model);
    expect(parse(details)).toEqual(shown);
    expect(details).toContain('# Workspace Operator · workspace role on payments › billing');
    expect(details).toContain('# Team: Platform');
  });

  it('is known to the access of the connection', async () => {
    const { model, row, items } = await view();
    await items();
    const { lists } = model.access.access.holders.get(`team/${row.team.uid}`) ?? {};
    expect(Object.keys(lists ?? {}).sort()).toEqual(['project', 'resource', 'tenant', 'workspace']);
    expect(await wordsBelow(model, row)).toHaveLength(lists?.resource?.grants?.length ?? 0);
  });
});
