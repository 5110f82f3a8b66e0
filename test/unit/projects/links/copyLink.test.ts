import { describe, expect, it, onTestFinished } from 'vitest';
import { env } from 'vscode';
import { Inventory } from '../../../../src/items/inventory';
import { ProjectsModel } from '../../../../src/projects/model';
import { rowCommands } from '../../../../src/projects/rowCommands/commands';
import { isResourceRow } from '../../../../src/items/kinds';
import { connectionsOf } from '../../connections/support';
import { dialogs } from '../../support/dialogs';
import { atEnd, demo } from '../../support/service';

const apiKey = 'the-key-of-this-service';

/** Copies the links of all projects of a demo service. */
async function copied(name: string) {
  const service = await demo({ projects: 2, apiKey });
  const connections = connectionsOf();
  await connections.add({ name, baseUrl: service.baseUrl }, service.apiKey);
  const { session } = connections;
  if (session === undefined) throw new Error('Nothing is connected');
  const model = new ProjectsModel(new Inventory(session));
  atEnd(() => {
    model.inventory.dispose();
  });
  const selection = (await model.rows.children()).filter(isResourceRow).map(({ id }) => id);
  const clipboard: string[] = [];
  Object.assign(env, {
    clipboard: { writeText: (text: string) => Promise.resolve(void clipboard.push(text)) },
  });
  onTestFinished(() => void Reflect.deleteProperty(env, 'clipboard'));
  const { shown } = dialogs();
  await rowCommands({ selection: { selection }, linkOrigin: 'vscode://a.b' }).copyLink(model);
  return { service, clipboard, shown };
}

describe('Copy Link', () => {
  it('copies one link for each selected row', async () => {
    const { service, clipboard } = await copied('Acme');
    const links = service.fleet.projects.map(({ uid }) => `vscode://a.b/open?connection=Acme&project=${uid}`);
    expect(clipboard).toEqual([links.join('\n')]);
  });

  it('copies no link that contains an API key', async () => {
    const { clipboard, shown } = await copied(`Acme ${apiKey}`);
    expect([clipboard, shown]).toEqual([[], ['No link to copy']]);
  });
});
