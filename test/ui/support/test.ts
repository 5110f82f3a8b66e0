import { expect, test as base } from '@playwright/test';
import { packagedExtension } from '../../../scripts/vscode/packaged';
import { quietSettings } from '../../../scripts/vscode/profile';
import { startServer, type VSCodeServer } from '../../../scripts/vscode/server';
import { webBuild } from '../../../scripts/vscode/webBuild';
import { Workbench } from './workbench';

interface TestFixtures {
  /** VS Code with the packaged extension and a clean profile. It is not open yet. */
  workbench: Workbench;
}

interface WorkerFixtures {
  /** The server that all tests share. */
  vscode: VSCodeServer;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  vscode: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
    async ({}, use) => {
      const extensions = [await packagedExtension()];
      const server = await startServer(await webBuild(), { settings: quietSettings, extensions });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  workbench: async ({ page, vscode }, use) => {
    await vscode.profile.resetUser(quietSettings);
    await use(new Workbench(page, vscode));
    await page.goto('about:blank');
    await expect.poll(() => vscode.endExtensionHosts()).toBe(0);
  },
});

export { expect };
