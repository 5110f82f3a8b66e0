import { expect, test } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromRoot } from '../../scripts/paths';

test('npm start prints its steps and the URL of a VS Code that shows the demo and its fleet overview', async ({
  page,
}) => {
  const command = ['--import', 'tsx', fromRoot('scripts/start.ts'), '--no-open'];
  const started = spawn(process.execPath, command, { cwd: fromRoot() });
  try {
    const lines: string[] = [];
    for await (const line of createInterface(started.stdout)) {
      lines.push(line);
      if (line.startsWith('http:')) break;
    }
    expect(lines.slice(-4)).toEqual([
      expect.stringMatching(/^Starting VS Code 1\..*…$/),
      expect.stringContaining('shows the demo'),
      expect.stringContaining('Ctrl+C'),
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
    ]);
    await page.goto(lines.at(-1) ?? '');
    await expect(
      page
        .getByRole('treeitem')
        .filter({ hasText: /^payments/ })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Fleet/ })).toBeVisible();
  } finally {
    started.kill();
    if (started.exitCode === null) await once(started, 'exit');
  }
});
