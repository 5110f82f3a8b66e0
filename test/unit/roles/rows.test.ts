import { describe, expect, it } from 'vitest';
import { MarkdownString, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import { sanitizeLine } from '../../../src/text/text';
import type { TeamRolesModel } from '../../../src/roles/model';
import type { TeamRow } from '../../../src/roles/rows';
import { newRolesTree } from '../support/roles';
import { ServiceError } from '../../../src/service/errors';
import { attacks } from '../support/hostile';
import { renderTable, renderText } from '../support/markdown';
import { expectDecentRow } from '../support/rows';
import { atEnd, sourceOf, type SourceOptions } from '../support/service';
import type { ScriptedOptions } from '../../support/demo/service';
import { opened, teamRoles, teamRows, watched } from './support/teamRoles';

function treeOf(model: TeamRolesModel): ReturnType<typeof newRolesTree> {
  const tree = newRolesTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  return tree;
}

async function view(options: Partial<ScriptedOptions> = {}, given: SourceOptions = {}) {
  const harness = await teamRoles(options, given);
  const tree = treeOf(harness.model);
  const itemsBelow = async (parent?: TeamRow): Promise<readonly TreeItem[]> =>
    (await harness.model.rows.children(parent)).map((node) => tree.getTreeItem(node.id));
  return { ...harness, tree, itemsBelow };
}

/** The rows of a team that has these roles, and their hovers. */
async function roleItems(...resourceRoles: readonly unknown[]) {
  const { service, model, tree } = await view();
  service.faults.add({ kind: 'wrongJson', operation: 'listTeamResourceRoles', body: { resourceRoles } });
  const { roles } = await opened(model);
  const items = await Promise.all(
    roles.map((node) => tree.resolveTreeItem(tree.getTreeItem(node.id), node.id)),
  );
  for (const item of items) expectDecentRow(item, longestLabel);
  return items;
}

async function roleItem(role: unknown): Promise<TreeItem> {
  return only(await roleItems(role));
}

/** The rows of these teams, and their hovers. */
async function teamItems(...teams: readonly unknown[]) {
  const { service, model, tree } = await view();
  service.faults.add({ kind: 'wrongJson', operation: 'listTeams', body: { items: teams } });
  const rows = await teamRows(model);
  const items = await Promise.all(
    rows.map((node) => tree.resolveTreeItem(tree.getTreeItem(node.id), node.id)),
  );
  for (const item of items) expectDecentRow(item, longestLabel);
  return items;
}

function only<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is none');
  return first;
}

function named(count: number) {
  return Array.from({ length: count }, (_, index) => ({ uid: `p-${index}`, name: `project-${index}` }));
}

function markdownOf({ tooltip }: TreeItem): string {
  if (!(tooltip instanceof MarkdownString)) throw new Error('There is no hover');
  return tooltip.value;
}

/** The lines of a hover, which are above its table, as text. */
function linesOf(item: TreeItem): readonly string[] {
  const [lines = ''] = markdownOf(item).split('\n\n');
  return renderText(lines).split('\n');
}

/** The cells of a hover below its empty header, as text. */
function hoverOf(item: TreeItem): readonly (readonly string[])[] {
  return renderTable(markdownOf(item)).slice(1);
}

const cellOf = (item: TreeItem, label: string): string | undefined =>
  hoverOf(item).find(([first]) => first === label)?.[1];

/** Three names of 200 characters, and the words between them. */
const longestLabel = 700;

const refused = new ServiceError({ kind: 'forbidden', status: 403, operation: 'removeTeamResourceRole' });

describe('the row of a team', () => {
  it('shows its name, and its number of roles once that is known', async () => {
    const { model, tree } = await view();
    const node = only(await teamRows(model));
    const before = tree.getTreeItem(node.id);
    expect(before).toMatchObject({
      id: node.id,
      label: 'Platform',
      description: '1 tenant role',
      collapsibleState: TreeItemCollapsibleState.Collapsed,
      iconPath: { id: 'organization' },
      contextValue: 'team',
      accessibilityInformation: { label: 'Team, Platform, 1 tenant role' },
    });
    expect(before.command).toBeUndefined();
    await opened(model);
    expect(tree.getTreeItem(node.id)).toMatchObject({
      description: '4 resource roles · 1 tenant role',
      accessibilityInformation: { label: 'Team, Platform, 4 resource roles, 1 tenant role' },
    });
  });

  it('shows its number of tenant roles before and after it is expanded', async () => {
    const { service, model, tree } = await view();
    const team = (count: number) => ({
      metadata: { uid: `team-${count}`, name: 'Team' },
      spec: { roles: Array.from({ length: count }, (_, index) => `role-${index}`) },
    });
    const items = [0, 1, 2].map(team);
    service.faults.add({ kind: 'wrongJson', operation: 'listTeams', body: { items } });
    service.faults.add({ kind: 'wrongJson', operation: 'listTeamResourceRoles', body: {} });
    const nodes = await teamRows(model);
    const descriptions = () => nodes.map((node) => tree.getTreeItem(node.id).description);
    expect(descriptions()).toEqual(['', '1 tenant role', '2 tenant roles']);
    const [, , last] = nodes;
    await model.rows.children(last);
    expect(descriptions()).toEqual(['', '1 tenant role', '0 resource roles · 2 tenant roles']);
  });

  it("has a hover with the service's fields", async () => {
    const { model, tree, service } = await view();
    const { row } = await opened(model);
    const item = await tree.resolveTreeItem(tree.getTreeItem(row.id), row.id);
    const [team] = service.fleet.directory.teams;
    if (team === undefined) throw new Error('The demo service has no team');
    const { spec, metadata } = service.fleet.describeTeam(team);
    expect([spec.roles.length, spec.users.length]).toEqual([1, 6]);
    expect(linesOf(item)).toEqual([
      '**Platform**',
      'Team · 4 resource roles · 1 tenant role · 6 users',
      expect.stringMatching(/^Updated \d\d:\d\d$/),
    ]);
    expect(cellOf(item, 'Description')).toBe(metadata.annotations.description);
    expect(cellOf(item, 'Created')).toMatch(/ago \(\d{4}-/);
    expect(cellOf(item, 'UID')).toBe(team.uid);
  });
});

describe('the row of a role', () => {
  it('shows what it grants, on which projects and with which filter', async () => {
    const { model, tree } = await view();
    const node = only((await opened(model)).roles);
    const item = await tree.resolveTreeItem(tree.getTreeItem(node.id), node.id);
    expect(item).toMatchObject({
      id: node.id,
      label: 'Resource Cluster Admin',
      description: 'filter pci-dss · on payments, ledger',
      collapsibleState: TreeItemCollapsibleState.None,
      iconPath: { id: 'shield' },
      contextValue: 'role removable',
      accessibilityInformation: {
        label: 'Resource role, Resource Cluster Admin, filter pci-dss, on payments, ledger',
      },
    });
    expect(item.command).toBeUndefined();
    expect(linesOf(item)).toEqual([
      '**Resource Cluster Admin**',
      'Platform · resource role · filter pci-dss · on payments, ledger',
      expect.stringMatching(/^clusters of 2 projects not read · Updated \d\d:\d\d$/),
    ]);
    expect(hoverOf(item)).toEqual([
      ['Permissions', expect.stringMatching(/^delete \(cloudconfig\.delete, cluster\.delete/)],
      ['', expect.stringMatching(/^change \(/)],
      ['', expect.stringMatching(/^view \(/)],
      ['Filters', 'pci-dss: compliance = pci-dss'],
      ['UID', node.role.uid],
    ]);
  });

  it('says that it has no filter, unless it may be limited in a way that Poolview does not know', async () => {
    const role = { roles: named(1), projectUids: named(1) };
    const items = await roleItems(
      { ...role, uid: '1' },
      { ...role, uid: '2', filterRefs: null },
      { ...role, uid: '3', filterRefs: ['pci-dss'] },
      { ...role, uid: '4', filterRefs: { uid: 'f' } },
      { ...role, uid: '5', filterRefs: [], expiresAt: '2030-01-01' },
    );
    const limits = ['no filter', 'no filter', ...Array<string>(3).fill('filters not known')];
    expect(items.map(({ description }) => description)).toEqual(
      limits.map((text) => `${text} · on project-0`),
    );
    for (const [at, item] of items.entries()) expect(linesOf(item)[1]).toContain(limits[at]);
    expect(items[0]?.accessibilityInformation?.label).toBe(
      'Resource role, project-0, no filter, on project-0',
    );
  });

  it('names three of 60 projects, and its hover as many as fit', async () => {
    const item = await roleItem({ uid: 'r', roles: named(1), projectUids: named(60) });
    expect(item.description).toBe('no filter · on project-0, project-1, project-2 and 57 more');
    const projects = cellOf(item, 'Projects')?.split(', ') ?? [];
    const names = named(50).map(({ name }) => name);
    expect(projects).toEqual([...names.slice(0, -1), 'project-49 and 10 more']);
  });

  it('offers a removal if the role has a UID', async () => {
    const items = await roleItems({ uid: 'r' }, {}, { uid: '' }, { uid: 7, roles: named(1) });
    expect(items.map(({ contextValue }) => contextValue)).toEqual(['role removable', 'role', 'role', 'role']);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });

  it('offers no removal if the connection is read-only', async () => {
    const source = sourceOf((await teamRoles()).client);
    const { model } = watched({ ...source, connection: { ...source.connection, readOnly: true } });
    const { roles } = await opened(model);
    expect(roles.length).toBeGreaterThan(0);
    const tree = treeOf(model);
    for (const row of roles) expect(tree.getTreeItem(row.id).contextValue).toBe('role');
  });

  it('shows that it is being removed, and offers nothing meanwhile', async () => {
    const { model, tree } = await view();
    const { row, roles } = await opened(model);
    const node = only(roles);
    model.removalBegins(row.team.uid, node.role.uid ?? '');
    expect(tree.getTreeItem(node.id)).toMatchObject({
      label: 'Resource Cluster Admin',
      description: 'removing…',
      iconPath: { id: 'loading~spin' },
      contextValue: 'role',
      accessibilityInformation: { label: 'Resource role, Resource Cluster Admin, removing…' },
    });
    model.removalEnds(row.team.uid, node.role.uid ?? '', { outcome: 'notTried' });
    expect(tree.getTreeItem(node.id)).toMatchObject({
      contextValue: 'role removable',
      iconPath: { id: 'shield' },
    });
  });

  it('offers no removal after one was refused, until a refresh', async () => {
    const { model, tree, client } = await view();
    const { roles } = await opened(model);
    client.refusals.refuse(refused);
    model.removalEnds('another team', 'another role', { outcome: 'notRemoved', error: refused });
    expect(roles.map((node) => tree.getTreeItem(node.id).contextValue)).toEqual(roles.map(() => 'role'));
    await model.refresh();
    const again = await opened(model);
    expect(again.roles.map((node) => tree.getTreeItem(node.id).contextValue)).toEqual(
      roles.map(() => 'role removable'),
    );
  });
});

describe('a name without visible characters', () => {
  const unseen = ['', ' ', '\u200b', '\u200d', '\u2060\ufeff', '\t\n', '\u00ad'];

  it('is replaced by the UID of a team, or a question mark', async () => {
    const items = await teamItems(...unseen.map((name, at) => ({ metadata: { uid: `team-${at}`, name } })), {
      metadata: { uid: '\u200b', name: '\u200b' },
    });
    expect(items.map(({ label }) => label)).toEqual([...unseen.map((_, at) => `team-${at}`), '?']);
    expect(linesOf(only(items))[0]).toBe('**team-0**');
  });

  it('is replaced by UIDs in the row of a role, or a question mark', async () => {
    const items = await roleItems(
      ...unseen.map((name, at) => ({
        uid: `${at}`,
        roles: [{ uid: 'admin', name }],
        projectUids: [{ uid: 'p', name }],
      })),
      { uid: 'r', roles: [] },
      { roles: [{ name: '\u2060', uid: '' }], projectUids: [{}] },
    );
    expect(items.map(({ label, description }) => [label, description])).toEqual([
      ...unseen.map(() => ['admin', 'no filter · on p']),
      ['r', 'no filter · no projects'],
      ['?', 'filters not known · on ?'],
    ]);
    expect(linesOf(only(items))[0]).toBe('**admin**');
  });
});

describe('another row', () => {
  it('shows that there are no teams, or no roles', async () => {
    const [none] = await (await view({ teams: 0 })).itemsBelow();
    expect(none).toMatchObject({
      label: 'No teams',
      description: 'that this API key can access',
      contextValue: 'note',
      iconPath: { id: 'info' },
      accessibilityInformation: { label: 'No teams, that this API key can access' },
    });
    const { model, itemsBelow } = await view({ projects: 0 });
    const [noRoles] = await itemsBelow((await opened(model)).row);
    expect(noRoles).toMatchObject({ label: 'No resource roles', description: 'in this team' });
  });

  it.each([
    [403, "The API key can't list this team's roles"],
    [404, "The service doesn't list this team's roles"],
    [405, "The service doesn't list this team's roles"],
  ])('offers to remove a role by its UID if roles are not listed: %i', async (status, description) => {
    const { service, model, itemsBelow } = await view();
    service.faults.add({ kind: 'status', status, operation: 'listTeamResourceRoles' });
    const { row } = await opened(model);
    const [item] = await itemsBelow(row);
    expect(item).toMatchObject({
      label: 'Remove Role by UID…',
      description,
      iconPath: { id: 'edit' },
      contextValue: 'note',
      command: { command: 'poolview.roles.click' },
    });
    expect(item?.tooltip).toContain(`${status}`);
  });

  it('shows the progress of the projects if the teams come from them', async () => {
    const { itemsBelow, model } = await view({ profile: 'classic' }, { listing: 'get', limit: 20 });
    expect((await itemsBelow()).at(-1)?.description).toBe('from projects: 20 of 128');
    await model.rows.loadMore();
    // It continues while all teams of a page are already known.
    expect((await itemsBelow()).at(-1)?.description).toBe('from projects: 120 of 128');
  });
});

it('texts that attack the view are shown as they are, on one line and without links', async () => {
  const texts = [...attacks, 'a\u0000\u202eb\u2066c\ud800'];
  const shown = texts.map((text, at) => (text.trim() === '' ? `uid-${at}` : sanitizeLine(text)));
  const references = texts.map((name, at) => ({ uid: `uid-${at}`, name }));
  const teams = await teamItems(...references.map((metadata) => ({ metadata })));
  expect(teams.map(({ label }) => label)).toEqual(shown);
  const names = shown.map((text) => `**${text}**`);
  expect(teams.map((item) => linesOf(item)[0])).toEqual(names);
  const roles = await roleItems(
    ...references.map((one) => ({ uid: one.uid, roles: [one], projectUids: [one], filterRefs: [one] })),
  );
  expect(roles.map(({ label }) => label)).toEqual(shown);
  expect(roles.map(({ description }) => description)).toEqual(
    shown.map((text) => `filter ${sanitizeLine(text, 40)} · on ${sanitizeLine(text, 40)}`),
  );
  expect(roles.map((item) => linesOf(item)[0])).toEqual(names);
  expect(roles.map((item) => linesOf(item)[1])).toEqual(
    roles.map(({ description }) => `Platform · resource role · ${String(description)}`),
  );
  // The table has what a line does not show in full.
  expect(roles.map((item) => cellOf(item, 'Projects'))).toEqual(
    shown.map((text) => (text === sanitizeLine(text, 40) ? undefined : text)),
  );
  expect(roles.map((item) => cellOf(item, 'Filters'))).toEqual(shown.map((text) => `${text}: not read`));
});
