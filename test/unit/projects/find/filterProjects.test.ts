import { describe, expect, it } from 'vitest';
import { Inventory } from '../../../../src/items/inventory';
import { filterProjects } from '../../../../src/projects/find/filterProjects';
import { ProjectsModel } from '../../../../src/projects/model';
import { nextQuickPick } from '../../support/quickPick';
import { atEnd, connected, sourceOf } from '../../support/service';
import { eventually } from '../../support/eventually';

/** The box of *Filter Projects…*, over the loaded projects of a demo service. */
async function opened(query?: string) {
  const { client, service } = await connected({ projects: 12 });
  const model = new ProjectsModel(new Inventory(sourceOf(client, {}, service.baseUrl)));
  atEnd(() => {
    model.inventory.dispose();
  });
  await model.rows.children();
  if (query !== undefined) await model.find(query);
  const list = nextQuickPick();
  const filtering = filterProjects(model, undefined);
  return { model, list, filtering, labels: () => list.items.map(({ label }) => label) };
}

describe('Filter Projects…', () => {
  it('has the line, what it shows, and what it may become', async () => {
    const { list, labels } = await opened('env:prod');
    expect([list.value, labels()[0]]).toEqual(['env:prod', 'env:prod']);
    list.type('');
    expect(labels().slice(0, 3)).toEqual(['Show Everything', 'state:', 'kind:']);
    expect(list.items[0]?.description).toMatch(/^Show 12 projects/);
    list.type('kind:');
    expect(labels().slice(1)).toEqual(['project']);
    list.choose(...list.items.slice(1, 2));
    expect([list.value, ...labels()]).toEqual(['kind:project', 'kind:project']);
    list.hidden.fire();
  });

  it('filters after a pause, and keeps the line that the user accepts', async () => {
    const { list, model, filtering } = await opened();
    list.type('payments');
    expect(model.query).toBe('');
    await eventually(() => {
      expect(model.query).toBe('payments');
    });
    list.type(' payments env:prod ');
    list.choose(...list.items.slice(0, 1));
    await filtering;
    expect(model.query).toBe('payments env:prod');
  });

  it('restores the line before when it is closed', async () => {
    const { list, model, filtering } = await opened('env:prod');
    list.type('');
    await eventually(() => {
      expect(model.query).toBe('');
    });
    list.hidden.fire();
    await filtering;
    expect(model.query).toBe('env:prod');
  });

  it('says what a key takes, what is not known, and that nothing matches', async () => {
    const { list } = await opened();
    list.type('state:bad');
    expect(list.items[0]).toMatchObject({
      label: 'state:bad',
      iconPath: { id: 'warning' },
      detail: expect.stringMatching(/^state: takes failed, unhealthy, .* notRead$/) as string,
    });
    list.type('kind:machine');
    expect(list.items[0]).toMatchObject({
      description: 'No item matches',
      detail: expect.stringMatching(/^Not known: /) as string,
    });
    list.hidden.fire();
  });

  it('does not filter by a line that is too long', async () => {
    const { list, model, filtering } = await opened();
    list.type('x'.repeat(5001));
    expect(list.items[0]?.detail).toBe('The line is longer than 5,000 characters, so it selects nothing');
    list.choose(...list.items.slice(0, 1));
    await filtering;
    expect(model.query).toBe('');
  });
});
