import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { EventEmitter, window } from 'vscode';
import { FleetReader } from '../../../src/reads/fleetReader';
import { Inventory } from '../../../src/items/inventory';
import { registerReview } from '../../../src/review';
import { Journals } from '../../../src/roles/journal/journal';
import { TeamRoles } from '../../../src/roles/teamRoles';
import { extensionUri, FakePanel } from '../../support/fakePanel';
import { temporaryFolder } from '../roles/support/journal';
import { teamRows } from '../roles/support/teamRoles';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

/** The review of what the Team Roles view shows, as the extension registers both. */
async function registered() {
  const { service, client } = await connected({ projects: 2, teams: 3 }, {}, unhurried());
  const session = sourceOf(client, {}, service.baseUrl);
  Object.assign(session.connection, { isDemo: false });
  const inventory = new Inventory(session);
  const panel = new FakePanel();
  const before = { ...window };
  Object.assign(window, {
    createWebviewPanel: () => panel,
    registerWebviewPanelSerializer: () => ({ dispose: () => undefined }),
  });
  onTestFinished(() => void Object.assign(window, before));
  const { executed } = dialogs();
  const connections: { session: typeof session | undefined; onDidChange: unknown } = {
    session,
    onDidChange: new EventEmitter<void>().event,
  };
  const removalsFolder = await temporaryFolder();
  const nothing = () => undefined;
  const given = {
    connections,
    inventories: { active: inventory, fleet: new FleetReader(inventory) },
    context: { extensionUri, globalStorageUri: { fsPath: removalsFolder } },
    log: { debug: nothing, warn: nothing, info: nothing },
    removalsFolder,
    tree: { show: nothing, setMessage: nothing },
    refreshed: { show: nothing },
    documents: { refresh: nothing },
  };
  const roles = new TeamRoles(given as unknown as ConstructorParameters<typeof TeamRoles>[0]);
  const feature = registerReview(given as unknown as Parameters<typeof registerReview>[0], () =>
    Promise.resolve(roles.forReview),
  );
  atEnd(() => {
    for (const part of feature.disposables) part.dispose();
    roles.dispose();
    inventory.dispose();
  });
  const journal = new Journals(removalsFolder, nothing).of(session.connection);
  return { connections, executed, feature, journal, panel, reviewed: roles.forReview(), session };
}

it('is opened for a team of the view, and connects if nothing is connected', async () => {
  const { connections, executed, feature, panel, reviewed } = await registered();
  const model = reviewed?.model;
  if (model === undefined) throw new Error('Not connected');
  const [, team] = await teamRows(model);
  await feature.commands?.['reviewAccess']?.(team?.id);
  panel.send({ type: 'ready' });
  await eventually(() => {
    expect(panel.received.at(-1)).toMatchObject({ header: { scope: `team ${team?.team.name ?? ''}` } });
  });
  expect(reviewed?.teamUidOf(`${team?.id ?? ''}/role:none`)).toBeUndefined();
  connections.session = undefined;
  await feature.commands?.['reviewAccess']?.();
  expect(executed.at(-1)).toEqual(['poolview.connect']);
});

it('knows the removals through its connection, of several the last', async () => {
  const { journal, reviewed, session } = await registered();
  const { name, baseUrl } = session.connection;
  const removal = { team: { uid: 't' }, roleUid: 'r', content: undefined };
  await journal.begin({ ...removal, connection: { name, baseUrl } });
  await setTimeout(2);
  const last = await journal.begin({ ...removal, connection: { name, baseUrl } });
  await journal.begin({ ...removal, connection: { name: 'Other', baseUrl } });
  const startedAt = Number(last.slice(0, 15));
  expect([...((await reviewed?.removals()) ?? [])]).toMatchObject([
    ['team/t/resource:r', { id: last, startedAt }],
  ]);
});
