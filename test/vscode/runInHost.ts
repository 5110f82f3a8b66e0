import type { Page } from '@playwright/test';
import { format } from 'node:util';
import { Problem } from '../../scripts/script';

/** In milliseconds, from opening the page to the end of the runner. */
const timeout = 1_800_000;

/**
 * Opens a VS Code that runs a module inside its extension host.
 * @param url as `testsUrl` gives it
 * @param log is called with each line of output of VS Code and the runner
 * @returns the exit code
 */
export async function runInHost(
  page: Page,
  url: string,
  log: (type: string, line: string) => void,
): Promise<number> {
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    log(type, format(...args));
  });
  return new Promise<number>((resolve, reject) => {
    setTimeout(() => {
      reject(
        new Problem(`The tests in the extension host did not finish within ${timeout / 60_000} minutes.`),
      );
    }, timeout).unref();
    page.once('crash', () => {
      reject(new Problem('The page that shows VS Code crashed.'));
    });
    void page.exposeFunction('codeAutomationExit', resolve).then(() => page.goto(url), reject);
  });
}
