import { beforeEach, expect, it } from 'vitest';
import { showRefused } from '../../../src/connections/settings';
import { allowedText } from '../../../src/connections/policy';
import { Inventory } from '../../../src/items/inventory';
import { ProjectsModel } from '../../../src/projects/model';
import { searchMessage } from '../../../src/projects/projectSearch';
import { listRowSpecs } from '../../../src/tree/rowSpec';
import { FleetReader } from '../../../src/reads/fleetReader';
import { speakChinese } from './support/chinese';
import { dialogs } from '../support/dialogs';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

/** The end of a sentence or of a part of it, as other scripts write it. */
const foreign = /[.;](?=\s|$)/;

beforeEach(speakChinese);

async function start() {
  const { client } = await connected({ projects: 6 }, {}, unhurried());
  const model = new ProjectsModel(new Inventory(sourceOf(client)));
  atEnd(() => {
    model.inventory.dispose();
  });
  await new FleetReader(model.inventory).clusters.read();
  return model;
}

it('a row that says why a list is cut has the period of its language', () => {
  const row = { kind: 'truncated', id: 'a/b', parent: undefined, cut: 'repeatedToken', loaded: 50 } as const;
  const { description } = listRowSpecs('click').truncated.look(row, {});
  expect(description.join()).toMatch(/^已加载 50。/);
});

it('the message above the projects has the periods of its language', async () => {
  const model = await start();
  await model.find('state:bad');
  const message = searchMessage(model.query, model.inventory);
  expect(message.length).toBeGreaterThan('按“state:bad”筛选。'.length);
  expect(message).not.toMatch(foreign);
});

it('what is wrong with a connection has the period of its language', async () => {
  const { shown } = dialogs();
  await showRefused({ name: 'Acme', reason: allowedText(['https://api.acme.dev']) });
  expect(shown).toEqual([expect.stringContaining('api.acme.dev')]);
  expect(shown.join()).not.toMatch(foreign);
});
