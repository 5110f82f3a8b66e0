import { describe, expect, it, onTestFinished } from 'vitest';
import { window, workspace } from 'vscode';
import { checkConnection } from '../../../src/connections/check/check';
import { checkText, showCheck } from '../../../src/connections/check/showCheck';
import { ServiceError } from '../../../src/service/errors';
import type { Operation as DemoOperation } from '../../../src/demo/server';
import type { ScriptedOptions } from '../../support/demo/service';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';
import { connected, serve, sourceOf, createTestClient, unhurried, type Harness } from '../support/service';
import { clearSettings, writeSetting } from '../support/vscode';

const small = { projects: 4, clustersPerProject: 3, machinesPerPool: 3 };
const day = 86_400_000;

/** A service, and the text of a check of it. */
async function check(options: Partial<ScriptedOptions> = {}, prepare?: (harness: Harness) => void) {
  const harness = await connected({ ...small, ...options });
  prepare?.(harness);
  harness.service.clearRequests();
  const session = sourceOf(harness.client, {}, harness.service.baseUrl);
  const text = await checkText(session, '0.1.0', AbortSignal.timeout(30_000));
  return { ...harness, text, session };
}

/** The lines below a heading. */
function below(text: string, heading: string): readonly string[] {
  const [, after = ''] = text.split(`# ${heading}\n`);
  const [lines = ''] = after.split('\n#');
  return lines.split('\n').filter((line) => line !== '');
}

const changes = ['addTeamResourceRole', 'removeTeamResourceRole'];
/** How many operations read. */
const reads = 28;

function sentChanges({ service }: Harness): readonly unknown[] {
  return service.requests.filter(({ operation = '' }) => /^(?:add|remove)/.test(operation));
}

describe('a check of a connection', () => {
  it('finds that all works, with one request for each operation that reads [guarantee: check-document]', async () => {
    const { service, text, client } = await check();
    expect(below(text, 'Does Not Work')).toEqual([]);
    expect(below(text, 'Works')).toHaveLength(reads);
    // On a busy computer, one may be slow.
    const inTime = /: (?:[\d,]+ ms|slow, \d\S* s) \(\w+\)$/;
    expect(below(text, 'Works').filter((line) => !inTime.test(line))).toEqual([]);
    expect(below(text, 'Not Tried')).toEqual([
      '- restoring resource roles: would change something, needs team.update (addTeamResourceRole)',
      '- removing resource roles: would change something, needs team.update (removeTeamResourceRole)',
    ]);
    expect(service.requests).toHaveLength(reads);
    // Which of its methods send something is checked by `operations.test.ts`.
    const operations = Object.keys(checkConnection(client, AbortSignal.timeout(5000)));
    expect(operations.filter((name) => !changes.includes(name))).toHaveLength(reads);
    expect(text).toContain('User of the API key: known');
    expect(text).not.toContain('API keys end on');
    expect(text).toMatch(/- Poolview 0\.1\.0, VS Code 1\.\d+\.\d+\n/);
  });

  it.each(['interface', 'classic'] as const)(
    'names what a service of the profile %s lacks',
    async (profile) => {
      const harness = await check({ profile });
      const { text, service } = harness;
      const failing = below(text, 'Does Not Work');
      expect(failing.length).toBeGreaterThan(15);
      const isNotOffered =
        /: (?:not offered|failed, It doesn't exist, or the service doesn't support this) \(40[45]\) \(\w+\)$/;
      expect(failing.filter((line) => !isNotOffered.test(line))).toEqual([]);
      expect(below(text, 'Works').join()).toContain('(listProjects)');
      expect(service.requests.length).toBeLessThanOrEqual(35);
      expect(sentChanges(harness)).toEqual([]);
    },
  );

  it('reads pools and machines without cluster search', async () => {
    const { text } = await check({ profile: 'classic' });
    const works = below(text, 'Works').join('\n');
    for (const name of ['readCluster', 'readCloudConfig', 'listMachines'])
      expect(works).toContain(`(${name})`);
  });

  it('names the permissions that are missing, and what is missing without them', async () => {
    const refused: readonly DemoOperation[] = ['listUserNames', 'listAudits'];
    const { text } = await check({}, ({ service }) => {
      for (const operation of refused) service.faults.add({ kind: 'status', operation, status: 403 });
    });
    expect(below(text, 'Does Not Work')).toEqual([
      '- who changed something: refused, the API key probably lacks audit.list (listAudits)',
      '- users in "Who can…?", and their names: refused, the API key probably lacks user.list (listUserNames)',
    ]);
  });

  it('says that a key is rejected', async () => {
    const { text } = await check({}, ({ service }) => {
      service.faults.add({ kind: 'status', status: 401, times: 100 });
    });
    const failing = below(text, 'Does Not Work');
    expect(failing[0]).toBe('- projects: failed, The service rejected the API key (401) (listProjects)');
    expect(below(text, 'Works')).toEqual([]);
    expect(text).toContain('User of the API key: not known');
  });

  it('sends a request once, also if the failure is transient: at most 35 altogether', async () => {
    const harness = await check({}, ({ service }) => {
      service.faults.add({ kind: 'status', status: 503, times: 1000 });
    });
    expect(harness.service.requests.length).toBeLessThanOrEqual(35);
    expect(below(harness.text, 'Works')).toEqual([]);
    expect(sentChanges(harness)).toEqual([]);
  });

  it('ends in time, and names what is slow and what was not answered', async () => {
    const { client, service, records } = await connected(small, {}, unhurried());
    service.faults.add({ kind: 'hang', operation: 'listRoles' });
    service.faults.add({ kind: 'delay', operation: 'listTeams', milliseconds: 2100 });
    const controller = new AbortController();
    const checking = checkText(sourceOf(client, {}, service.baseUrl), '0.1.0', controller.signal);
    await eventually(() => {
      // All but the roles, and what one of them allows.
      expect(records).toHaveLength(reads - 2);
    });
    controller.abort();
    const text = await checking;
    expect(below(text, 'Does Not Work')).toEqual([]);
    expect(text).toContain('Not answered in time: 1 of 27 operations.');
    expect(text).toContain('- what roles allow: not answered before the check ended (listRoles)');
    expect(text).toMatch(/- all teams: slow, \d\S* s \(listTeams\)/);
    expect(text).toContain('- what a role allows: what it needs was not read (readRole)');
  });

  it('asks again for what the service refused before', async () => {
    const { text } = await check({}, ({ client }) => {
      for (const operation of ['listProjects', 'listAudits', 'listMachineMetrics'] as const)
        client.refusals.refuse(new ServiceError({ kind: 'unsupported', operation, status: 405 }));
    });
    expect(below(text, 'Does Not Work')).toEqual([]);
  });

  it('shows nothing that the service writes [guarantee: check-document]', async () => {
    const { text, service } = await check({ hostile: true });
    const clusters = service.fleet.projects.flatMap((project) => [project, ...project.clusters]);
    expect(clusters.filter(({ name, uid }) => text.includes(name) || text.includes(uid))).toEqual([]);
    expect(text).not.toMatch(/[<\u202e]|\]\(|command:/);
    expect(text).not.toContain(service.apiKey);
    const { text: redirected } = await check({}, ({ service }) => {
      service.faults.add({
        kind: 'redirect',
        operation: 'listTeams',
        location: 'https://evil.example/[x](y)',
      });
    });
    expect(redirected).toContain('redirected the request to https\\://evil.example (302) (listTeams)');
  });

  it('has the host of the proxy, never its password', async () => {
    onTestFinished(clearSettings);
    writeSetting('http.proxy', 'http://user:secret@proxy.example.com:3128/path');
    const { text } = await check();
    expect(text).toContain('- Proxy: proxy.example.com:3128\n');
    expect(text).not.toContain('secret');
    writeSetting('http.proxy', 'user:secret');
    expect((await check()).text).toContain("- Proxy: VS Code's setting is not a URL\n");
  });
});

describe('the API keys', () => {
  const key = (expiry: unknown, uid = 'me', isActive: unknown = true) => ({
    metadata: { name: 'mine', uid: 'k' },
    spec: { expiry, key: 'secret-of-the-key', user: { uid, firstName: 'Ada', lastName: 'Okafor' } },
    status: { isActive },
  });
  const inDays = (count: number) => new Date(Date.now() + count * day).toISOString();

  async function checked(items: readonly unknown[]) {
    const { baseUrl } = await serve((request, response) => {
      const isKeys = request.url === '/v1/apiKeys';
      response.end(JSON.stringify(isKeys ? { items } : { userUid: 'me', items: [] }));
    });
    const { client } = createTestClient(baseUrl);
    const text = await checkText(sourceOf(client, {}, baseUrl), '0.1.0', AbortSignal.timeout(5000));
    return { text, read: await client.listApiKeys() };
  }

  it('are read without the key, the name and the user’s name [guarantee: user-keys]', async () => {
    const { text, read } = await checked([key(inDays(3))]);
    expect(read.items).toEqual([
      { spec: { expiry: expect.any(Number) as number, user: { uid: 'me' } }, status: { isActive: true } },
    ]);
    expect(text + JSON.stringify(read)).not.toMatch(/secret|Ada|mine/);
  });

  it.each([
    ['all end soon', [key(inDays(3)), key(inDays(13))], true],
    ['one ends later', [key(inDays(3)), key(inDays(15))], false],
    ['one does not end', [key(inDays(3)), key('0001-01-01T00:00:00Z')], false],
    ['the one that ends later is not active', [key(inDays(3)), key(inDays(90), 'me', false)], true],
    ['the one that ends later is of another user', [key(inDays(3)), key(inDays(90), 'other')], true],
    ['all are of others', [key(inDays(3), 'other')], false],
    ['all have ended, by this clock', [key(inDays(-3))], false],
    ['there are none', [], false],
  ])('%s', async (_, keys, isSaid) => {
    expect((await checked(keys)).text.includes('- Your API keys end on ')).toBe(isSaid);
  });
});

it('shows the check as a document of the connection, unless the user cancels it', async () => {
  const { session } = await check();
  const user = dialogs();
  const opened: unknown[] = [];
  const { openTextDocument } = workspace;
  onTestFinished(() => void Object.assign(workspace, { openTextDocument }));
  Object.assign(window, { showTextDocument: () => Promise.resolve() });
  Object.assign(workspace, { openTextDocument: (uri: unknown) => Promise.resolve(void opened.push(uri)) });
  const texts = new Map<string, string>();
  await showCheck(session, '0.1.0', texts);
  const [[query = '', text = ''] = []] = texts;
  // With this start, it is closed with its connection.
  expect(query).toMatch(/^Test\//);
  expect(text).toMatch(/^# Poolview: Connection Check\n/);
  expect(opened).toEqual([expect.objectContaining({ scheme: 'poolview-check', query })]);
  const canceled = showCheck(session, '0.1.0', texts);
  user.cancel();
  await canceled;
  expect(texts.size).toBe(1);
});
