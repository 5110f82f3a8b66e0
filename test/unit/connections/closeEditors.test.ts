import { expect, it } from 'vitest';
import { TabInputText, TabInputTextDiff, Uri, window } from 'vscode';
import { closeEditorsOfEndedKeys } from '../../../src/connections/disconnect';
import { memory } from '../../support/memory';
import { demo } from '../support/service';
import { connectionsOf } from './support';

it('the documents of a connection are closed when its key ends, and no others [guarantee: key-ended]', async () => {
  const { baseUrl, apiKey } = await demo();
  const connections = connectionsOf(memory());
  const connection = { name: 'Acme & Sons', baseUrl };
  await connections.add(connection, apiKey);
  const uriIn = (name: string, scheme = 'poolview'): Uri =>
    Uri.from({ scheme, path: '/a.yaml', query: `${encodeURIComponent(name)}/project:1` });
  const acme = [
    new TabInputText(uriIn(connection.name)),
    new TabInputText(uriIn(connection.name, 'poolview-roles')),
  ];
  const others = [
    new TabInputText(uriIn('Other')),
    new TabInputText(uriIn(connection.name, 'file')),
    undefined,
  ];
  const compared = new TabInputTextDiff(uriIn('Other'), uriIn(connection.name));
  const tabs = [...others, ...acme, compared].map((input) => ({ input }));
  const closed: unknown[] = [];
  const close = (these: readonly (typeof tabs)[number][]) => closed.push(...these.map(({ input }) => input));
  Object.assign(window, { tabGroups: { all: [{ tabs }], close } });
  const subscription = closeEditorsOfEndedKeys(connections);
  expect(closed).toEqual([]);
  await connections.replaceKey(connection, 'another key');
  expect(closed).toEqual([...acme, compared]);
  subscription.dispose();
});
