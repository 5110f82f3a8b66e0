import { Inventory } from '../../../src/items/inventory';
import { expect, it } from 'vitest';
import { ProjectsModel } from '../../../src/projects/model';
import { hoverOf } from '../../../src/projects/hover';
import { isResourceRow } from '../../../src/items/kinds';
import { connected, sourceOf } from '../support/service';

it.each([
  ['of the demo service marks sample data', { name: 'Demo', isDemo: true }, true],
  ['of another service does not', { name: 'Acme' }, false],
] as const)('a hover %s', async (_, connection, isMarked) => {
  const { client } = await connected();
  const model = new ProjectsModel(
    new Inventory({ ...sourceOf(client), connection: { ...connection, baseUrl: 'http://service' } }),
  );
  const [project] = await model.rows.children();
  if (!isResourceRow(project)) throw new Error('Expected a project');
  expect(hoverOf(project, model, Date.now()).includes('Sample data')).toBe(isMarked);
});
