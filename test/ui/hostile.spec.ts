import type { Locator } from '@playwright/test';
import { startScriptedService } from '../support/demo/service';
import { FleetPage } from './support/fleetPage';
import { answerConnect, enterConnection, expect, test } from './support/service';
import { titles } from './support/titles';

/** Text from the service that VS Code would render as something else, such as icons, links or HTML. */
// Row labels and their buttons are themselves anchor elements.
const notText = 'a:not(.label-name, .action-label), img, script, .codicon-trash, .codicon-bug';

async function expectText(where: Locator, text = 'command:workbench.action.terminal.new'): Promise<void> {
  await expect(where).toContainText(text);
  await expect(where.locator(notText)).toHaveCount(0);
}

test('text from the service is never rendered as markup in rows, hovers, quick picks, dialogs or messages [guarantee: plain-text]', async ({
  workbench,
  service: other,
}) => {
  const service = await startScriptedService({ hostile: true });
  const requested: string[] = [];
  workbench.page.on('request', (request) => requested.push(request.url()));
  try {
    const { page, quickInput, dialog } = workbench;
    const fleet = new FleetPage(page);
    await enterConnection(workbench, service, 'Hostile');
    await workbench.resizeSidebar(520);

    const rows = page.locator('.sidebar .monaco-list-rows').getByRole('treeitem');
    for (const [level, name] of ['payments', 'payments-eu', 'control-plane', 'payments-eu-cp-1'].entries()) {
      const row = rows
        .and(page.getByRole('treeitem', { name }))
        .and(page.locator(`[aria-level="${level + 1}"]`))
        .first();
      await expect(row).toBeVisible();
      await expect(row.locator('.monaco-icon-label').locator(notText)).toHaveCount(0);
      const hover = await workbench.hover(row);
      await expect(hover).toContainText('command:workbench.action.terminal.new');
      // The curves of its usage are images of Poolview.
      await expect(
        hover.locator('img:not([src^="data:image/svg+xml"]), script, .codicon-trash, .codicon-bug'),
      ).toHaveCount(0);
      await expect(
        hover.locator('a').filter({ hasNotText: /^(Show Details|Show Timeline|Copy Address)$/ }),
      ).toHaveCount(0);
      if (level === 3) {
        await hover.getByText('Show Details').click();
        await expect(page.locator('.editor-container .view-lines')).toContainText('10.0.0.11');
      }
      await workbench.leave();
      if (level < 3) await workbench.expand(row);
    }

    await rows.first().click();
    await workbench.runCommand('Poolview: Show Timeline');
    await expectText(fleet.panel);

    await workbench.runCommand(titles.removeRole);
    for (const name of ['Platform', 'Resource Cluster Admin']) {
      const item = quickInput.items.filter({ has: page.locator('.label-name', { hasText: name }) }).first();
      await expect(item).toBeVisible();
      await expect(item.locator(notText)).toHaveCount(0);
      await item.click();
    }
    await quickInput.accept();
    await expect(dialog).toBeVisible();
    // Long names are shortened here.
    await expectText(dialog.locator('.dialog-message-container'), '[x](command:workbench.action');
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    const message = workbench.notification('Removed "');
    await expectText(message.locator('.notification-list-item-message'));
    await workbench.screenshot('hostile-message-dark');

    await workbench.runCommand('Poolview: Open Fleet Overview');
    await expect(page.getByRole('tab', { name: 'Fleet: Hostile' })).toBeVisible();
    await fleet.button('Clear Query').click();
    await expect(fleet.table).toContainText('command:workbench.action.terminal.new');
    expect(requested.filter((url) => url.includes('evil.example'))).toEqual([]);

    await test.step('the overview follows the active connection', async () => {
      await workbench.runCommand('Poolview: Connect to a Service…');
      await answerConnect(workbench, other, 'Other');
      await expect(page.getByRole('tab', { name: 'Fleet: Other' })).toBeVisible();
      await expect(fleet.coverage).toContainText('machines not read');
      await expect(fleet.main).not.toContainText('evil.example');
      expect(other.requests.filter(({ operation }) => operation === 'searchClusterMetadata')).toHaveLength(1);

      for (const next of ['Fleet: Hostile', 'Fleet Overview']) {
        await workbench.runCommand('Poolview: Disconnect…');
        await dialog.getByRole('button', { name: 'Disconnect' }).click();
        await expect(page.getByRole('tab', { name: next })).toBeVisible();
      }
      await expect(fleet.button('Connect to a Service…')).toBeVisible();
    });
  } finally {
    await service.close();
  }
});
