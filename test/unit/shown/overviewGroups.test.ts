import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Item } from '../../../src/items/item';
import { header, item } from '../fleet/page/support';
import { openPage, type ShownPage } from '../support/shownPage';

const k8s = (version: string): Partial<Item> => ({ packs: [{ layer: 'k8s', name: 'kubernetes', version }] });

/** Two projects: in one, most is well. */
const items: readonly Item[] = [
  item('project', 'shop'),
  item('cluster', 'a', 'shop', {
    ...{
      state: 'failed',
      cause: 'No valid host was found',
      cloudType: 'aws',
      region: 'eu',
      tags: ['env:prod'],
    },
    ...k8s('1.33.1'),
  }),
  item('cluster', 'b', 'shop', {
    ...{ state: 'unhealthy', cause: 'DiskPressure', cloudType: 'aws', tags: ['env:test'] },
    ...k8s('1.9.4'),
  }),
  item('cluster', 'c', 'shop', { cloudType: 'azure', tags: [], ...k8s('1.33.2') }),
  item('project', 'bank'),
  item('cluster', 'd', 'bank', { state: 'unhealthy', cause: 'DiskPressure', cloudType: 'aws', region: 'us' }),
];

async function opened(kept?: object) {
  const sent: { readonly type: string; readonly ids?: readonly string[] }[] = [];
  const page = await openPage('fleet', (message) => sent.push(message as (typeof sent)[number]), kept);
  await page.receive({ type: 'showTab', tab: 'overview' });
  await page.receive({ type: 'fleet', header, isWhole: true, changed: items, removed: [] });
  await page.type('Query', '');
  return { page, sent };
}

const headings = (page: ShownPage): readonly string[] => page.texts('.group-row');

describe('the rows of the overview are in groups', () => {
  it.each([
    // A group of one is a row.
    ['Group: cause', ['DiskPressure 2 clusters']],
    ['Group: project', ['shop 1 failed, 1 unhealthy of 3', 'bank 1 unhealthy']],
    ['Group: cloud', ['aws 1 failed, 2 unhealthy of 3', 'azure 1 healthy']],
    ['Group: region', ['eu 1 failed', 'us 1 unhealthy', 'Unknown region 1 unhealthy of 2']],
    ['Group: Kubernetes version', ['1.9 1 unhealthy', '1.33 1 failed of 2', 'Version not read 1 unhealthy']],
    [
      'Group: tag env',
      ['env:prod 1 failed', 'env:test 1 unhealthy', 'No tag env 1 healthy', 'Tags not read 1 unhealthy'],
    ],
    ['Not grouped', []],
  ])('%s', async (choice, expected) => {
    const { page } = await opened();
    await page.choose('Group', choice);
    await page.clickIfThere('Unfold All');
    expect(headings(page)).toEqual(expected);
    expect(page.rows).toHaveLength(4);
  });

  it('by cause, until the user chooses another, also with what an earlier version kept', async () => {
    const { page } = await opened();
    const last = (page.kept.at(-1) ?? {}) as Readonly<Record<string, object>>;
    const { group: _group, ...others } = last;
    const earlier = { ...others, grouping: 'cloud', table: { ...last['table'], isGrouped: false } };
    const { page: again } = await opened(earlier);
    for (const each of [page, again]) expect(headings(each)).toEqual(['DiskPressure 2 clusters']);
  });

  it('of what the query selects, with the same numbers', async () => {
    const { page } = await opened();
    await page.choose('Group', 'Group: project');
    await page.type('Query', 'is:problem');
    expect(headings(page)).toEqual(['shop 1 failed, 1 unhealthy of 2', 'bank 1 unhealthy']);
  });

  it('that are opened and closed by a click, and copied for a ticket as a whole', async () => {
    const { page, sent } = await opened();
    await page.choose('Group', 'Group: project');
    await page.clickOn('.fold');
    expect(page.rows).toHaveLength(1);
    await page.press('Home');
    await page.press('c');
    expect(sent.filter(({ type }) => type === 'copy')).toMatchObject([
      { form: 'ticket', ids: ['a', 'b', 'c'] },
    ]);
  });

  it('by no state alone: the colors are hidden from screen readers, which hear the words', async () => {
    const { page } = await opened();
    await page.choose('Group', 'Group: project');
    expect(page.texts('.states')).toEqual(['', '']);
    expect(page.texts('.states[aria-hidden=true] > span')).toHaveLength(3 + 1);
  });
});

it('checking certificates shows all clusters, the first to expire at the start, and no groups', async () => {
  const { page } = await opened();
  await page.receive({ type: 'showCertificates' });
  expect(headings(page)).toEqual([]);
  expect(page.texts('[aria-sort=ascending]')).toEqual([expect.stringContaining('Certificate')]);
});

describe('while the user looks at the causes', () => {
  const fleet = (changed: readonly Item[]) => ({
    type: 'fleet',
    header,
    isWhole: false,
    changed,
    removed: [],
  });
  const recovered = item('cluster', 'a', 'shop', { cloudType: 'aws' });
  const fallen = item('cluster', 'c', 'shop', { state: 'failed', cause: 'Quota exceeded' });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    return () => vi.useRealTimers();
  });

  /** The first cluster recovers, and another one fails, while the pointer is over the page. */
  async function changedBelowThePointer() {
    const { page } = await opened();
    await page.type('Query', 'is:problem');
    page.movePointer();
    await page.drawn();
    await page.receive(fleet([recovered, fallen]));
    return page;
  }

  it('what recovers stays in its place and says so, and what is new comes last', async () => {
    const page = await changedBelowThePointer();
    expect(headings(page)).toEqual([
      'No valid host was found a 1 recovered',
      'DiskPressure 2 clusters',
      'Quota exceeded c new',
    ]);
    expect(page.texts('.status')).toEqual([expect.stringContaining('1 new')]);
  });

  it.each<[string, (page: ShownPage) => unknown]>([
    ['a key', (page) => page.press('Home')],
    ['a click', (page) => page.click('DiskPressure')],
    ['30 seconds without the pointer', () => vi.advanceTimersByTimeAsync(31_000)],
  ])('until %s', async (_, look) => {
    const page = await changedBelowThePointer();
    await look(page);
    await page.drawn();
    expect(headings(page)).toEqual(['Quota exceeded c', 'DiskPressure 2 clusters']);
    expect(page.text).not.toContain('1 new');
  });
});
