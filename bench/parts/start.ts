import { chromium, type Browser } from '@playwright/test';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromiumArguments, findChromium } from '../../test/vscode/browser';
import { packagedExtension } from '../../scripts/vscode/packaged';
import { fromRoot } from '../../scripts/paths';
import { quietSettings } from '../../scripts/vscode/profile';
import { runInHost } from '../../test/vscode/runInHost';
import { Problem } from '../../scripts/script';
import { startServer, type VSCodeServer } from '../../scripts/vscode/server';
import { webBuild } from '../../scripts/vscode/webBuild';
import { measurement, type Measurement, type Part } from '../measure';
import { buildRunner, folder, writeExtension } from '../start/build';
import type { Run, Start } from '../start/run';

/** The number of extension hosts for each measurement, after a first one that does not count. */
const runs = 11;

const connection = { name: 'bench', baseUrl: 'https://service.example' };

/** The startup of Poolview inside an extension host, compared with an extension that does nothing. */
const start: Part = async () => {
  const executablePath = findChromium();
  const runner = await buildRunner();
  const warmUp = await writeExtension('warm-up');
  const server = await startServer(await webBuild(), {
    settings: quietSettings,
    extensions: [await packagedExtension(), await writeExtension('nothing')],
    testDriver: true,
  });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const url = server.testsUrl(warmUp, runner);
    const plain = await runsOf(browser, server, url);
    await server.profile.resetUser({ ...quietSettings, 'poolview.connections': [connection] });
    const connected = await runsOf(browser, server, url);
    return [...(await measured('start', plain)), ...(await measured('start with a connection', connected))];
  } finally {
    await browser.close();
    await server.stop();
  }
};

/** Runs one extension host after the other, and returns what each measured. */
async function runsOf(browser: Browser, server: VSCodeServer, url: string): Promise<readonly Run[]> {
  const file = path.join(folder, 'runs.json');
  await writeFile(file, '[]');
  for (let run = 0; run <= runs; run++) {
    const errors: string[] = [];
    const page = await browser.newPage();
    const code = await runInHost(page, url, (type, line) => {
      if (type === 'error') errors.push(line);
    });
    if (code !== 0) throw new Problem(['The start could not be measured:', ...errors].join('\n'));
    await page.close();
    // The next run must not share the machine with extension hosts of this one.
    while (server.endExtensionHosts() > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return (JSON.parse(await readFile(file, 'utf8')) as Run[]).slice(1);
}

async function measured(what: string, found: readonly Run[]): Promise<readonly Measurement[]> {
  const ms = (of: string, time: (run: Run) => number, budget?: number): Measurement =>
    measurement(`${what}: ${of}`, 'ms', found.map(time), budget);
  const last = found.at(-1);
  if (last === undefined) throw new Error('Nothing was measured.');
  const { files, builtIns } = last.poolview;
  const sizes = await Promise.all(files.map(async (name) => (await stat(fromRoot(name))).size));
  const packages = new Set((await Promise.all(files.map(packagesIn))).flat());
  console.log(`${what}: Poolview loads ${files.join(', ')}`);
  console.log(`  with ${[...packages].join(', ') || 'no package'}`);
  console.log(`  of Node: ${builtIns.join(', ') || 'nothing'}`);
  return [
    ms('an extension that does nothing, loading', ({ nothing }) => nothing.loading),
    ms('an extension that does nothing, activation', ({ nothing }) => nothing.activation),
    ms('Poolview, loading', ({ poolview }) => poolview.loading),
    ms('Poolview, activation', ({ poolview }) => poolview.activation),
    ms(
      'Poolview, above an extension that does nothing',
      ({ poolview, nothing }) => whole(poolview) - whole(nothing),
      20,
    ),
    measurement(`${what}: files of Poolview loaded`, 'KB', [
      sizes.reduce((sum, size) => sum + size, 0) / 1000,
    ]),
  ];
}

function whole({ loading, activation }: Start): number {
  return loading + activation;
}

/** The npm packages in `bundle`, by its source map. */
async function packagesIn(bundle: string): Promise<string[]> {
  const { sources } = JSON.parse(await readFile(fromRoot(`${bundle}.map`), 'utf8')) as {
    readonly sources: readonly string[];
  };
  return sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
}

export default start;
