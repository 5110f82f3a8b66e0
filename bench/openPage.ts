import type { Browser, Page } from '@playwright/test';
import { build } from 'esbuild';
import { EventEmitter, once } from 'node:events';
import { fromRoot } from '../scripts/paths';

/** A call of a function of `page/driver.ts`. */
export function call(name: string, argument: unknown): string {
  return `window.${name}(${JSON.stringify(argument)})`;
}

export /** `a`, `ab` and `abc` for `abc`. */
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

let driver: Promise<string> | undefined;

const origin = 'https://page.example';
const policy = `default-src 'none'; script-src 'nonce-bench'; style-src ${origin}`;

function documentOf(name: string): string {
  return `<!DOCTYPE html><html lang="en"><head>
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <link rel="stylesheet" href="style.css">
    </head><body><${name}-page></${name}-page>
    <script type="module" nonce="bench" src="${name}.js"></script></body></html>`;
}

/** Opens a page as a webview does, and waits until it is ready for messages. */
export async function openPage(browser: Browser, name: 'fleet' | 'review'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: documentOf(name) })
      : route.fulfill({ path: fromRoot('dist/pages', pathname.slice(1)) });
  });
  const events = new EventEmitter();
  const ready = once(events, 'ready');
  await page.exposeFunction('isReady', () => events.emit('ready'));
  await page.addInitScript(`window.acquireVsCodeApi = () => ({
    postMessage: ({ type }) => { if (type === 'ready') window.isReady(); },
    getState: () => undefined,
    setState: () => undefined,
  });`);
  await page.addInitScript(await (driver ??= bundledDriver()));
  await page.goto(origin);
  await ready;
  return page;
}
