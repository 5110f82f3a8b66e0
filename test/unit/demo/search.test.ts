import { describe, expect, it } from 'vitest';
import type { ScriptedService } from '../../support/demo/service';
import { answer, errorBody, projectsPath, start, type Page } from './helper';

async function search(service: ScriptedService, body: unknown, query = ''): Promise<Page> {
  return (await answer(service, `${projectsPath}?${query}`, { method: 'POST', body })).body as Page;
}

const names = ({ items }: Page) => items.map(({ metadata }) => metadata.name);

describe('searching projects', () => {
  it('returns the plain listing without a filter', async () => {
    const service = await start();
    const plain = (await answer(service, projectsPath)).body as Page;
    for (const body of ['', {}, { filter: null, sort: null }]) {
      expect((await search(service, body)).items).toEqual(plain.items);
    }
  });

  it.each([
    ['contains, in any case', { contains: 'LEDG' }, ['ledger']],
    ['contains, in this case only', { contains: 'LEDG', ignoreCase: false }, []],
    ['beginsWith', { beginsWith: 'led' }, ['ledger']],
    ['eq', { eq: 'Ledger' }, ['ledger']],
    ['eq, in this case only', { eq: 'Ledger', ignoreCase: false }, []],
    ['several at once', { beginsWith: 'pay', contains: 'ments', ne: 'ledger' }, ['payments']],
    ['other scripts', { contains: '決済' }, ['決済基盤']],
  ])('filters by name: %s', async (_, name, expected) => {
    const service = await start({ projects: 20 });
    expect(names(await search(service, { filter: { name } }))).toEqual(expected);
  });

  it('excludes names', async () => {
    const service = await start({ projects: 3 });
    expect(names(await search(service, { filter: { name: { ne: 'LEDGER' } } }))).toEqual([
      'payments',
      'atlas',
    ]);
  });

  it('sorts across pages', async () => {
    const service = await start({ projects: 30 });
    const body = { sort: [{ field: 'name', order: 'desc' }] };
    const first = await search(service, body, 'limit=20');
    const last = await search(service, body, `limit=20&continue=${first.listmeta.continue}`);
    const expected = service.fleet.projects.map(({ name }) => name).sort();
    expect([...names(first), ...names(last)]).toEqual(expected.reverse());
  });

  it('sorts by time', async () => {
    const { items } = await search(await start(), { sort: [{ field: 'creationTimestamp' }] });
    const times = items.map(({ metadata }) => metadata.creationTimestamp);
    expect(times).toEqual([...times].sort());
  });

  it.each([
    ['broken JSON', '{"filter":'],
    ['a list', []],
    ['a number', 7],
    ['a filter that is no object', { filter: 'ledger' }],
    ['a name that is no object', { filter: { name: ['ledger'] } }],
    ['an unknown way to filter', { filter: { name: { endsWith: 'r' } } }],
    ['a name from the prototype', { filter: { name: { constructor: 'r', toString: 'x' } } }],
    ['a text that is no text', { filter: { name: { eq: 7 } } }],
    ['ignoreCase that is neither true nor false', { filter: { name: { ignoreCase: 'yes' } } }],
    ['a sort that is no list', { sort: 'name' }],
    ['a field that cannot be sorted by', { sort: [{ field: { toString: 1 } }] }],
    ['an order that is none', { sort: [{ field: 'name', order: 'up' }] }],
  ])('rejects %s', async (_, body) => {
    const service = await start();
    expect(await answer(service, projectsPath, { method: 'POST', body })).toEqual({
      status: 400,
      body: errorBody('InvalidRequest'),
    });
  });
});
