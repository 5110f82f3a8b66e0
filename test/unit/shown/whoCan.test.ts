import { expect, it } from 'vitest';
import type { ScriptedOptions } from '../../support/demo/service';
import { FakePanel } from '../../support/fakePanel';
import { tabOf } from '../review/openedTab';
import { saving } from '../review/saving';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';
import { loadPage, openPage, type ShownPage } from '../support/shownPage';

/** The review of payments that was read, and the answer to who can delete clusters there. */
async function asked(options: Partial<ScriptedOptions> = {}) {
  const { tab, panels, ...opened } = await tabOf(options);
  await opened.inventory.store.load();
  const project = opened.inventory.rows.find((row) => row.kind === 'project');
  const open = (): void => void tab.open(project?.id);
  open();
  const [panel = expect.fail()] = panels;
  const page = await loadPage(panel, 'review');
  await page.click('Read');
  await eventually(() => {
    expect(page.buttons).toContain('Read Again…');
  });
  await page.click('Who can…?');
  await page.take('Permission', 'cluster.delete');
  return { ...opened, tab, panel, page, open, answer: await answerOf(page) };
}

function answerOf(page: ShownPage): Promise<string> {
  return eventually(() => page.texts('.answer [role=status]')[0] ?? expect.fail(page.text));
}

it('says of what is in no project that it is for the tenant', async () => {
  const { page } = await asked();
  await page.take('Project', 'for the tenant');
  await page.take('Permission', 'cluster.get');
  await eventually(async () => {
    expect(await answerOf(page)).toMatch(/ can use cluster\.get on the tenant\./);
  });
});

it('a saved list says what was not read, from which service and when it is', async () => {
  const saved = saving('who.csv');
  dialogs();
  const { page, service } = await asked();
  await page.click('Save as CSV…');
  const text = await eventually(() => saved.get('/who.csv') ?? expect.fail());
  const [titles, ...lines] = text.trim().split('\r\n');
  expect(titles).toContain('"Service","Connection","Read","Not read"');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(line).toContain(`"Test","${service.baseUrl}"`);
    expect(line).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    expect(line).toContain('Not read: own tenant, project, resource roles of ');
  }
});

it('a saved list has teams whose members are not known', async () => {
  const saved = saving('who.csv');
  dialogs();
  const { page, answer } = await asked({ without: ['listTeams'] });
  await page.click('Save as CSV…');
  const text = await eventually(() => saved.get('/who.csv') ?? expect.fail());
  const [able = ''] = /^.*?(?= can )/.exec(answer) ?? [];
  expect(text).toContain(`"members of ${able.split(/, | and /)[0] ?? ''}"`);
  expect(text).toContain('members of ');
});

it('answers again when the same review is opened again, and in a page that was opened again', async () => {
  const { tab, page, open, answer } = await asked();
  expect(answer).toMatch(/ can delete \d+ of \d+ clusters of payments/);
  open();
  await page.drawn();
  expect(await answerOf(page)).toBe(answer);
  // VS Code opens the tab again after the window was reloaded.
  const panel = new FakePanel();
  const kept = await eventually(() => {
    expect(page.kept.at(-1)).toMatchObject({ tab: 'whoCan' });
    return page.kept.at(-1) as { readonly focus: string };
  });
  const again = await openPage(
    'review',
    (message) => {
      panel.send(message);
    },
    kept,
  );
  const { webview } = panel;
  webview.postMessage = (message: ArrayBuffer) => {
    again.receiveBytes(new Uint8Array(message));
    return Promise.resolve(true);
  };
  tab.restore(panel, kept);
  panel.send({ type: 'ready' });
  await again.click('Read');
  await eventually(async () => {
    expect(await answerOf(again)).toBe(answer);
  });
});

it('finds one of 2,000 projects by a part of its name, which the page gets once', async () => {
  const { page, received, answer } = await asked({ projects: 2000, clustersPerProject: { exactly: 1 } });
  const all = await eventually(() => {
    const sent = received().flatMap((message) => (message.type === 'projects' ? message.changed : []));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2000);
    return sent;
  });
  // Each again when its cluster was read, and nothing of it with the grants.
  expect(all.length).toBeLessThan(3 * 2000);
  const others = received().filter(({ type }) => type === 'review');
  expect(Math.max(...others.map((message) => JSON.stringify(message).length))).toBeLessThan(20_000);

  const [last = expect.fail()] = all.map(({ name }) => name).slice(-1);
  const listed = await page.search('Project', '');
  expect([listed.length, page.text.includes('1,902 more: type a part of the name')]).toEqual([100, true]);
  expect((await page.search('Project', last.slice(1).toUpperCase())).length).toBeLessThan(100);
  await page.take('Project', last);
  expect([page.valueOf('Project'), page.texts('search-box [role=option]')]).toEqual([last, []]);
  await eventually(async () => {
    expect(await answerOf(page)).not.toBe(answer);
  });
  // The one that is called so is above all others whose names begin or go on like that.
  expect((await page.search('Project', 'payments'))[0]).toBe('payments');
});

it('takes what a box lists only if the user does', async () => {
  const { page, answer } = await asked();
  const list = await page.search('Permission', 'cluster.');
  expect(list[0]).toBe('cluster.delete delete');
  await page.press('ArrowDown', 'input[aria-label="Permission"]');
  await page.press('Escape', 'input[aria-label="Permission"]');
  expect([page.valueOf('Permission'), page.texts('search-box [role=option]')]).toEqual([
    'cluster.delete',
    [],
  ]);
  await page.type('Project', 'no such project');
  expect(page.text).toContain('No results');
  await page.press('Enter', 'input[aria-label="Project"]');
  await page.leaveBox('Project');
  expect([page.valueOf('Project'), await answerOf(page)]).toEqual(['payments', answer]);
  await page.take('Project', 'Choose a project');
  expect(page.text).toContain('Choose a permission and a project.');
});
