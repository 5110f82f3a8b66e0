import { expect, it } from 'vitest';
import { saveQuery } from '../../../src/projects/savedQueries';
import { registered } from '../fleet/openedTab';
import { start } from '../fleet/support';
import { eventually } from '../support/eventually';
import { nextInputBox } from '../support/inputBox';
import { loadPage } from '../support/shownPage';
import { minute, openedTimeline } from './openedTimeline';

/** The fleet overview, with a query that the user typed. */
async function typed() {
  const { reader, model } = await start({ projects: 3 });
  const { feature, panels } = registered(reader);
  const run = (command: string, ...given: readonly unknown[]) => feature.commands?.[command]?.(...given);
  await run('openFleetOverview');
  const page = await loadPage(panels[0] ?? expect.fail(), 'fleet');
  await page.type('Query', 'env:prod state:failed');
  const shows = (query: string): Promise<void> =>
    eventually(() => {
      expect(page.valueOf('Query')).toBe(query);
    });
  return { run, page, shows, model, tab: await feature.tab() };
}

it('the timeline of an item shows all of it, and leaves the query of the overview as it was', async () => {
  const { run, page, shows } = await typed();
  await page.click('Timeline');
  await page.type('Query', 'upgraded');
  await run('openTimeline', { sources: ['audit'] });
  await shows('');
  await page.click('Overview');
  await shows('env:prod state:failed');
});

it('each tab has a query of its own', async () => {
  const { page, shows } = await typed();
  await page.click('Capacity');
  await shows('');
  await page.type('Query', 'cpu:>90%');
  await page.click('Overview');
  await shows('env:prod state:failed');
  await page.click('Capacity');
  await shows('cpu:>90%');
});

it.each([
  ['Capacity', 'cpu:>90%'],
  ['Timeline', 'upgraded'],
])(
  'a query that was saved in the tab %s is brought back there, and leaves the overview as it is',
  async (name, query) => {
    const { page, shows, tab } = await typed();
    await page.click(name);
    await page.type('Query', query);
    page.moveFocus();
    const saved = tab.shownView ?? expect.fail();
    await page.type('Query', 'other');
    await page.click('Overview');
    tab.showSaved(saved);
    await shows(query);
    expect(page.texts('[role=tab][aria-selected=true]')).toEqual([name]);
    await page.click('Overview');
    await shows('env:prod state:failed');
  },
);

it('an overview that shows everything is saved as that, and not as the query of the Projects view', async () => {
  const { page, tab, model } = await typed();
  await model.find('pay');
  await page.type('Query', '');
  page.moveFocus();
  const input = nextInputBox();
  const saving = saveQuery(model, tab);
  await eventually(() => {
    expect(input.prompt).toBe('Enter a name for: Show Everything · Fleet Overview');
  });
  input.hidden.fire();
  await saving;
});

it('of a query that an earlier version saved, only the line is shown', async () => {
  const { page, shows, tab } = await typed();
  const grouping = 'kubernetes';
  tab.showSaved({ query: 'kind:cluster', grouping, table: { hidden: ['cause'], isGrouped: false } });
  await shows('kind:cluster');
  await page.drawn();
  expect(page.texts('[role=columnheader]')).toContain('Cause');
  expect(page.texts('.group-row')).not.toEqual([]);
});

it('checking certificates leaves the query as it was', async () => {
  const { run, page } = await typed();
  await run('checkCertificates');
  expect(page.valueOf('Query')).toBe('env:prod state:failed');
});

it('entries that the query hides can be shown again, also if their source was not read to its end', async () => {
  const packs = [
    { name: 'cilium', version: '1.17', startTime: new Date(Date.now() - 5 * minute).toISOString() },
  ];
  const the = await openedTimeline({ clusters: { eu: [], us: [] }, overviews: { eu: { packs } } });
  await the.show('eu');
  await the.show(undefined, { sources: ['pack'] });
  expect(the.rows()).toHaveLength(1);
  await the.page.type('Query', 'no such text');
  expect(the.page.texts('.grid .empty')).toEqual(['No results Clear Filter']);
  expect(the.page.text).toContain('Packs: read of 1 of 2 clusters');
});
