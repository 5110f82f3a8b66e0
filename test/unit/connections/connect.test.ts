import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect, parseConnectRequest } from '../../../src/connections/connect';
import { ProjectsModel } from '../../../src/projects/model';
import { answerInputs, back, prefilled, type InputAnswer } from '../../support/inputBoxes';
import { memory } from '../../support/memory';
import { demo, serve } from '../support/service';
import { writeSetting } from '../support/vscode';
import { connectionsOf, countProjects, listed } from './support';

const key = 'a-key/of+the=user';

/** Runs the flow with these answers in its input boxes. */
async function connecting(answers: InputAnswer[], argument?: unknown, connections = connectionsOf()) {
  const { asked, restore } = answerInputs(...answers);
  onTestFinished(restore);
  const connection = await connect(connections, parseConnectRequest(argument));
  return { asked, connection, connections };
}

describe('connecting', () => {
  it.each([
    ['one request where the service has the current listing', [], ['POST']],
    ['two where it has only the older one', ['listProjectsPost' as const], ['POST', 'GET']],
  ])('takes %s, and none for the view', async (_name, without, methods) => {
    const service = await demo({ without });
    const { connections } = await connecting([service.baseUrl, service.apiKey, 'Acme']);
    expect(await countProjects(connections)).toBe(50);
    expect(service.requests.map(({ method }) => method)).toEqual(methods);
  });

  it('forgets the key that was entered for another address', async () => {
    const [one, other] = [await demo(), await demo()];
    const first = [one.baseUrl, one.apiKey, back, back] satisfies InputAnswer[];
    const { asked } = await connecting([...first, other.baseUrl, prefilled]);
    expect(asked.at(-1)).toMatchObject({ value: '', refusals: ['Enter the API key'] });
    expect(other.requests).toEqual([]);
  });

  it('goes back a step, and tries the key again for another address', async () => {
    const service = await demo();
    const { asked, connection } = await connecting([
      'http://127.0.0.1:9',
      service.apiKey,
      back,
      service.baseUrl,
      service.apiKey,
      prefilled,
    ]);
    expect(connection).toEqual({ name: new URL(service.baseUrl).host, baseUrl: service.baseUrl });
    // The key that was entered for the other address is not offered to this one.
    expect(asked.filter(({ isPassword }) => isPassword).map(({ value }) => value)).toEqual(['', '']);
    expect(asked[1]?.refusals).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });
});

describe('connecting with arguments, which any extension, task or link can pass', () => {
  it('stores and sends nothing unless the user confirms each value', async () => {
    const service = await demo();
    const { baseUrl, apiKey } = service;
    const argument = { name: 'Acme', baseUrl, apiKey };
    for (const answers of [[], [prefilled], [prefilled, prefilled]] satisfies InputAnswer[][]) {
      const { connection, connections } = await connecting(answers, argument);
      expect([connection, connections.session, listed()]).toEqual([undefined, undefined, undefined]);
    }
    expect(service.requests).toEqual([]);
  });

  it('suggests the base URL and the name, and never uses a key', async () => {
    const service = await demo();
    const { baseUrl, apiKey } = service;
    const argument = { name: 'Acme', baseUrl, apiKey: 'key-of-the-caller' };
    const { asked, connection } = await connecting([prefilled, apiKey, prefilled], argument);
    expect(asked.map(({ value }) => value)).toEqual([baseUrl, '', 'Acme']);
    expect(connection).toEqual({ name: 'Acme', baseUrl });
    expect(service.requests.map(({ headers }) => headers['apikey'])).toEqual([apiKey]);
  });

  it('sends no key of the caller to an address that the user corrects', async () => {
    const service = await demo();
    const argument = { name: 'Acme', baseUrl: 'http://127.0.0.1:9', apiKey: service.apiKey };
    const { asked } = await connecting([service.baseUrl, prefilled], argument);
    expect(asked[1]).toMatchObject({ value: '', refusals: ['Enter the API key'] });
    expect(service.requests).toEqual([]);
  });

  it.each([null, 7, 'text', [[]], { baseUrl: 7, name: {} }])(
    'suggests nothing where they make no sense: %j',
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

  it.each(forms)('that was just entered is refused as a name: %s', async (_form, form) => {
    const { apiKey, baseUrl } = await demo({ apiKey: key });
    const { asked, connection } = await connecting([baseUrl, apiKey, form(key), 'Acme']);
    expect(asked[2]?.refusals).toEqual([expect.stringContaining('contains an API key')]);
    expect(connection?.name).toBe('Acme');
    expect(JSON.stringify(listed())).not.toContain(key);
  });

  it.each([
    ...forms.map(
      ([name, form]) => [`in a path, ${name}`, (text: string) => `https://x.example/${form(text)}`] as const,
    ),
    ['in a host', (text: string) => `https://${text.replaceAll(/[^a-z]/g, '')}.example`] as const,
  ])('of another connection is refused in a base URL: %s', async (_form, urlOf) => {
    const connections = connectionsOf();
    const stored = _form === 'in a host' ? key.replaceAll(/[^a-z]/g, '') : key;
    await connections.add({ name: 'Other', baseUrl: 'http://127.0.0.1:9' }, stored);
    const { asked } = await connecting([urlOf(key)], undefined, connections);
    expect(asked[0]?.refusals).toEqual([expect.stringContaining('contains an API key')]);
  });

  it('that cannot be read keeps nobody from connecting', async () => {
    const service = await demo();
    const kept = memory();
    const connections = connectionsOf(kept);
    await connections.add({ name: 'Other', baseUrl: 'http://127.0.0.1:9' }, 'key');
    vi.spyOn(kept.secrets, 'get').mockRejectedValue(new Error('locked'));
    const { baseUrl, apiKey } = service;
    expect((await connecting([baseUrl, apiKey, 'Acme'], undefined, connections)).connection?.name).toBe(
      'Acme',
    );
  });

  it('of a few characters is refused alone, and not as a part of a word', async () => {
    const { baseUrl } = await demo({ apiKey: 'me' });
    const { asked, connection } = await connecting([baseUrl, 'me', 'me', 'Acme']);
    expect(asked[2]?.refusals).toHaveLength(1);
    expect(connection?.name).toBe('Acme');
  });
});

describe('the page that a key was tried with', () => {
  const query = '?limit=50';

  /** Connected `waitMs` after the trial of the key, with the model of the Projects view. */
  async function afterTrial(waitMs: number, prepare: () => unknown = () => undefined) {
    vi.useFakeTimers({ toFake: ['Date'] });
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
    vi.setSystemTime(triedAt + waitMs);
    await prepare();
    return { service, kept, connections, connection, trial, triedAt };
  }

  it('is shown with the time at which it was read', async () => {
    const { service, connections, connection, trial, triedAt } = await afterTrial(40_000);
    await connections.add(connection, service.apiKey, trial);
    const model = new ProjectsModel(connections.session ?? expect.fail());
    const [row] = await model.store.children();
    expect(row?.kind).toBe('project');
    expect(service.requests).toEqual([]);
    expect(row?.readAt).toBe(triedAt);
    model.dispose();
  });

  it('goes on with the second page', async () => {
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

  it('is used once', async () => {
    const { service, connections, connection, trial } = await afterTrial(0);
    await connections.add(connection, service.apiKey, trial);
    await countProjects(connections);
    await countProjects(connections);
    expect(service.requests).toHaveLength(1);
  });

  it.each<[string, number, () => unknown, string]>([
    ['after a minute', 60_000, () => undefined, query],
    [
      'with another page size',
      0,
      () => {
        writeSetting('poolview.pageSize', 20);
      },
      '?limit=20',
    ],
    [
      'with the other listing',
      0,
      () => {
        writeSetting('poolview.projectListing', 'get');
      },
      query,
    ],
  ])('is not used %s', async (_when, waitMs, prepare, path) => {
    const { service, connections, connection, trial } = await afterTrial(waitMs, prepare);
    await connections.add(connection, service.apiKey, trial);
    await countProjects(connections);
    expect(service.requests.map((request) => request.path)).toEqual([`/v1/dashboard/projects${path}`]);
  });

  it('is not used where the view shows a filter', async () => {
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
