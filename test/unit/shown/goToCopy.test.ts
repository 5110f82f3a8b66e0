import { expect, it, onTestFinished } from 'vitest';
import { env, type TreeView } from 'vscode';
import { Inventory } from '../../../src/items/inventory';
import { goTo } from '../../../src/projects/find/goTo';
import { ProjectsModel } from '../../../src/projects/model';
import { rowCommands } from '../../../src/projects/rowCommands/commands';
import { dialogs } from '../support/dialogs';
import { nextQuickPick } from '../support/quickPick';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

it('Copy for Ticket in Go to… copies what comes from the service, too', async () => {
  const { client, service } = await connected({ projects: 2 }, {}, unhurried());
  const model = new ProjectsModel(new Inventory(sourceOf(client)));
  atEnd(() => {
    model.inventory.dispose();
  });
  const name = service.fleet.projects[0]?.clusters[0]?.name ?? '';
  const { executed } = dialogs();
  const list = nextQuickPick();
  const view: Partial<TreeView<string>> = { selection: [] };
  void goTo(view as TreeView<string>, model, undefined);
  list.type(name);
  await expect.poll(() => !list.busy).toBeTruthy();
  expect(list.items.map(({ label }) => label)).toContain(name);
  list.pressed.fire(list.buttons[0]);
  await expect.poll(() => executed.length).toBeGreaterThan(0);
  const [[, ...given] = []] = executed;
  const copied: string[] = [];
  const { clipboard } = env;
  Object.assign(env, { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } });
  onTestFinished(() => void Object.assign(env, { clipboard }));
  const { copyForTicket } = rowCommands({ selection: { selection: [] }, linkOrigin: 'vscode://a.b' });
  await copyForTicket(model, ...given);
  expect(copied.join()).toContain(name);
});
