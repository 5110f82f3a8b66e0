import { expect, it } from 'vitest';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Inventory } from '../../../src/items/inventory';
import { isRow } from '../../../src/items/kinds';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { favoriteCommands } from '../../../src/projects/favorites/commands';
import { ProjectsModel } from '../../../src/projects/model';
import { dialogs } from '../support/dialogs';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

/** The Projects view of a user with so many favorites, which are gone. */
async function withFavorites(count: number) {
  const { service, client } = await connected({ projects: 20 }, {}, unhurried());
  const marks = new Marks(storedMarks(memoryFiles(), 'Test'));
  await marks.set(
    Array.from({ length: count }, (_, index) => {
      const id = `Test/project:${index}`;
      return { kind: 'favorite', key: id, value: { kind: 'project', id, names: ['gone'] } };
    }),
  );
  const model = new ProjectsModel(new Inventory(sourceOf(client, {}, service.baseUrl), marks));
  atEnd(() => {
    model.inventory.dispose();
  });
  const projects = (await model.rows.children()).filter((row) => isRow(row, 'project'));
  const { shown } = dialogs();
  const { addToFavorites } = favoriteCommands({ selection: projects.slice(0, 5).map(({ id }) => id) });
  return { shown, marks, add: () => addToFavorites(model) };
}

it('five favorites of which only one has room: one is added, and the user is told', async () => {
  const { shown, marks, add } = await withFavorites(499);
  await add();
  expect(marks.values.favorite.size).toBe(500);
  expect(shown).toEqual(['Not added: 4. You can have 500 favorites.']);
});

it('nothing is added above the most favorites, which two windows can reach together', async () => {
  const { shown, marks, add } = await withFavorites(502);
  await add();
  expect(marks.values.favorite.size).toBe(502);
  expect(shown).toEqual(['Not added: 5. You can have 500 favorites.']);
});
