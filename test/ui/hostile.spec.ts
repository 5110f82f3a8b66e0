import type { Locator } from '@playwright/test';
import { startScriptedService } from '../support/demo/service';
import { enterConnection, expect, test } from './support/service';

/** Text from the service that VS Code would render as something else, such as icons, links or HTML. */
// Row labels are themselves anchor elements.
const notText = 'a:not(.label-name), img, script, .codicon-trash, .codicon-bug';

async function expectText(where: Locator, text = 'command:workbench.action.terminal.new'): Promise<void> {
  await expect(where).toContainText(text);
  await expect(where.locator(notText)).toHaveCount(0);
}

test('text from the service is never rendered as markup in rows, hovers, quick picks, dialogs or messages', async ({
  workbench,
}) => {
  const service = await startScriptedService({ hostile: true });
  const requested: string[] = [];
  workbench.page.on('request', (request) => requested.push(request.url()));
  try {
    const { page, quickInput, dialog } = workbench;
    await enterConnection(workbench, service, 'Hostile');
    await workbench.resizeSidebar(520);

    const rows = page.locator('.sidebar .monaco-list-rows').getByRole('treeitem');
    for (const [level, name] of ['payments', 'payments-eu', 'control-plane', 'payments-eu-cp-1'].entries()) {
      const row = rows
        .filter({ hasText: name })
        .and(page.locator(`[aria-level="${level + 1}"]`))
        .first();
      await expect(row).toBeVisible();
      await expect(row.locator('.monaco-icon-label').locator(notText)).toHaveCount(0);
      await expectText(await workbench.hover(row));
      await workbench.screenshot(`hostile-${name}-dark`);
      await workbench.leave();
      if (level < 3) await workbench.expand(row);
    }

    await workbench.runCommand('Poolview: Remove Team Resource Role…');
    for (const name of ['Platform', 'Resource Cluster Admin']) {
      const item = quickInput.items.filter({ has: page.locator('.label-name', { hasText: name }) }).first();
      await expect(item).toBeVisible();
      await expect(item.locator(notText)).toHaveCount(0);
      await workbench.screenshot(`hostile-pick-${name.toLowerCase().replace(' ', '-')}-dark`);
      await item.click();
    }
    await quickInput.accept();
    await expect(dialog).toBeVisible();
    // Long names are shortened here.
    await expectText(dialog.locator('.dialog-message-container'), '[x](command:workbench.action');
    await workbench.screenshot('hostile-question-dark');
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    const message = workbench.notification('Removed "');
    await expectText(message.locator('.notification-list-item-message'));
    await workbench.screenshot('hostile-message-dark');

    expect(requested.filter((url) => url.includes('evil.example'))).toEqual([]);
  } finally {
    await service.close();
  }
});
