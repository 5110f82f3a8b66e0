import { held } from '../support/demo/held';
import { moved, watchPlaces } from './support/places';
import { expect, openOverview, openReview, readReview, test } from './support/test';

// Rules of every page.

test.describe('a message of the extension changes nothing that was typed', () => {
  test('in a query of the overview', async ({ extension, fleet, service, page }) => {
    const { hold, release } = held();
    service.faults.add({ ...hold, operation: 'readClusterOverview', times: Infinity });
    await extension.run('openFleetOverview');
    await expect(fleet.rowCount).toContainText('38 of 280 clusters');
    await fleet.query.fill('en');
    await fleet.query.press('ArrowDown');
    await expect(fleet.suggestion('env:')).toHaveAttribute('aria-selected', 'true');
    release();
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await expect(fleet.query).toHaveValue('en');
    await expect(fleet.query).toBeFocused();
    await expect(fleet.suggestion('env:')).toHaveAttribute('aria-selected', 'true');
    // The caret is where it was.
    await fleet.query.press('Escape');
    await fleet.query.press('Home');
    const again = held();
    service.faults.add({ ...again.hold, operation: 'searchClusterMetadata' });
    await extension.run('refresh');
    await expect(fleet.button('Cancel')).toBeVisible();
    again.release();
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await page.keyboard.type('x');
    await expect(fleet.query).toHaveValue('xen');
  });

  test('in a query of the timeline', async ({ extension, fleet, service, page }) => {
    const { hold, release } = held();
    await openOverview(extension, fleet);
    service.faults.add({ ...hold, operation: 'listAudits', times: Infinity });
    await fleet.tab('Timeline').click();
    await expect(fleet.button('Cancel')).toBeVisible();
    await fleet.query.fill('upgra');
    await fleet.query.press('ArrowLeft');
    release();
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await expect(fleet.query).toBeFocused();
    await page.keyboard.type('d');
    await expect(fleet.query).toHaveValue('upgrda');
  });

  test('in a query and in a note of a review', async ({ extension, review, service, page }) => {
    const { hold, release } = held();
    await openReview(extension, review);
    service.faults.add({ ...hold, operation: 'listUserActivity', times: Infinity });
    await review.read.click();
    await expect(review.button('Cancel')).toBeVisible();
    await review.query.fill('Platform');
    await review.grants('Platform').first().click();
    await review.note.fill('not used');
    await review.note.press('Home');
    release();
    await review.waitUntilRead();
    await expect(review.note).toBeFocused();
    await page.keyboard.type('is ');
    await expect(review.note).toHaveValue('is not used');
    await expect(review.query).toHaveValue('Platform');
  });

  test('in a box of Who can…?', async ({ extension, review, service, page }) => {
    const { hold, release } = held();
    await readReview(extension, review);
    service.faults.add({ ...hold, times: Infinity });
    await review.button('Read Again…').click();
    await review.tab('Who can…?').click();
    await review.choose('Permission', 'cluster.delete');
    const box = page.getByRole('combobox', { name: 'Project' });
    await box.fill('pay');
    const option = page.getByRole('option', { name: 'payments', exact: true });
    await expect(option).toHaveAttribute('aria-selected', 'true');
    release();
    await review.waitUntilRead();
    await expect(box).toHaveValue('pay');
    await expect(box).toBeFocused();
    await expect(option).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('nothing above a table moves while data arrives', () => {
  test('in the overview', async ({ extension, fleet, service, page }) => {
    const { hold, release } = held();
    service.faults.add({ ...hold, operation: 'searchClusterMetadata' });
    await extension.run('openFleetOverview');
    await expect(fleet.query).toBeVisible();
    await watchPlaces(page);
    release();
    await expect(fleet.group('ClusterCreateFailed')).toBeVisible();
    await fleet.button('Read Machines of').click();
    await fleet.waitForMachines();
    await extension.panel.drawn();
    expect(await moved(page)).toEqual({});
  });

  test('in the capacity', async ({ extension, fleet, page }) => {
    await openOverview(extension, fleet);
    await fleet.tab('Capacity').click();
    await watchPlaces(page);
    await expect(fleet.table.getByRole('row').nth(1)).toContainText('cores');
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await extension.panel.drawn();
    expect(await moved(page)).toEqual({});
  });

  test('in the timeline', async ({ extension, fleet, service, page }) => {
    await openOverview(extension, fleet);
    const { hold, release } = held();
    service.faults.add({ ...hold, operation: 'listAudits', times: Infinity });
    await fleet.tab('Timeline').click();
    await expect(fleet.button('Cancel')).toBeVisible();
    await watchPlaces(page);
    release();
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await fleet.button('Load More').click();
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await extension.panel.drawn();
    expect(await moved(page)).toEqual({});
  });

  test('in a review and below a question', async ({ extension, review, page }) => {
    await openReview(extension, review);
    await watchPlaces(page);
    await review.read.click();
    await review.waitUntilRead();
    await extension.panel.drawn();
    expect(await moved(page)).toEqual({});
    await review.tab('Who can…?').click();
    await review.choose('Permission', 'cluster.delete');
    await review.choose('Project', 'payments');
    await expect(review.status(/can delete/)).toBeVisible();
    await watchPlaces(page);
    await review.button('Read Again…').click();
    await review.waitUntilRead();
    await extension.panel.drawn();
    expect(await moved(page)).toEqual({});
  });
});

test.describe('what a button names is what its message has', () => {
  test('for reading machines', async ({ extension, fleet, service }) => {
    await openOverview(extension, fleet);
    // With it comes how many pools each cluster has.
    await fleet.tab('Capacity').click();
    await expect(fleet.table.getByRole('row').nth(1)).toContainText('cores');
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await fleet.tab('Overview').click();
    for (const query of ['is:problem project:payments', 'is:problem']) {
      await fleet.query.fill(query);
      await extension.panel.taken();
      const text = (await fleet.button('Read Machines of').textContent()) ?? '';
      const [, count, requests] = /Read Machines of (\d+) clusters? \((\d+) requests\)/.exec(text) ?? [];
      service.clearRequests();
      await fleet.button('Read Machines of').click();
      await fleet.waitForMachines();
      const [message] = await extension.panel.taken();
      expect(message).toMatchObject({ type: 'readMachines', ids: { length: Number(count) } });
      const sent = service.requests.filter(({ operation }) => operation !== 'readClusterOverview');
      expect(sent).toHaveLength(Number(requests));
    }
  });

  test('for reading the rest of the fleet', async ({ extension, fleet, service, page }) => {
    await openOverview(extension, fleet);
    await extension.panel.taken();
    for (const [name, type] of [
      ['Check Certificates', 'checkCertificates'],
      ['Read Versions', 'readSearch'],
    ] as const) {
      await fleet.button('More Actions').click();
      const entry = page.locator('#menu').getByRole('button', { name });
      const [, requests] = /\((\d+)( requests)?\)/.exec((await entry.textContent()) ?? '') ?? [];
      service.clearRequests();
      await entry.click();
      expect(await extension.panel.taken()).toEqual([{ type }]);
      await expect.poll(() => service.requests.length).toBe(Number(requests));
      await expect(fleet.button('Cancel')).toHaveCount(0);
      expect(service.requests).toHaveLength(Number(requests));
    }
  });

  test('for copying', async ({ extension, fleet }) => {
    await openOverview(extension, fleet);
    await fleet.select('Group', 'Not grouped');
    await fleet.query.fill('project:payments');
    const rows = fleet.table.locator('.row');
    await expect(rows).toHaveCount(6);
    await extension.panel.taken();
    await fleet.button('Copy for Ticket').click();
    expect(await extension.panel.taken()).toMatchObject([
      { type: 'copy', form: 'ticket', ids: { length: 6 } },
    ]);
    await rows.nth(1).click();
    await rows.nth(2).click({ modifiers: ['Shift'] });
    await expect(fleet.coverage).toContainText('2 selected');
    await fleet.button('Copy for Ticket').click();
    expect(await extension.panel.taken()).toMatchObject([{ type: 'copy', ids: { length: 2 } }]);
  });

  test('for reading again what failed', async ({ extension, fleet, service, page }) => {
    service.faults.add({ kind: 'status', status: 500, operation: 'listPendingRepaves', times: Infinity });
    await openOverview(extension, fleet);
    await page.getByRole('button', { name: '1 problem' }).click();
    const problems = page.getByRole('group', { name: 'Problems' });
    await extension.panel.taken();
    service.faults.clear();
    service.clearRequests();
    await problems.getByRole('button', { name: /^Retry: .*approval/ }).click();
    expect(await extension.panel.taken()).toMatchObject([{ type: 'retry' }]);
    await expect(problems).toHaveCount(0);
    expect(service.requests.map(({ operation }) => operation)).toContain('listPendingRepaves');
  });

  test('for reading and deciding in a review', async ({ extension, review, service }) => {
    await openReview(extension, review);
    const [, requests] = /\((\d+) requests\)/.exec((await review.read.textContent()) ?? '') ?? [];
    service.clearRequests();
    await review.read.click();
    await review.waitUntilRead();
    // It is announced as about so many.
    expect(Math.abs(service.requests.length / Number(requests) - 1)).toBeLessThanOrEqual(0.1);
    for (const [index, count] of [1, 2].entries()) {
      await review.query.fill('kind:resource role:"Cluster Admin"');
      await review.table
        .getByRole('row')
        .nth(index + 1)
        .click();
      await extension.panel.taken();
      await review.selected.getByRole('button', { name: 'Remove' }).click();
      const [message] = await extension.panel.taken();
      expect(message).toMatchObject({ type: 'decide', ids: { length: 1 }, choice: 'remove' });
      await expect(review.button(`Remove ${count} Role`)).toBeEnabled();
    }
  });
});

test.describe('what is selected is what is shown', () => {
  test('a grant, with its note', async ({ extension, review, page }) => {
    await readReview(extension, review);
    await review.grants('Platform').first().click();
    await expect(review.selected).toContainText('Platform');
    await review.note.fill('of Platform');
    await review.note.press('Tab');
    await review.grants('Security').first().click();
    await expect(review.selected).toContainText('Security');
    await expect(review.selected).not.toContainText('Platform');
    await expect(review.note).toHaveValue('');
    await review.note.fill('of Security');
    // What was typed belongs to the grant that was selected then.
    await review.grants('Observability').first().click();
    await expect(review.note).toHaveValue('');
    for (const team of ['Security', 'Platform']) {
      await review.grants(team).first().click();
      await expect(review.note).toHaveValue(`of ${team}`);
    }
    await page.keyboard.press('ArrowDown');
    await expect(review.note).toHaveValue('');
  });

  test('a question, with its answer', async ({ extension, review, page }) => {
    await readReview(extension, review);
    await review.tab('Who can…?').click();
    await review.choose('Permission', 'cluster.delete');
    await review.choose('Project', 'payments');
    await expect(review.status(/clusters of payments\.$/)).toBeVisible();
    await review.choose('Project', 'ledger');
    await expect(review.status(/clusters of ledger\.$/)).toBeVisible();
    await expect(review.status(/payments/)).toHaveCount(0);
    await review.choose('Permission', 'cluster.get');
    await expect(review.status(/can get|can see|can read|can view/)).toBeVisible();
    expect(await page.getByRole('list', { name: 'Can' }).textContent()).not.toBe('');
  });

  test('a row of the fleet', async ({ extension, fleet }) => {
    await openOverview(extension, fleet);
    await fleet.select('Group', 'Not grouped');
    await fleet.query.fill('project:payments');
    for (const name of ['payments-uk', 'payments-eu', 'payments-us']) {
      await fleet.row(name).click();
      await expect(fleet.table.locator('[aria-selected=true]')).toContainText(name);
      await extension.panel.taken();
      await fleet.table.press('Enter');
      const [message] = await extension.panel.taken();
      expect(message).toMatchObject({ type: 'run', command: 'showDetails', ids: [expect.any(String)] });
      await fleet.button('Copy for Ticket').click();
      await expect.poll(() => extension.asked.copied.at(-1)).toContain(name);
    }
  });
});

test.describe('another tab keeps its query', () => {
  test('in the fleet overview', async ({ extension, fleet }) => {
    await openOverview(extension, fleet);
    const tabs = ['Overview', 'Capacity', 'Timeline'] as const;
    for (const tab of tabs) {
      await fleet.tab(tab).click();
      await expect(fleet.query).toHaveValue(tab === 'Overview' ? 'is:problem' : '');
      await fleet.query.fill(`env:test ${tab}`);
    }
    for (const tab of tabs) {
      await fleet.tab(tab).click();
      await expect(fleet.query).toHaveValue(`env:test ${tab}`);
    }
    await fleet.button('Clear Query').click();
    await fleet.tab('Overview').click();
    await expect(fleet.query).toHaveValue('env:test Overview');
    // VS Code unloads the page of a hidden tab.
    await extension.panel.showAgain();
    await expect(fleet.query).toHaveValue('env:test Overview');
    await fleet.tab('Timeline').click();
    await expect(fleet.query).toHaveValue('');
  });

  test('in a review', async ({ extension, review, page }) => {
    await readReview(extension, review);
    await review.query.fill('team:Platform');
    await review.tab('Who can…?').click();
    await expect(review.query).toHaveCount(0);
    await review.choose('Permission', 'cluster.delete');
    await review.tab('Grants').click();
    await expect(review.query).toHaveValue('team:Platform');
    await extension.panel.showAgain();
    await expect(review.query).toHaveValue('team:Platform');
    await review.tab('Who can…?').click();
    await expect(page.getByRole('combobox', { name: 'Permission' })).toHaveValue('cluster.delete');
  });
});

test.describe('one key sends one message', () => {
  test('in the overview', async ({ extension, fleet }) => {
    await openOverview(extension, fleet);
    await fleet.select('Group', 'Not grouped');
    await fleet.query.fill('payments-eu kind:cluster');
    await fleet.row('payments-eu').click();
    await expect(fleet.coverage).toContainText('1 selected');
    const ids = [expect.stringContaining('/cluster:')];
    const filter = expect.stringContaining('payments-eu kind:cluster');
    await extension.panel.taken();
    for (const [key, message] of [
      ['c', { type: 'copy', form: 'ticket', ids, filter }],
      ['ControlOrMeta+c', { type: 'copy', form: 'tabSeparated', ids, filter }],
      ['k', { type: 'run', command: 'markAsKnown', ids }],
      ['Enter', { type: 'run', command: 'showDetails', ids }],
      ['ControlOrMeta+Enter', { type: 'run', command: 'revealInProjects', ids }],
    ] as const) {
      await fleet.table.press(key);
      expect(await extension.panel.taken(), key).toEqual([message]);
    }
    // Last, because it leads to another tab.
    await fleet.table.press('t');
    await expect(fleet.tab('Timeline')).toHaveAttribute('aria-selected', 'true');
    const sent = await extension.panel.taken();
    expect(sent.filter(({ type }) => type === 'run')).toEqual([
      { type: 'run', command: 'showTimeline', ids },
    ]);
    expect(sent.filter(({ type }) => type === 'timeline')).toHaveLength(1);
  });

  test('in the timeline', async ({ extension, fleet }) => {
    await openOverview(extension, fleet);
    await fleet.tab('Timeline').click();
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await fleet.query.fill('data-platform-eu UpgradeStarted');
    const rows = fleet.entry('data-platform-eu', 'UpgradeStarted');
    await expect(rows).toHaveCount(2);
    await rows.first().locator('.c-who').click();
    await expect(fleet.coverage).toContainText('1 selected');
    const id = expect.any(String) as unknown;
    const ids = expect.arrayContaining([id]) as unknown;
    const item = [expect.stringContaining('Acme/')];
    await extension.panel.taken();
    for (const [key, message] of [
      ['c', { type: 'copyEntries', form: 'ticket', ids }],
      ['ControlOrMeta+c', { type: 'copyEntries', form: 'tabSeparated', ids }],
      ['Enter', { type: 'openEntry', id }],
      ['k', { type: 'run', command: 'markAsKnown', ids: item }],
      ['ControlOrMeta+Enter', { type: 'run', command: 'revealInProjects', ids: item }],
    ] as const) {
      await fleet.table.press(key);
      const sent = await extension.panel.taken();
      expect(sent, key).toMatchObject([message]);
    }
  });

  test('in a review', async ({ extension, review, page }) => {
    await readReview(extension, review);
    await review.query.fill('team:Platform role:"Cluster Admin"');
    await review.grants('Platform').first().click();
    const ids = [expect.any(String)];
    await extension.panel.taken();
    for (const [key, choice] of [
      ['k', 'keep'],
      ['r', 'remove'],
    ] as const) {
      await review.table.press(key);
      expect(await extension.panel.taken()).toEqual([{ type: 'decide', ids, choice }]);
    }
    for (const key of ['n', 'Enter']) {
      await review.table.press(key);
      await expect(review.note).toBeFocused();
      await page.keyboard.type(key);
      await page.keyboard.press('Tab');
      expect(await extension.panel.taken()).toEqual([{ type: 'decide', ids, note: key }]);
    }
  });
});
