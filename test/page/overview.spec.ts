import { expect, openOverview, test } from './support/test';

const machine = 'payments-eu-workers-5';

test('it shows what needs attention, and how many others there are', async ({
  extension,
  fleet,
  service,
}) => {
  await openOverview(extension, fleet);
  await expect(fleet.query).toHaveValue('is:problem');
  await expect(fleet.rowCount).toContainText(/^\s*\d causes in 38 of 280 clusters/);
  await expect(fleet.coverage).toContainText('38 of 280 clusters · machines not read');
  await expect(fleet.group('ClusterCreateFailed')).toContainText(/9 clusters\s+\d\d:\d\d – \d\d:\d\d/);
  await expect(fleet.group('healthy of')).toHaveCount(0);
  await fleet.button('Clear Query').click();
  await expect(fleet.rowCount).toContainText('280 of 280');
  const operations = service.requests.map(({ operation }) => operation);
  expect(operations.filter((name) => name === 'searchClusterMetadata')).toHaveLength(1);
});

test('a tile filters the table, and filters no more when it is pressed again', async ({
  extension,
  fleet,
}) => {
  await openOverview(extension, fleet);
  await fleet.button('Clear Query').click();
  await expect(fleet.tile('Healthy')).toHaveText(/^\s*2\d\d\s*$/);
  await fleet.tile('Unhealthy').click();
  await expect(fleet.tile('Unhealthy')).toHaveAttribute('aria-pressed', 'true');
  await expect(fleet.query).toHaveValue('state:unhealthy');
  await expect(fleet.rowCount).toContainText('29 of 280');
  await fleet.choose('Unfold All');
  await expect(fleet.row('payments-eu')).toContainText('fluent-bit CrashLoopBackOff');
  await fleet.choose('Fold All');
  await expect(fleet.row('payments-eu')).toHaveCount(0);
  await fleet.button('Clear Query').click();
  await fleet.tile('waiting').click();
  await expect(fleet.row('ledger-us')).toContainText('waiting for approval');
  await expect(fleet.rowCount).toContainText('1 of 280');
  await fleet.tile('waiting').click();
  await expect(fleet.query).toHaveValue('');
  await expect(fleet.rowCount).toContainText('280 of 280');
  await fleet.tile('Failed').focus();
  for (const isPressed of ['true', 'false']) {
    await fleet.tile('Failed').press('Space');
    await expect(fleet.tile('Failed')).toHaveAttribute('aria-pressed', isPressed);
  }
});

test('each tile selects as many clusters as it names', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  await fleet.button('Clear Query').click();
  await fleet.select('Group', 'Not grouped');
  const tiles = page.getByRole('group', { name: 'Filter by state' }).getByRole('button');
  for (const name of ['failed', 'unhealthy', 'in transition', 'healthy']) {
    const tile = tiles
      .filter({ visible: true })
      .and(page.getByRole('button', { name: new RegExp(`\\d ${name}$`) }));
    const [count] = /\d+/.exec((await tile.getAttribute('aria-label')) ?? '') ?? [];
    await tile.click();
    await expect(fleet.rowCount).toHaveText(new RegExp(`^\\s*${count} of 280`));
    await tile.click();
    await expect(fleet.rowCount).toContainText('280 of 280');
  }
});

test('groups are by cause, project or tag, and are opened and closed', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  await fleet.button('Clear Query').click();
  await fleet.select('Group', 'Group: project');
  await fleet.query.fill('project:payments');
  await expect(fleet.group('payments')).toHaveText(/payments\s+1 unhealthy, 1 in transition of 6\s*$/);
  await fleet.query.fill('env:test tier:gold');
  await expect(fleet.rowCount).not.toContainText('280 of 280');
  // What a query does not select has not recovered, and what it selects is not new.
  await expect(fleet.table).not.toContainText('recovered');
  await expect(fleet.coverage).not.toContainText(/\d new/);
  await fleet.select('Group', 'Group: tag tier');
  await expect(fleet.group('tier:gold')).toBeVisible();
  await fleet.button('Clear Query').click();
  await expect(fleet.rowCount).toContainText('280 of 280');
  // A choice is found by typing its start.
  await page.getByRole('combobox', { name: 'Group' }).focus();
  await page.keyboard.type('Group: ca');
  await expect(fleet.group('tier:gold')).toHaveCount(0);
  const group = fleet.group('ClusterCreateFailed');
  await group.click();
  await expect(fleet.coverage).toContainText('9 selected');
  for (const [key, isOpen] of [
    ['ArrowLeft', false],
    ['Enter', true],
    ['Enter', false],
    ['ArrowRight', true],
    ['ArrowLeft', false],
  ] as const) {
    await page.keyboard.press(key);
    await expect(group).toHaveAttribute('aria-expanded', String(isOpen));
  }
  await group.locator('.fold').click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
});

test('a query is completed by the keyboard, and cleared by nothing but its button', async ({
  extension,
  fleet,
  page,
}) => {
  await openOverview(extension, fleet);
  await fleet.button('Clear Query').click();
  await expect(fleet.query).toBeFocused();
  await expect(fleet.query).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('en');
  await expect(fleet.suggestion('env:')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(fleet.suggestion('env:')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  // The values of a key follow at once.
  await expect(fleet.query).toHaveValue('env:');
  await expect(fleet.query).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.type('te');
  await expect(fleet.suggestion('test')).toHaveText(/^\s*test\s*$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(fleet.query).toHaveValue('env:test');
  await expect(fleet.query).toBeFocused();
  await expect(fleet.rowCount).not.toContainText('280 of 280');
  await page.keyboard.type(' sta');
  await expect(fleet.suggestion('state:')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fleet.query).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Escape');
  await expect(fleet.query).toHaveValue('env:test sta');
  await page.keyboard.type('te:bad');
  await expect(fleet.query).toHaveAttribute('aria-invalid', 'true');
  await expect(fleet.query).toHaveAccessibleDescription(/state: /);
  await fleet.query.fill('clo');
  await fleet.suggestion('cloud:').click();
  await expect(fleet.query).toHaveValue('cloud:');
  await fleet.leave();
  await expect(fleet.query).toHaveAttribute('aria-expanded', 'false');
  await fleet.button('Clear Query').click();
  await expect(fleet.query).toHaveValue('');
});

test('the query leads to the table, and the table to the query', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  await fleet.query.press('Enter');
  await expect(fleet.table).toBeFocused();
  await expect(fleet.table.locator('.row.active')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(fleet.query).toBeFocused();
  await fleet.leave();
  await page.keyboard.press('/');
  await expect(fleet.query).toBeFocused();
  // There, keys are text.
  await page.keyboard.press('End');
  await page.keyboard.type('/?');
  await expect(fleet.query).toHaveValue('is:problem/?');
  await fleet.tab('Overview').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(fleet.table).toBeFocused();
});

test('keys are listed', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  await expect(fleet.button('Copy for Ticket')).toHaveAttribute('title', 'Copy for Ticket (C)');
  await fleet.leave();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Mark as Known…');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});

test.describe('with machines', () => {
  test.beforeEach(async ({ extension, fleet }) => {
    await openOverview(extension, fleet);
    await fleet.button('Read Machines of').click();
    await fleet.waitForMachines();
  });

  test('one is found by its address, and copied', async ({ extension, fleet }) => {
    await fleet.query.fill(machine);
    await fleet.select('Group', 'Not grouped');
    await expect(fleet.row(machine)).toContainText('DiskPressure: kubelet has disk pressure');
    await fleet.toggleColumn('Address');
    const address = (await fleet.row(machine).locator('.c-addresses').textContent())?.trim() ?? '';
    expect(address).toMatch(/^\d+\.\d+\.\d+\.\d+/);
    await fleet.query.fill(address);
    await expect(fleet.rowCount).toContainText(/^\s*1 of /);
    await fleet.button('Copy for Ticket').click();
    await expect.poll(() => extension.asked.copied).toHaveLength(1);
    const [heading = '', ...lines] = extension.asked.copied[0]?.split('\n') ?? [];
    expect(heading).toMatch(/^### Acme · .* · 1 machine · [\d-]+ [\d:]+ UTC/);
    expect(heading).toContain(address);
    expect(lines.join('\n')).toMatch(/^- \*\*DiskPressure: .*\*\* · /m);
    expect(lines.join('\n')).toContain(address);
    expect(lines.join('\n')).toMatch(/\[Open\]\(\S+\/open\?connection=Acme&project=\S+&machine=\S+\)/);
  });

  test('they are shown without their clusters, and grouped by their cause', async ({ fleet }) => {
    await fleet.query.fill('payments-eu kind:machine');
    await fleet.choose('Unfold All');
    await expect(fleet.row(machine)).toBeVisible();
    await expect(fleet.row('payments-eu')).toHaveCount(0);
    await fleet.query.fill('is:problem prometheus');
    await fleet.choose('Unfold All');
    await expect(fleet.group('prometheus OOMKilled')).toHaveAttribute('aria-expanded', 'true');
    await fleet.choose('Fold All');
    await expect(fleet.group('prometheus OOMKilled')).toHaveAttribute('aria-expanded', 'false');
  });

  test('the keys for copying copy the selected rows as cells', async ({ extension, fleet }) => {
    const copied = () => extension.asked.copied.at(-1)?.trimEnd().split('\n') ?? [];
    await fleet.select('Group', 'Not grouped');
    await fleet.query.fill('payments-eu-workers-');
    await fleet.row(machine).click();
    await fleet.row('payments-eu-workers-4').click({ modifiers: ['ControlOrMeta'] });
    await fleet.table.press('ControlOrMeta+c');
    await expect.poll(copied).toHaveLength(3);
    expect(copied()[0]).toContain('Kind\tName\tSeverity');
    const names = copied().map((line) => line.split('\t')[1]);
    expect(names.toSorted()).toEqual(['Name', 'payments-eu-workers-4', machine]);
    const [rows] = /\d+/.exec((await fleet.rowCount.textContent()) ?? '') ?? [];
    await fleet.table.press('ControlOrMeta+a');
    await expect(fleet.coverage).toContainText(`${rows} selected`);
    await fleet.table.press('ControlOrMeta+c');
    await expect.poll(copied).toHaveLength(Number(rows) + 1);
    // The first Escape deselects them.
    await fleet.table.press('Escape');
    await expect(fleet.coverage).not.toContainText('selected');
    await expect(fleet.table).toBeFocused();
  });

  test('a row that was chosen stays where it is when others come above it', async ({
    extension,
    fleet,
    page,
    service,
  }) => {
    const { pool } = service.fleet.pool('payments-uk', 'workers');
    // A table that scrolls, sorted so that the new row is the first.
    await page.setViewportSize({ width: 1200, height: 260 });
    await fleet.select('Group', 'Not grouped');
    await fleet.query.fill('is:problem project:payments,ledger,identity,data-platform,atlas,chaos-lab');
    const name = fleet.table.getByRole('columnheader', { name: 'Name' });
    for (const order of ['ascending', 'descending']) {
      await name.getByRole('button').first().click();
      await expect(name).toHaveAttribute('aria-sort', order);
    }
    await fleet.row(machine).click();
    const top = async () => (await fleet.row(machine).boundingBox())?.y;
    const before = await top();
    expect(before).toBeGreaterThan(0);
    for (const isFailed of [true, false]) {
      if (isFailed) pool.situations.set(0, 'failed');
      else pool.situations.delete(0);
      await extension.run('refresh');
      await expect(fleet.row('payments-uk')).toHaveCount(isFailed ? 1 : 0);
      expect(await top()).toBe(before);
    }
  });
});

test('capacity says how full clusters are, and is read when its tab is selected', async ({
  extension,
  fleet,
  service,
}) => {
  await openOverview(extension, fleet);
  service.clearRequests();
  await fleet.tab('Capacity').click();
  await expect(fleet.rowCount).toContainText(/^\s*[1-9]/);
  await fleet.query.fill('cluster:payments-eu');
  await expect(fleet.row('payments-eu')).toContainText(/29.4 of 60 cores \(49%\)\s+72 of 120 GiB \(60%\)/);
  await expect(fleet.button('Cancel')).toHaveCount(0);
  expect(service.requests.map(({ operation }) => operation)).toEqual(Array(6).fill('searchClusters'));
});

test('columns are hidden and resized, by mouse and keyboard', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  await fleet.select('Group', 'Not grouped');
  const header = (name: string) => fleet.table.getByRole('columnheader', { name });
  await fleet.toggleColumn('Address');
  await expect(header('Address')).toBeVisible();
  await fleet.toggleColumn('Address');
  await expect(header('Address')).toHaveCount(0);
  const border = page.getByRole('separator', { name: 'Width of Name' });
  const width = async () => (await header('Name').boundingBox())?.width ?? 0;
  const before = await width();
  await border.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(before);
  const { x = 0, y = 0 } = (await border.boundingBox()) ?? {};
  await page.mouse.move(x + 4, y + 10);
  await page.mouse.down();
  await page.mouse.move(x - 96, y + 10);
  await page.mouse.up();
  await expect.poll(width).toBeLessThan(before - 20);
  await header('Name').getByRole('button').first().click();
  await expect(header('Name')).toHaveAttribute('aria-sort', /./);
});

test('certificates are checked in their column, and the cluster to look at is first', async ({
  extension,
  fleet,
}) => {
  await openOverview(extension, fleet);
  await extension.run('checkCertificates');
  await expect(fleet.table.getByRole('columnheader', { name: 'Certificate expires' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  const first = fleet.table.getByRole('row').nth(1);
  await expect(first).toContainText(/ledger-dr.*6 days/s);
  await expect(first.getByTitle('etcd-server expires in 6 days', { exact: true })).toBeVisible();
});
