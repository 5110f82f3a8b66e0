import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, it } from 'mocha';
import { window, workspace, type LogOutputChannel } from 'vscode';
import { FleetReader } from '../../src/reads/fleetReader';
import { Connections } from '../../src/connections/connections';
import { logRequest } from '../../src/connections/connection';
import type { Session } from '../../src/connections/session';
import type { Operation } from '../../src/demo/server';
import { FleetTab } from '../../src/fleet/fleetTab';
import { AutoRefresh } from '../../src/tree/autoRefresh';
import { describeError, errorSentence } from '../../src/text/errors';
import { showServiceError } from '../../src/ui/errorMessage';
import { Inventory } from '../../src/items/inventory';
import { ProjectsModel, newProjectsTree } from '../../src/projects/model';
import { idPart } from '../../src/items/store/row';
import { memoryFiles } from '../../src/connections/storedFiles';
import { TeamRolesModel } from '../../src/roles/model';
import { Decisions } from '../../src/review/decisions';
import type { GrantRow, ToReviewPage } from '../../src/review/messages';
import { reportText } from '../../src/review/report';
import { Review } from '../../src/review/review';
import { grantsIn } from '../../src/access/access';
import { createServiceClient, type ServiceClient } from '../../src/service/client';
import { isServiceError } from '../../src/service/errors';
import { Schedule } from '../../src/service/schedule';
import { fakeChanges } from '../support/fakeChanges';
import { extensionUri, fakeInventories, FakePanel } from '../support/fakePanel';
import { memory } from '../support/memory';
import type { ScriptedService, Fault } from '../support/demo/service';
import { withoutLimits } from '../support/withoutLimits';
import { atEnd, demo, setting, until } from './support/service';

/** Contains characters that JSON and URLs may escape, after a plain part that can be searched for. */
const key = 'Sentinel-0f3c=9a7d&51e2/4b68';
const sought = 'sentinel-0f3c';

/** What packs, charts and custom cloud types are set to: in the answers of the demo service, too. */
const values = 'admin:\n  login: ops/hunter2\n';

/** Ways to write the key in a JSON string. Unit tests of redaction have more. */
const echoes: readonly string[] = [
  key,
  key.replace(/./g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
  encodeURIComponent(Array.from(key).join('\u200b')),
];

/** `text` in lower case, with all JSON and URL escapes decoded, and without what is not seen. */
function decoded(text: string): string {
  const character = (_escape: string, code: string): string => String.fromCharCode(parseInt(code, 16));
  const bytes = (escapes: string): string =>
    Buffer.from(escapes.replace(/%(?:25)*/g, ''), 'hex').toString('utf8');
  return text
    .replace(/\\+u([0-9a-f]{4})/gi, character)
    .replace(/(?:%(?:25)*[0-9a-f]{2})+/gi, bytes)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

/** `body` as JSON in which the key is written in another way. */
function echoing(body: unknown, written: string): string {
  return JSON.stringify(body).replaceAll(key, written);
}

/** Everything that could be read. */
class Found {
  readonly #texts: { readonly where: string; readonly text: string }[] = [];

  add(where: string, what: unknown): void {
    const text =
      typeof what === 'string' ? what : inspect(what, { depth: Infinity, showHidden: true, getters: true });
    this.#texts.push({ where, text });
  }

  has(where: string): boolean {
    return this.#texts.some((found) => found.where === where);
  }

  get withKey(): readonly string[] {
    return this.#texts.filter(({ text }) => decoded(text).includes(sought)).map(({ where }) => where);
  }

  /** Where something of {@link values} is. */
  get withValues(): readonly string[] {
    return this.#texts.filter(({ text }) => text.includes('hunter2')).map(({ where }) => where);
  }
}

/** A server at another address, and what it receives. */
async function elsewhere(received: Found): Promise<string> {
  const server = createServer((request, response) => {
    received.add('another origin', [request.method, request.url, request.rawHeaders]);
    response.end('{"items":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Replaces `object[name]` with a recorder until the test ends. */
function record(object: object, name: string, found: Found, where: string, result?: unknown): void {
  const original = (object as Record<string, unknown>)[name];
  Object.assign(object, {
    [name]: (...values: unknown[]) => {
      found.add(where, values);
      return result;
    },
  });
  atEnd(() => Object.assign(object, { [name]: original }));
}

const echo = { code: key, message: `The key ${key} is not right`, ref: key, details: [key] };

/** Each kind of failure, and a service that echoes the key wherever it can. */
function faults(origin: string): readonly Fault[] {
  const headers = { 'x-key': key, 'www-authenticate': `ApiKey ${key}`, 'retry-after': '0' };
  return [
    ...[400, 401, 403, 404, 405, 409, 500, 501].map((status): Fault => ({
      kind: 'status',
      status,
      body: echo,
      headers,
    })),
    ...[502, 503, 504].map((status): Fault => ({ kind: 'html', status, body: `<h1>${key}</h1>`, times: 4 })),
    ...[301, 302, 303, 307, 308].flatMap((status): Fault[] => [
      { kind: 'redirect', status, location: `${origin}/v1/dashboard/projects?key=${key}` },
      { kind: 'redirect', status, location: `https://${key}.example/` },
    ]),
    ...echoes.flatMap((written): Fault[] => [
      { kind: 'status', status: 400, body: echoing(echo, written) },
      { kind: 'redirect', location: `${origin}/${encodeURIComponent(written)}` },
      { kind: 'redirect', location: `https://elsewhere.${written}/` },
    ]),
    { kind: 'reset', times: 4 },
    { kind: 'resetAfterActing', times: 4 },
    { kind: 'cutBody', times: 4 },
    { kind: 'hang', times: 4 },
    { kind: 'hangBody', times: 4 },
    { kind: 'html', status: 200, body: `<h1>${key}</h1>` },
    { kind: 'empty' },
    { kind: 'notJson', body: key },
    { kind: 'wrongJson', body: [key] },
    { kind: 'wrongJson', body: { items: [{ metadata: { name: key, labels: { [key]: key } } }] } },
  ];
}

type Ask = (client: ServiceClient) => Promise<unknown>;

/** One of each method. All others are sent by the same code. */
const operations: readonly (readonly [Operation, Ask])[] = [
  ['listProjectsGet', (client) => client.listProjects({ method: 'get', limit: 2 })],
  ['listProjectsPost', (client) => client.listProjects({ method: 'post', limit: 2 })],
  ['removeTeamResourceRole', (client) => client.removeTeamResourceRole('uid', 'role')],
];

describe('the API key', () => {
  it('appears only in SecretStorage and in the header of requests to its own origin [guarantee: key-storage, key-destination]', async function () {
    this.timeout(120_000);
    const found = new Found();
    const log = {} as LogOutputChannel;
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine']) {
      record(log, level, found, 'log');
      record(console, level, found, 'console');
    }
    record(console, 'log', found, 'console');
    for (const kind of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage']) {
      record(window, kind, found, 'message', Promise.resolve(undefined));
    }
    const random = Math.random;
    Math.random = () => 0;
    atEnd(() => (Math.random = random));
    const service = await demo({ apiKey: key });
    const other = await demo({ apiKey: 'the-key-of-the-other-service' });
    const origin = await elsewhere(found);
    const kept = memory();
    const onRequest: ConstructorParameters<typeof Connections>[1] = (request, connection) => {
      logRequest(log, request, connection);
      found.add('record', request);
    };
    const connections = new Connections(kept, onRequest);
    atEnd(() => {
      connections.dispose();
    });
    atEnd(() => setting('connections', undefined));
    await connections.add({ name: 'Sentinel', baseUrl: service.baseUrl }, key);
    await connections.add({ name: 'Other', baseUrl: other.baseUrl }, other.apiKey);
    await connections.switchTo({ name: 'Sentinel', baseUrl: service.baseUrl });
    const { session } = connections;
    assert(session);

    const { connection } = session;
    // Without the limits of the published service, which would take minutes.
    const client = createServiceClient(
      {
        baseUrl: connection.baseUrl,
        apiKey: () => Promise.resolve(key),
        timeoutMs: () => 500,
        onRequest: (request) => {
          onRequest(request, connection);
        },
      },
      new Schedule({ limits: withoutLimits }),
    );
    const tryAll = async ([operation, ask]: (typeof operations)[number]): Promise<void> => {
      for (const { times = 1, ...fault } of faults(origin)) {
        // A write is sent only once.
        service.faults.add({
          ...fault,
          operation,
          times: operation === 'removeTeamResourceRole' ? 1 : times,
        });
        // Otherwise, an operation that was refused is not requested, and its faults are left for later.
        client.refusals.forget();
        const error = await ask(client).then(
          (answer) => {
            found.add('answer', answer);
          },
          (reason: unknown) => reason,
        );
        if (error === undefined) continue;
        assert(isServiceError(error));
        found.add('error', error);
        found.add('error', error.stack);
        found.add('error in words', [describeError(error), errorSentence(error)]);
        await showServiceError(error, undefined, () => undefined);
      }
    };
    await Promise.all(operations.map(tryAll));

    session.refusals.forget();
    for (const written of echoes) {
      await browse(session, service, found, written);
      session.refusals.forget();
    }
    await review(session, service, found);
    await connections.switchTo({ name: 'Other', baseUrl: other.baseUrl });
    await connections.session?.projects().then((pages) => pages.next());

    found.add('globalState', kept.state);
    found.add('settings', JSON.stringify(workspace.getConfiguration()));
    found.add('another service', other.requests);
    for (const request of service.requests) {
      const { apikey, ...headers } = request.headers;
      assert.equal(apikey, key);
      found.add('request, but for its header', [request.method, request.path, request.body, headers]);
    }

    assert.deepEqual(found.withKey, []);
    assert.deepEqual(found.withValues, []);
    const looked = [
      'log',
      'record',
      'answer',
      'error',
      'message',
      'globalState',
      'settings',
      'row',
      'hover',
      'fleet page',
      'entry',
      'review page',
      'report',
    ];
    for (const where of [...looked, 'another service', 'request, but for its header']) {
      assert(found.has(where), `There was no ${where} to look at.`);
    }
    // The key is found where it belongs, so the search itself works.
    found.add('SecretStorage', [...kept.kept.values()]);
    assert.deepEqual(found.withKey, ['SecretStorage']);
  });
});

/** Reviews the access of a service that puts the key into every text, and adds what the page and the report show. */
async function review(session: Session, service: ScriptedService, found: Found): Promise<void> {
  const answer = (operation: Operation, body: unknown): void => {
    service.faults.add({ kind: 'wrongJson', operation, body, times: 2 });
  };
  const named = { uid: key, name: key };
  answer('listTeams', { items: [{ metadata: named, spec: { users: [key] } }] });
  answer('listTeamTenantRoles', { roles: [named] });
  answer('listTeamProjectRoles', { projects: [{ ...named, roles: [named] }] });
  answer('listTeamWorkspaceRoles', { projects: [{ ...named, workspaces: [{ ...named, roles: [named] }] }] });
  answer('listTeamResourceRoles', {
    resourceRoles: [{ uid: key, roles: [named], projectUids: [named], filterRefs: [named] }],
  });
  answer('listRoles', { items: [{ metadata: named, spec: { permissions: [key] } }] });
  const filterGroup = { conjunction: 'and', filters: [{ key, operator: 'eq', values: [key] }] };
  answer('readTagFilter', { metadata: named, spec: { filterGroup } });
  answer('listUserNames', { items: [{ ...named, emailId: `${key}@example.com` }] });
  const inventory = new Inventory(session);
  const fleet = new FleetReader(inventory);
  const model = new TeamRolesModel(session, () => fleet);
  const received: ToReviewPage[] = [];
  const reviewed = {
    session,
    model,
    teamUidOf: () => undefined,
    remove: () => Promise.resolve(),
    removals: () => Promise.resolve(new Map<string, never>()),
  };
  const shown = new Review(
    reviewed,
    fleet,
    new Decisions(memoryFiles()),
    {},
    {
      connections: { consoleUrl: undefined },
      post: (message) => void received.push(message),
      open: () => undefined,
    },
  );
  atEnd(() => {
    shown.dispose();
    model.dispose();
    inventory.dispose();
  });
  await shown.show();
  await shown.start();
  await shown.handlers.read({ type: 'read' });
  const rows = (): readonly GrantRow[] =>
    received.flatMap((message) => (message.type === 'review' ? message.changed : []));
  await until(() => new Set(rows().map(({ id }) => id)).size >= 4);
  found.add('review page', received);
  const access = model.shownAccess;
  const report = {
    connection: session.connection,
    scope: '',
    coverage: '',
    rows: rows(),
    grants: new Map(grantsIn(access).map((grant) => [grant.id, grant])),
    access,
    notRead: [],
    span: undefined,
    decisions: new Map(rows().map(({ id }) => [id, { by: key, at: 0 }])),
    removals: new Map(),
  };
  for (const ending of ['csv', 'json']) found.add('report', reportText(report, `report.${ending}`));
}

/** Shows rows and hovers of a service that puts the key into every text. */
async function browse(
  session: Session,
  service: ScriptedService,
  found: Found,
  written: string,
): Promise<void> {
  const answer = (operation: Operation, body: unknown): void => {
    service.faults.add({ kind: 'notJson', operation, body: echoing(body, written) });
  };
  const metadata = { uid: key, name: key, labels: { [key]: key }, annotations: { description: key } };
  const status = {
    state: key,
    health: { state: key },
    conditions: [{ type: key, status: key, message: key }],
  };
  answer('listProjectsPost', {
    items: [
      {
        metadata,
        specSummary: { teams: [{ uid: key, name: key }] },
        status: { usage: { clusters: [{ uid: key, name: key }] } },
      },
    ],
  });
  answer('readCluster', {
    metadata,
    status,
    spec: {
      cloudType: 'openstack',
      cloudConfigRef: { uid: key },
      clusterProfileTemplates: [
        { packs: [{ name: key, values, manifests: [{ values }], params: { values } }] },
      ],
    },
  });
  answer('readCloudConfig', {
    metadata,
    spec: { clusterConfig: { values }, machinePoolConfig: [{ name: key, size: 1, values }] },
  });
  answer('listMachines', {
    items: [{ metadata, status, spec: { az: key, image: key, instanceType: { name: key } } }],
  });
  const model = new ProjectsModel(new Inventory(session));
  const tree = newProjectsTree();
  tree.show(model);
  atEnd(() => {
    model.inventory.dispose();
    tree.dispose();
  });
  await openFleet(model, found, () => {
    const timed = { ...metadata, creationTimestamp: new Date().toISOString() };
    const event = { metadata: timed, message: key, reason: key, severity: key };
    const object = { kind: key, name: key, uid: key };
    answer('listEvents', { items: [{ ...event, involvedObject: object, source: { component: key } }] });
    const actor = { actorType: key, user: { emailId: `${key}@example.com`, firstName: key, lastName: key } };
    const spec = { actionMsg: key, actionType: key, actor, resource: { ...object, label: key } };
    answer('listAudits', { items: [{ metadata: timed, spec }] });
    answer('searchClusterMetadata', {
      items: [
        {
          metadata,
          specSummary: { cloudType: key, cloudRegion: key, projectMeta: { uid: key, name: key } },
          status,
        },
      ],
    });
  });
  const visit = async (parent?: string): Promise<void> => {
    for (const node of await tree.getChildren(parent)) {
      const row = tree.getTreeItem(node);
      found.add('row', row);
      found.add('hover', (await tree.resolveTreeItem(row, node)).tooltip);
      await visit(node);
    }
  };
  await visit();
}

/** Opens the fleet overview, and adds what its page receives. */
async function openFleet(model: ProjectsModel, found: Found, addAnswer: () => void): Promise<void> {
  const panel = new FakePanel();
  const log = {} as LogOutputChannel;
  addAnswer();
  const inventories = fakeInventories(new FleetReader(model.inventory));
  const autoRefresh = new AutoRefresh(() => 0);
  const context = { extensionUri };
  const shown = new FleetTab({ inventories, changes: fakeChanges(undefined), context, log, autoRefresh });
  shown.restore(panel, undefined);
  panel.send({ type: 'ready' });
  await until(() => panel.fleets.some(({ changed }) => changed.some(({ kind }) => kind === 'cluster')));
  panel.send({ type: 'tabSelected', tab: 'timeline' });
  panel.send({ type: 'timeline', period: 'since', since: 0, sources: [] });
  const timelines = () => panel.received.filter((message) => message.type === 'timeline');
  await until(() => timelines().some(({ state, changed }) => !state.isReading && changed.length > 0));
  for (const { id } of timelines().flatMap(({ changed }) => changed))
    found.add(
      'entry',
      await shown.content?.timeline.textOf(`${idPart(model.inventory.session.connection.name)}/${id}`),
    );
  found.add('fleet page', [panel.received, panel.webview.html, panel.title]);
  shown.dispose();
  autoRefresh.dispose();
}
