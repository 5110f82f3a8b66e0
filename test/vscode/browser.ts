import { chromium } from '@playwright/test';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Problem } from './script';

/** Told to Chromium: nothing of it is to be seen or heard but the page, and it must run without a GPU. */
export const chromiumArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox',
];

/**
 * The Chromium to show VS Code in: the one that POOLVIEW_CHROMIUM names, or Playwright's, or an installed one.
 * @throws {Problem} when there is none
 */
export function findChromium(): string {
  const named = process.env['POOLVIEW_CHROMIUM'];
  if (named !== undefined) {
    if (!existsSync(named)) {
      throw new Problem(`There is no ${named}, which POOLVIEW_CHROMIUM names.`);
    }
    return named;
  }
  const found = [chromium.executablePath(), ...onPath(), ...usualPlaces()].find((file) => existsSync(file));
  if (found === undefined) {
    const debian = process.platform === 'linux' ? ' or `apt-get install chromium`' : '';
    throw new Problem(
      `No Chromium or Chrome was found: run \`npx playwright install chromium\`${debian}, or set POOLVIEW_CHROMIUM to one.`,
    );
  }
  return found;
}

function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

function usualPlaces(): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case 'win32':
      return ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => {
        const folder = process.env[name];
        return folder === undefined
          ? []
          : ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((program) =>
              path.join(folder, program),
            );
      });
    default:
      return [];
  }
}
