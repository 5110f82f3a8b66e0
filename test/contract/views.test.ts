import { describe, expect, it } from 'vitest';
import { Inventory } from '../../src/items/inventory';
import { isRow, type ParentRow, type ItemStoreRow } from '../../src/items/kinds';
import { ProjectsModel } from '../../src/projects/model';
import { removeRole } from '../../src/roles/removal/removeRole';
import { teamListing } from '../../src/access/teams';
import { atEnd, failureOf, sourceOf } from '../unit/support/service';
import { describedService, smallestService, type Answers } from './support/service';

async function shown(answers: Answers = {}) {
  const service = await describedService(answers);
  const model = new ProjectsModel(new Inventory(sourceOf(service.client)));
  atEnd(() => {
    model.inventory.dispose();
  });
  return { ...service, model };
}

/** All rows below `parent`, parents first. */
async function walk(model: ProjectsModel, parent?: ParentRow): Promise<readonly ItemStoreRow[]> {
  const rows: ItemStoreRow[] = [];
  for (const row of await model.rows.children(parent)) {
    rows.push(row, ...(isRow(row, 'project', 'cluster', 'pool') ? await walk(model, row) : []));
  }
  return rows;
}

it('the Projects view shows services down to their machines, without errors, and asks as described', async () => {
  const kinds = new Set<string>();
  for (const seed of [undefined, '1', '2', '3', '4']) {
    const { model, complaints, records } = await shown({ seed });
    const rows = await walk(model);
    expect(rows.filter(({ kind }) => kind === 'error')).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(complaints).toEqual([]);
    expect(records.filter(({ failure }) => failure !== undefined)).toEqual([]);
    for (const { kind } of rows) kinds.add(kind);
  }
  expect(kinds).toContain('machine');
});

describe('the removal of a role', () => {
  it('needs only the three required operations', async () => {
    const { client, complaints } = await describedService({
      has: (endpoint) => smallestService.includes(endpoint),
    });
    const { value: teams } = await teamListing(sourceOf(client)).pages.next();
    expect(teams?.items.length).toBeGreaterThan(0);
    expect((await failureOf(client.listTeamResourceRoles('team-1'))).kind).toBe('unsupported');
    expect(await removeRole(client, 'team-1', 'role-1')).toEqual({ outcome: 'removed' });
    expect(complaints).toEqual([]);
  });

  const outcomes = {
    401: 'notRemoved',
    403: 'notRemoved',
    404: 'unknown',
    429: 'notRemoved',
    500: 'unknown',
  };
  it.each(Object.entries(outcomes))('that fails with %s has the outcome %s', async (status, outcome) => {
    const { client, sent } = await describedService({ status: Number(status) });
    expect(await removeRole(client, 'team-1', 'role-1')).toMatchObject({ outcome });
    expect(sent.filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
  });
});
