import { expect, it } from 'vitest';
import { Inventory } from '../../../src/items/inventory';
import { ProjectsModel } from '../../../src/projects/model';
import { rowCommands } from '../../../src/projects/rowCommands/commands';
import { dialogs } from '../support/dialogs';
import { rowBelow } from '../support/scripted';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

async function start() {
  const { client } = await connected({ projects: 1 }, {}, unhurried());
  const model = new ProjectsModel(new Inventory(sourceOf(client)));
  atEnd(() => {
    model.inventory.dispose();
  });
  const project = await rowBelow(model, undefined, 'project', 'payments');
  const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
  const commands = rowCommands({ selection: { selection: [] }, linkOrigin: 'vscode://a.b' });
  return { ...dialogs(), ...commands, model, project, cluster };
}

it.each(['showTimeline', 'whoChangedThis'] as const)(
  '%s of several rows says of which one it shows the timeline',
  async (name) => {
    const { model, project, cluster, shown, executed, ...commands } = await start();
    await commands[name](model, cluster.id, [cluster.id]);
    expect(shown).toEqual([]);
    await commands[name](model, cluster.id, [project.id, cluster.id]);
    expect(executed).toHaveLength(2);
    expect(shown).toEqual(['This is the timeline of payments only.']);
  },
);
