import { Inventory } from '../../../src/items/inventory';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { allowChanges, connect, parseConnectRequest } from '../../../src/connections/connect';
import { ProjectsModel } from '../../../src/projects/model';
import { answerInputs, answerPicks, back, prefilled, type InputAnswer } from '../../support/inputBoxes';
import type { Fault, ScriptedService } from '../../support/demo/service';
import { memory } from '../../support/memory';
import { dialogs } from '../support/dialogs';
import { demo, serve } from '../support/service';
import { writeSetting } from '../support/vscode';
import { connectionsOf, countProjects, listed } from './support';

const key = 'a-key/of+the=user';

/** The requests that had a key. */
function withKey({ requests }: ScriptedService) {
  return requests.filter(({ headers }) => 'apikey' in headers);
}

/** Runs the flow with these answers in its input boxes, and one to whether it is read-only. */
async function connecting(
  answers: InputAnswer[],
  argument?: unknown,
  connections = connectionsOf(),
  mayChange: InputAnswer = 'Browse and make changes',
) {
  const { asked, restore } = answerInputs(...answers);
  const picks = answerPicks(mayChange);
  onTestFinished(restore);
  onTestFinished(picks.restore);
  const connection = await connect(connections, parseConnectRequest(argument));
  return { asked, connection, connections, suggested: picks.active[0] };
}

describe('connecting', () => {
  it.each([
    ['one request with the key if the service has the current listing', [], ['POST']],
    ['two if it has only the older one', ['listProjectsPost' as const], ['POST', 'GET']],
  ])('sends %s, and none for the view', async (_name, without, methods) => {
    const service = await demo({ without });
    const { connections } = await connecting([service.baseUrl, service.apiKey, 'Acme', '']);
    expect(await countProjects(connections)).toBe(50);
    expect(withKey(service).map(({ method }) => method)).toEqual(methods);
  });

  it('forgets a key that was entered for another base URL', async () => {
    const [one, other] = [await demo(), await demo()];
    const first = [one.baseUrl, one.apiKey, back, back] satisfies InputAnswer[];
    const { asked } = await connecting([...first, other.baseUrl, prefilled]);
    expect(asked.at(-1)).toMatchObject({ value: '', refusals: ['Enter the API key'] });
    expect(withKey(other)).toEqual([]);
  });

  it('suggests the host as the name, and needs no web console', async () => {
    const service = await demo();
    const { connection } = await connecting([service.baseUrl, service.apiKey, prefilled, prefilled]);
    expect(connection).toEqual({ name: new URL(service.baseUrl).host, baseUrl: service.baseUrl });
  });

  it('rejects the name of a connection to another service', async () => {
    const service = await demo();
    const connections = connectionsOf();
    await connections.add({ name: 'Acme', baseUrl: 'http://127.0.0.1:9' }, 'key');
    const { baseUrl, apiKey } = service;
    const { asked, connection } = await connecting(
      [baseUrl, apiKey, 'Acme', 'Beta', ''],
      undefined,
      connections,
    );
    expect(asked[2]?.refusals).toEqual(['This name is already in use for 127.0.0.1:9']);
    expect(connection?.name).toBe('Beta');
  });

  it('corrects the base URL and says what it uses', async () => {
    const service = await demo();
    const { host } = new URL(service.baseUrl);
    const { asked, connection } = await connecting([`${host}/v1/`, service.apiKey, 'Acme', '']);
    expect(asked[1]?.prompt).toContain(`API key for ${service.baseUrl}.`);
    expect(connection?.baseUrl).toBe(service.baseUrl);
  });

  it('stores the URL of the web console, and suggests it when the same service is connected again', async () => {
    const { baseUrl, apiKey } = await demo();
    const first = await connecting([baseUrl, apiKey, 'Acme', '?', 'console.example.com/']);
    const consoleUrl = 'https://console.example.com';
    expect(first.asked[3]?.refusals).toHaveLength(1);
    expect(listed()).toEqual([{ name: 'Acme', baseUrl, consoleUrl }]);
    const second = await connecting([baseUrl, apiKey, 'Acme', ''], undefined, first.connections);
    expect(second.asked[3]?.value).toBe(consoleUrl);
    expect(listed()).toEqual([{ name: 'Acme', baseUrl }]);
  });
});

describe('a read-only connection', () => {
  it('is what Enter chooses for a new connection, whatever the argument says', async () => {
    const { baseUrl, apiKey } = await demo();
    const argument = { name: 'Acme', baseUrl, readOnly: false };
    const { suggested, connection, connections } = await connecting(
      [prefilled, apiKey, prefilled, ''],
      argument,
      undefined,
      prefilled,
    );
    expect([suggested, connection?.readOnly]).toEqual(['Browse only', true]);
    expect(listed()).toEqual([{ name: 'Acme', baseUrl, readOnly: true }]);
    expect(connections.session?.connection.readOnly).toBe(true);
  });

  it.each([
    ['Browse only', true],
    ['Browse and make changes', false],
  ])('stays as it was when the user connects again: %s', async (choice, isReadOnly) => {
    const { baseUrl, apiKey } = await demo();
    const answers = (): InputAnswer[] => [baseUrl, apiKey, 'Acme', ''];
    const { connections } = await connecting(answers(), undefined, undefined, choice);
    const { suggested, connection } = await connecting(answers(), undefined, connections, prefilled);
    expect([suggested, connection?.readOnly === true]).toEqual([choice, isReadOnly]);
  });

  it('stays read-only when the user connects again to make changes, until a modal allows them [guarantee: read-only-confirmed]', async () => {
    const { baseUrl, apiKey } = await demo();
    const answers = (): InputAnswer[] => [baseUrl, apiKey, 'Acme', ''];
    const { connections } = await connecting(answers(), undefined, undefined, 'Browse only');
    await connecting(answers(), undefined, connections);
    expect(listed()).toEqual([{ name: 'Acme', baseUrl }]);
    expect(connections.session?.connection.readOnly).toBe(true);
    expect([connections.takeQuestion(), connections.takeQuestion()]).toEqual([true, false]);

    const { shown } = dialogs(() => undefined);
    await allowChanges(connections);
    expect(shown).toEqual([expect.stringContaining(`Allow changes on Acme (${new URL(baseUrl).host})?`)]);
    expect(connections.session?.connection.readOnly).toBe(true);
    dialogs(() => 'Allow Changes');
    await allowChanges(connections);
    expect(connections.session?.connection.readOnly).toBeUndefined();
  });
});

describe('the host', () => {
  it('is checked without the key, before the key is asked for [guarantee: host-check]', async () => {
    const service = await demo();
    await connecting([service.baseUrl]);
    expect(service.requests).toHaveLength(1);
    expect(withKey(service)).toEqual([]);
  });

  it('is checked again after it refused the connection', async () => {
    const service = await demo();
    const { asked, connection } = await connecting([
      'http://127.0.0.1:9',
      prefilled,
      service.baseUrl,
      service.apiKey,
      'Acme',
      '',
    ]);
    const refusal = '127.0.0.1:9 refused the connection. Check the host and the port';
    expect(asked[0]?.refusals).toEqual([refusal, refusal]);
    expect(connection?.baseUrl).toBe(service.baseUrl);
  });

  it.each([
    [
      'redirects to another host',
      { kind: 'redirect', location: 'https://login.example/' },
      'redirects to https://login.example.',
    ],
    [
      'redirects to its own sign-in page',
      { kind: 'redirect', location: '/login' },
      "doesn't respond like the API",
    ],
    ['sends a web page', { kind: 'html', status: 200 }, "doesn't respond like the API"],
    ['does not know the path', { kind: 'html', status: 404 }, "doesn't respond like the API"],
  ] satisfies [string, Fault, string][])(
    'that %s can be used after a warning',
    async (_what, fault, reason) => {
      const service = await demo();
      service.faults.add(fault);
      const { asked, connection } = await connecting([
        service.baseUrl,
        prefilled,
        service.apiKey,
        'Acme',
        '',
      ]);
      expect(asked[0]?.refusals).toEqual([expect.stringContaining(reason)]);
      expect(connection?.baseUrl).toBe(service.baseUrl);
    },
  );
});

describe('connecting with an argument from another extension, a task or a link', () => {
  it('stores and sends nothing unless the user confirms each value [guarantee: connect-confirmed]', async () => {
    const service = await demo();
    const { baseUrl, apiKey } = service;
    const argument = { name: 'Acme', baseUrl, apiKey };
    for (const answers of [[], [prefilled], [prefilled, prefilled]] satisfies InputAnswer[][]) {
      const { connection, connections } = await connecting(answers, argument);
      expect([connection, connections.session, listed()]).toEqual([undefined, undefined, undefined]);
    }
    expect(withKey(service)).toEqual([]);
  });

  it('suggests the base URL and the name, and never uses a key [guarantee: connect-confirmed]', async () => {
    const service = await demo();
    const { baseUrl, apiKey } = service;
    const argument = { name: 'Acme', baseUrl, apiKey: 'key-of-the-caller' };
    const { asked, connection } = await connecting([prefilled, apiKey, prefilled, prefilled], argument);
    expect(asked.map(({ value }) => value)).toEqual([baseUrl, '', 'Acme', '']);
    expect(connection).toEqual({ name: 'Acme', baseUrl });
    expect(withKey(service).map(({ headers }) => headers['apikey'])).toEqual([apiKey]);
  });

  it.each([null, 7, 'text', [[]], { baseUrl: 7, name: {} }])(
    'ignores an invalid argument: %j',
    async (argument) => {
      const { asked } = await connecting([], argument);
      expect(asked.map(({ value }) => value)).toEqual(['']);
    },
  );
});

describe('an API key', () => {
  const forms: readonly (readonly [string, (key: string) => string])[] = [
    ['alone', (text) => text],
    ['inside of other text', (text) => `my ${text}!`],
    ['in other letter case', (text) => text.toUpperCase()],
    ['percent-encoded', encodeURIComponent],
  ];

  it.each(forms)(
    'that was just entered is rejected as a name: %s [guarantee: key-input]',
    async (_form, form) => {
      const { apiKey, baseUrl } = await demo({ apiKey: key });
      const { asked, connection } = await connecting([baseUrl, apiKey, form(key), 'Acme', '']);
      expect(asked[2]?.refusals).toEqual([expect.stringContaining('contains an API key')]);
      expect(connection?.name).toBe('Acme');
      expect(JSON.stringify(listed())).not.toContain(key);
    },
  );

  it.each([
    ...forms.map(
      ([name, form]) => [`in a path, ${name}`, (text: string) => `https://x.example/${form(text)}`] as const,
    ),
    ['in a host', (text: string) => `https://${text.replaceAll(/[^a-z]/g, '')}.example`] as const,
  ])('of another connection is rejected in a base URL: %s', async (_form, urlOf) => {
    const connections = connectionsOf();
    const stored = _form === 'in a host' ? key.replaceAll(/[^a-z]/g, '') : key;
    await connections.add({ name: 'Other', baseUrl: 'http://127.0.0.1:9' }, stored);
    const { asked } = await connecting([urlOf(key)], undefined, connections);
    expect(asked[0]?.refusals).toEqual([expect.stringContaining('contains an API key')]);
  });

  it('that cannot be read does not prevent connecting', async () => {
    const service = await demo();
    const kept = memory();
    const connections = connectionsOf(kept);
    await connections.add({ name: 'Other', baseUrl: 'http://127.0.0.1:9' }, 'key');
    vi.spyOn(kept.secrets, 'get').mockRejectedValue(new Error('locked'));
    const { baseUrl, apiKey } = service;
    expect((await connecting([baseUrl, apiKey, 'Acme', ''], undefined, connections)).connection?.name).toBe(
      'Acme',
    );
  });

  it('that is short is rejected alone, but not as part of a word', async () => {
    const { baseUrl } = await demo({ apiKey: 'me' });
    const { asked, connection } = await connecting([baseUrl, 'me', 'me', 'Acme', '']);
    expect(asked[2]?.refusals).toHaveLength(1);
    expect(connection?.name).toBe('Acme');
  });
});

describe('the page of projects that was read to check a key', () => {
  const query = '?limit=50';

  /** Connected `waitMs` after the trial of the key, with the model of the Projects view. */
  async function afterTrial(waitMs: number, prepare: () => unknown = () => undefined) {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const service = await demo();
    const kept = memory();
    const connections = connectionsOf(kept);
    const connection = { name: 'Acme', baseUrl: service.baseUrl };
    const triedAt = Date.now();
    const trial = await connections.tryKey(connection, service.apiKey, new AbortController().signal);
    service.clearRequests();
    vi.advanceTimersByTime(waitMs);
    await prepare();
    return { service, kept, connections, connection, trial, triedAt };
  }

  it('is shown once, with the time it was read', async () => {
    const { service, connections, connection, trial, triedAt } = await afterTrial(40_000);
    await connections.add(connection, service.apiKey, trial);
    const model = new ProjectsModel(new Inventory(connections.session ?? expect.fail()));
    const [row] = await model.rows.children();
    expect(row?.kind).toBe('project');
    expect(service.requests).toEqual([]);
    expect(row?.readAt).toBe(triedAt);
    model.inventory.dispose();
    await countProjects(connections);
    expect(service.requests).toHaveLength(1);
  });

  it('continues with the second page', async () => {
    const { service, connections, connection, trial } = await afterTrial(0);
    await connections.add(connection, service.apiKey, trial);
    const pages = await connections.session?.projects();
    const names = [];
    for (let page = 0; page < 2; page++) {
      const { value } = (await pages?.next()) ?? {};
      names.push(...(value?.items.map(({ metadata }) => metadata?.name) ?? []));
    }
    expect(new Set(names).size).toBe(100);
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]?.path).toContain('continue=');
  });

  const anHourBack = () => vi.setSystemTime(Date.now() - 3_600_000);
  const set = (name: string, value: unknown) => () => {
    writeSetting(name, value);
  };
  it.each<[string, number, () => unknown, string]>([
    ['after a minute', 60_000, () => undefined, query],
    ['after a minute, although the clock was set back', 60_000, anHourBack, query],
    ['with another page size', 0, set('poolview.pageSize', 20), '?limit=20'],
  ])('is not used %s', async (_when, waitMs, prepare, path) => {
    const { service, connections, connection, trial } = await afterTrial(waitMs, prepare);
    await connections.add(connection, service.apiKey, trial);
    await countProjects(connections);
    expect(service.requests.map((request) => request.path)).toEqual([`/v1/dashboard/projects${path}`]);
  });

  it('is not used for a filter', async () => {
    const { service, connections, connection, trial } = await afterTrial(0);
    await connections.add(connection, service.apiKey, trial);
    const pages = await connections.session?.projects({ name: 'pay' });
    await pages?.next();
    expect(service.requests[0]?.body).toContain('pay');
  });

  it('is not used for another service', async () => {
    const { service, kept, connections, connection, trial } = await afterTrial(0);
    const { baseUrl } = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"items":[]}');
    });
    await connections.add({ name: 'Other', baseUrl }, 'key');
    vi.spyOn(kept.globalState, 'update').mockRejectedValueOnce(new Error('full'));
    await expect(connections.add(connection, service.apiKey, trial)).rejects.toThrow('full');
    expect(await countProjects(connections)).toBe(0);
  });
});
