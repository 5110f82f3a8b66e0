import { chromium, type Browser, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { EventEmitter, once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { fromRoot } from '../../scripts/paths';
import { chromiumArguments, findChromium } from '../../test/vscode/browser';
import { measurement, type Part } from '../measure';
import { fleetMessage } from '../page/fleet';

const runs = 9;

/** Texts that a user types letter by letter. */
const typed = ['cluster-12', '10.0.12.3', 'node not', 'no such thing'];

/** The page of the fleet overview in Chromium, without VS Code: each time in a new page, whose code V8 has not compiled. */
const fleetPage: Part = async () => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const driver = await bundledDriver();
    const many = fleetMessage(128, 2000, 0);
    const withMachines = fleetMessage(128, 1000, 10);
    const none = fleetMessage(0, 0, 0);
    const cells: number[] = [];
    const atOnce: number[] = [];
    const filters: number[] = [];
    const frames: number[] = [];
    for (let run = 0; run < runs; run++) {
      const early = await openPage(browser, driver);
      await early.evaluate(call('show', none));
      cells.push(await early.evaluate<number>(call('timeToCells', { ...many, isWhole: false })));
      await early.close();
      const late = await openPage(browser, driver);
      atOnce.push(await late.evaluate<number>(call('timeToCells', many)));
      await late.close();
      const second = await openPage(browser, driver);
      await second.evaluate(call('timeToCells', withMachines));
      await second.waitForSelector('.grid .row');
      filters.push(...(await second.evaluate<number[]>(call('timesToFilter', typed.flatMap(beginnings)))));
      await second.evaluate(call('timesToFilter', ['']));
      frames.push(...(await second.evaluate<number[]>(call('frameTimes', 100))));
      await second.close();
    }
    return [
      // The service usually responds after the page is loaded.
      measurement('fleet page: from the message to the cells of 2,000 clusters', 'ms', cells),
      measurement('fleet page: the same, if the page is loaded after the response', 'ms', atOnce),
      measurement('fleet page: filtering 10,000 machines, each letter to the painted rows', 'ms', filters),
      measurement('fleet page: frame while scrolling 10,000 machines', 'ms', frames),
      measurement('fleet page: scripts', 'KB', [(await stat(fromRoot('dist/fleet/page.js'))).size / 1000]),
    ];
  } finally {
    await browser.close();
  }
};

function call(name: string, argument: unknown): string {
  return `window.${name}(${JSON.stringify(argument)})`;
}

/** `a`, `ab` and `abc` for `abc`. */
function beginnings(text: string): readonly string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1));
}

async function bundledDriver(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fromRoot('bench/page/driver.ts')],
    bundle: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const origin = 'https://page.example';
const policy = `default-src 'none'; script-src 'nonce-bench'; style-src ${origin}`;

const files: Readonly<
  Record<string, { readonly contentType: string; readonly body: () => Promise<string> }>
> = {
  '/': {
    contentType: 'text/html',
    body: () =>
      Promise.resolve(`<!DOCTYPE html><html lang="en"><head>
        <meta http-equiv="Content-Security-Policy" content="${policy}">
        <link rel="stylesheet" href="page.css">
        </head><body><fleet-page></fleet-page>
        <script type="module" nonce="bench" src="page.js"></script></body></html>`),
  },
  '/page.js': {
    contentType: 'text/javascript',
    body: () => readFile(fromRoot('dist/fleet/page.js'), 'utf8'),
  },
  '/page.css': { contentType: 'text/css', body: () => readFile(fromRoot('dist/fleet/page.css'), 'utf8') },
};

/** Opens the page as a webview does, and waits until it is ready for messages. */
async function openPage(browser: Browser, driver: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  await page.route(`${origin}/**`, async (route) => {
    const file = files[new URL(route.request().url()).pathname];
    await (file ? route.fulfill({ contentType: file.contentType, body: await file.body() }) : route.abort());
  });
  const events = new EventEmitter();
  const ready = once(events, 'ready');
  await page.exposeFunction('isReady', () => events.emit('ready'));
  await page.addInitScript(`window.acquireVsCodeApi = () => ({
    postMessage: ({ type }) => { if (type === 'ready') window.isReady(); },
    getState: () => undefined,
    setState: () => undefined,
  });`);
  await page.addInitScript(driver);
  await page.goto(origin);
  await ready;
  return page;
}

export default fleetPage;
