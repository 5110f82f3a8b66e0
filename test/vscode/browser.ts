import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { npm } from '../../scripts/processes';
import { Problem } from '../../scripts/script';

/** Turns off background activity of Chromium, and lets it run without a GPU and as root. */
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
 * The Chromium that shows VS Code: the one in POOLVIEW_CHROMIUM, Playwright's, or an installed one.
 * @throws {Problem} if there is none
 */
export function findChromium(): string {
  const chromium = installedChromium();
  if (chromium === undefined) {
    const debian = process.platform === 'linux' ? ' or `apt-get install chromium`' : '';
    throw new Problem(
      `No Chromium or Chrome was found. Run \`npx playwright install chromium\`${debian}, or set POOLVIEW_CHROMIUM to the path of one.`,
    );
  }
  return chromium;
}

/**
 * Like {@link findChromium}, but installs a Chromium if there is none: Playwright's, or the Debian package,
 * which needs root.
 * @throws {Problem} if none can be installed
 */
export async function provideChromium(): Promise<string> {
  const installations: (() => Promise<unknown>)[] = [
    () => npm(['exec', '--', 'playwright', 'install', 'chromium']),
    installDebianPackage,
  ];
  for (const install of installations) {
    if (installedChromium() !== undefined) break;
    console.log('Installing Chromium…');
    await install();
  }
  return findChromium();
}

async function installDebianPackage(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const aptGet = spawn('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    await once(aptGet, 'close');
  }
}

/** @throws {Problem} if POOLVIEW_CHROMIUM is set to a file that does not exist */
function installedChromium(): string | undefined {
  const named = process.env['POOLVIEW_CHROMIUM'];
  if (named !== undefined && !existsSync(named)) {
    throw new Problem(`POOLVIEW_CHROMIUM is set to ${named}, which does not exist.`);
  }
  return named ?? [chromium.executablePath(), ...onPath(), ...usualPlaces()].find((file) => existsSync(file));
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
