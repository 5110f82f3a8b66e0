import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ScriptedService } from '../../support/demo/service';
import {
  answer,
  ask,
  clusterSearchPath,
  errorBody,
  listPage,
  projectsPath,
  start,
  type Page,
} from './helper';

const refusal = { status: 400, body: errorBody('InvalidRequest') };

describe('listing projects in pages', () => {
  it.each([7, 50])('visits each project once, in order, %i at a time', async (limit) => {
    const service = await start();
    const visited: string[] = [];
    let token = '';
    do {
      const { items, listmeta } = await listPage(service, `limit=${limit}&continue=${token}`);
      visited.push(...items.map(({ metadata }) => metadata.uid));
      expect(listmeta).toMatchObject({ count: 128, limit: items.length, offset: visited.length });
      token = listmeta.continue;
    } while (token !== '');
    expect(visited).toEqual(service.fleet.projects.map(({ uid }) => uid));
  });

  it.each(['limit=51', 'limit=0', 'limit=ten', 'offset=-1', 'period=0', 'continue=AAAAMg'])(
    'rejects %s',
    async (query) => {
      expect(await answer(await start(), `${projectsPath}?${query}`)).toEqual(refusal);
    },
  );

  it('rejects the token of another list or service, or one that was changed', async () => {
    const [service, other] = [await start(), await start()];
    const token = (await listPage(service)).listmeta.continue;
    const path = `${projectsPath}?continue=${token}`;
    const search = { method: 'POST', body: { filter: { name: { contains: 'a', ignoreCase: true } } } };
    expect((await ask(service, path)).status).toBe(200);
    expect((await ask(service, path, search)).status).toBe(400);
    expect((await ask(other, path)).status).toBe(400);
    expect((await ask(service, `${path.slice(0, -3)}AAA`)).status).toBe(400);
  });
});

describe('searching', () => {
  const byName = (text: string) => ({ filter: { name: { contains: text, ignoreCase: true } } });

  /** The body of a search for clusters by name. */
  const clustersByName = (text: string, operator = 'contains') => {
    const match = { conjunction: 'or', values: [text] };
    const condition = { string: { operator, ignoreCase: true, match } };
    const filters = [{ property: 'clusterName', type: 'string', condition }];
    return { filter: { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters }] } };
  };

  const found = async (service: ScriptedService, path: string, body: unknown, query = '') =>
    ((await answer(service, `${path}${query}`, { method: 'POST', body })).body as Page).items.map(
      ({ metadata }) => metadata.name,
    );

  it('finds projects and clusters by a part of the name, in any case', async () => {
    const service = await start({ projects: 20 });
    expect(await found(service, projectsPath, byName('LEDG'))).toEqual(['ledger']);
    expect(await found(service, projectsPath, byName('決済'))).toEqual(['決済基盤']);
    expect(await found(service, clusterSearchPath, clustersByName('Ger-E'))).toEqual(['ledger-eu']);
    expect(await found(service, projectsPath, {})).toHaveLength(20);
  });

  it('sorts projects across pages', async () => {
    const service = await start({ projects: 30 });
    const body = { sort: [{ field: 'name', order: 'desc' }] };
    const names = await found(service, projectsPath, body, '?limit=20');
    const expected = service.fleet.projects.map(({ name }) => name).sort();
    expect(names).toEqual(expected.reverse().slice(0, 20));
    const byTime = { sort: [{ field: 'creationTimestamp', order: 'asc' }] };
    const first = [...service.fleet.projects].sort((one, other) => one.created - other.created)[0];
    expect((await found(service, projectsPath, byTime))[0]).toBe(first?.name);
  });

  it.each([
    [projectsPath, '{"filter":'],
    [projectsPath, []],
    [projectsPath, { filter: { name: { beginsWith: 'r' } } }],
    [projectsPath, { filter: { name: { contains: 'r', ignoreCase: false } } }],
    [projectsPath, { sort: [{ field: 'toString', order: 'asc' }] }],
    [projectsPath, { sort: [{ field: 'name', order: 'up' }] }],
    [clusterSearchPath, clustersByName('x', 'eq')],
    [clusterSearchPath, byName('x')],
  ])('refuses what it does not know: %s %j', async (path, body) => {
    expect(await answer(await start({ projects: 1 }), path, { method: 'POST', body })).toEqual(refusal);
  });
});

describe('what does not exist', () => {
  it('is not found', async () => {
    const service = await start();
    for (const path of [
      '/v1/spectroclusters/nonsense',
      '/v1/cloudconfigs/openstack/nonsense',
      '/v1/filters/tag/nonsense',
      '/v1/users/nonsense/roles',
      '/v1/cloudconfigs/cloudTypes/aws/nonsense',
      `/v1/events/components/spectrocluster/nonsense`,
    ]) {
      expect(await answer(service, path)).toEqual({ status: 404, body: errorBody('ResourceNotFound') });
    }
  });

  it('includes what belongs to another project than the one in the header', async () => {
    const service = await start();
    const [payments, ledger] = service.fleet.projects;
    const { uid, configUid } = service.fleet.pool('payments-eu', 'workers').cluster;
    const config = `/v1/cloudconfigs/openstack/${configUid}`;
    for (const path of [
      `/v1/spectroclusters/${uid}`,
      config,
      `${config}/machinePools/workers/machines`,
      `/v1/events/components/spectrocluster/${uid}`,
      `/v1/dashboard/spectroclusters/${uid}/overview`,
    ]) {
      const statusIn = async (ProjectUid = '') =>
        (await ask(service, path, { headers: { ProjectUid } })).status;
      expect([await statusIn(payments?.uid), await statusIn(ledger?.uid)]).toEqual([200, 404]);
    }
  });

  it('includes operations that a service is started without', async () => {
    const service = await start({ profile: 'current', without: ['searchClusters', 'listProjectsPost'] });
    const statusOf = async (method: string, path: string) => (await ask(service, path, { method })).status;
    expect(await statusOf('POST', clusterSearchPath)).toBe(404);
    // No method is offered at that path.
    expect([await statusOf('POST', projectsPath), await statusOf('GET', projectsPath)]).toEqual([404, 404]);
    expect(await statusOf('GET', `${projectsPath}/metadata`)).toBe(200);
  });
});

describe('a response', () => {
  it('is compressed for clients that accept gzip, with the same content', async () => {
    const service = await start();
    const receive = async (accepted: string) => {
      const headers = { ApiKey: service.apiKey, 'Accept-Encoding': accepted };
      const request = get(service.baseUrl + projectsPath, { headers, agent: false });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return { encoding: response.headers['content-encoding'], body: await buffer(response) };
    };
    const [plain, packed] = [await receive('br'), await receive('gzip, deflate')];
    expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  });
});
