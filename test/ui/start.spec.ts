import { expect, test } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromRoot } from '../../scripts/paths';

test('npm start opens a VS Code that shows the demo', async ({ page }) => {
  const command = ['--import', 'tsx', fromRoot('scripts/start.ts'), '--no-open'];
  const started = spawn(process.execPath, command, { cwd: fromRoot() });
  try {
    let url: string | undefined;
    for await (const line of createInterface(started.stdout)) {
      url = /^ *(http:.*)$/.exec(line)?.[1];
      if (url !== undefined) break;
    }
    if (url === undefined) throw new Error('npm start printed no URL.');
    await page.goto(url);
    await expect(
      page
        .getByRole('treeitem')
        .filter({ hasText: /^payments/ })
        .first(),
    ).toBeVisible();
  } finally {
    started.kill();
    if (started.exitCode === null) await once(started, 'exit');
  }
});
