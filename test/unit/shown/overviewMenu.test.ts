import { expect, it } from 'vitest';
import manifest from '../../../package.json';
import strings from '../../../package.nls.json';
import { header, item } from '../fleet/page/support';
import { openPage } from '../support/shownPage';

const { commands, menus } = manifest.contributes;
const texts: Readonly<Record<string, string>> = strings;

/** Whether a `when` clause without `||` holds. */
function holds(clause: string, context: Readonly<Record<string, unknown>>): boolean {
  return clause.split(' && ').every((part) => {
    const [, key = '', operator, wanted = ''] =
      /^!?([\w.]+)(?: (==|=~) (.*))?$/.exec(part) ?? expect.fail(part);
    const value = context[key];
    if (operator === '==') return String(value) === wanted;
    if (operator === '=~') return new RegExp(wanted.slice(1, -1)).test(String(value));
    return Boolean(value) !== part.startsWith('!');
  });
}

/** The titles in the menu of a row. */
function titlesFor(context: Readonly<Record<string, unknown>>): readonly string[] {
  return menus['webview/context'].flatMap(({ command, when }) => {
    const { title = '' } = commands.find((each) => each.command === command) ?? {};
    return holds(when, { ...context, webviewId: 'poolview.fleet' })
      ? (texts[title.slice(1, -1)] ?? title)
      : [];
  });
}

it('the menu of a row removes a favorite, and adds what is none', async () => {
  const page = await openPage('fleet', () => undefined);
  await page.receive({ type: 'showTab', tab: 'overview' });
  const changed = [item('project', 'p'), item('cluster', 'alpha', 'p'), item('cluster', 'beta', 'p')];
  const fleet = { type: 'fleet', isWhole: true, changed, removed: [] };
  const favorites = () =>
    ['alpha', 'beta'].map((name) =>
      titlesFor(page.contextOf(name)).filter((title) => title.includes('Favorites')),
    );
  await page.receive({ ...fleet, header: { ...header, favorites: ['alpha'] } });
  await page.type('Query', '');
  await page.choose('Group', 'Not grouped');
  expect(favorites()).toEqual([['Remove from Favorites'], ['Add to Favorites']]);
  await page.receive({ ...fleet, isWhole: false, changed: [], header });
  expect(favorites()).toEqual([['Add to Favorites'], ['Add to Favorites']]);
});
