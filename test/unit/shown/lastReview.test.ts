import { expect, it } from 'vitest';
import { tabOf } from '../review/openedTab';
import { saving } from '../review/saving';
import { eventually } from '../support/eventually';
import { loadPage } from '../support/shownPage';

it('the review after the last one says what was added, and shows what is gone if the query asks for it', async () => {
  const { tab, panels, service } = await tabOf();
  const saved = saving('review.json');
  tab.show({});
  const [panel = expect.fail()] = panels;
  const page = await loadPage(panel, 'review');
  const read = async (button: string): Promise<void> => {
    await page.click(button);
    await eventually(() => {
      expect(page.buttons).toContain('Read Again…');
    });
  };
  const finish = async (): Promise<void> => {
    await page.click('Finish Review…');
    await eventually(() => {
      expect(page.buttons).not.toContain('Read Again…');
    });
  };
  await read('Read');
  expect(page.text).not.toContain('since the last review');
  const all = page.rows.length;
  await finish();
  const [changed, gone] = service.fleet.directory.teams;
  const [role] = changed?.resourceRoles ?? [];
  if (role === undefined || gone === undefined) throw new Error('No role');
  changed?.resourceRoles.splice(0, 1, { ...role, uid: 'new' });
  service.fleet.removeTeam(gone);
  await read('Go On');
  const since = (what: string) => page.rows.filter((row) => row.includes(`${what} since the last review`));
  expect([since('Added').length, since('Gone').length]).toEqual([1, 0]);
  const left = page.rows.length;
  expect(page.text).toContain(`${all - left + 1} gone since the last review`);
  await page.type('Query', 'change:gone');
  expect(since('Gone')).toHaveLength(all - left + 1);
  expect(since('Gone').filter((row) => !row.includes(gone.name))).toHaveLength(1);
  expect(page.rows).toHaveLength(since('Gone').length);
  await finish();
  const { grants } = JSON.parse(saved.get('/review.json') ?? '') as { readonly grants: readonly unknown[] };
  expect(grants).toHaveLength(left);
});
