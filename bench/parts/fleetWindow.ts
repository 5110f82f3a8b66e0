import { chromium } from '@playwright/test';
import { packagedExtension } from '../../scripts/vscode/packaged';
import { quietSettings } from '../../scripts/vscode/profile';
import { startServer } from '../../scripts/vscode/server';
import { vscodeVersion } from '../../scripts/vscode/version';
import { webBuild } from '../../scripts/vscode/webBuild';
import { enterConnection } from '../../test/ui/support/service';
import { FleetPage } from '../../test/ui/support/fleetPage';
import { Workbench } from '../../test/ui/support/workbench';
import { chromiumArguments, findChromium } from '../../test/vscode/browser';
import { measurement, type Measurement, type Part } from '../measure';
import { withService, type Service } from '../service';

const runs = Number(process.env['POOLVIEW_BENCH_RUNS'] ?? 10);

/** What happens between the click and the rows, in milliseconds since 1970, on the one clock of this computer. */
interface Trace {
  readonly clicked: number;
  /** The service sent the last byte of the clusters. */
  readonly responded: number;
  /** The window got the message from the extension host. */
  readonly inWindow: number;
  /** The document of the page was created. */
  readonly frame: number;
  /** Its scripts have run: it asks for the data. */
  readonly scripts: number;
  /** The message with the clusters arrived in the page. */
  readonly inPage: number;
  readonly grid: number;
  readonly rows: number;
  /** The size of the message, in bytes. */
  readonly bytes: number;
}

const stages: readonly (readonly [what: string, from: keyof Trace, to: keyof Trace])[] = [
  ['from the click to the frame of the page', 'clicked', 'frame'],
  ['from the frame to a page that is ready for data', 'frame', 'scripts'],
  ['from the response to the message in the window', 'responded', 'inWindow'],
  ['from the window to the page', 'inWindow', 'inPage'],
  ['from the message in the page to the painted grid', 'inPage', 'grid'],
  ['from the painted grid to the first rows', 'grid', 'rows'],
  ['from the response to the painted grid and rows', 'responded', 'rows'],
  ['from the click to the painted grid and rows', 'clicked', 'rows'],
];

/** The fleet overview of 2,048 clusters in a whole VS Code, in a new window each time. */
const fleetWindow: Part = async () => {
  const settings = { ...quietSettings, 'workbench.editor.restoreEditors': false };
  const server = await startServer(await webBuild(), { settings, extensions: [await packagedExtension()] });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  /** @param latencyMs how long the service takes */
  const measure = async (latencyMs: number, name: string): Promise<readonly Measurement[]> => {
    const found: Trace[] = [];
    await withService({ clustersPerProject: { exactly: 16 }, latencyMs }, async (service) => {
      await server.profile.resetUser(settings);
      const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
      await page.addInitScript(recorder);
      const workbench = new Workbench(page, server);
      await open(workbench, server.url);
      await enterConnection(workbench, service, `bench${latencyMs}`);
      await workbench.row('payments').waitFor();
      for (let run = -1; run < runs; run++) {
        await open(workbench, server.url);
        const trace = await traceOf(workbench, service);
        if (run >= 0) found.push(trace);
      }
      await page.close();
    });
    return [
      ...stages.map(([what, from, to]) =>
        measurement(
          `VS Code ${vscodeVersion}, ${name}: ${what}`,
          'ms',
          found.map((trace) => trace[to] - trace[from]),
        ),
      ),
      measurement(
        `VS Code ${vscodeVersion}, ${name}: the message`,
        'KB',
        found.map(({ bytes }) => bytes / 1000),
      ),
    ];
  };
  try {
    return [
      ...(await measure(1500, 'the page is there before the response')),
      ...(await measure(0, 'the service responds at once')),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};

/** Opens or reloads VS Code. The first time takes longer than tests wait. */
async function open(workbench: Workbench, url: string): Promise<void> {
  await workbench.page.goto(url);
  await workbench.viewIcon('Poolview').waitFor();
}

async function traceOf(workbench: Workbench, service: Service): Promise<Trace> {
  const { page } = workbench;
  await workbench.openView('Poolview');
  await workbench.row('payments').waitFor();
  await page.evaluate('window.recorded = {}');
  await workbench.press('Open Fleet Overview', workbench.header('Projects'));
  const drawn = await new FleetPage(page).frame.locator('fleet-page').evaluate<Trace, unknown>(whenDrawn);
  const window = await page.evaluate<Pick<Trace, 'clicked' | 'inWindow'>>('window.recorded');
  return { ...drawn, ...window, responded: await service.respondedAt() };
}

/** Runs in each frame before anything else, and notes when messages arrive. */
const recorder = `(() => {
  const now = () => performance.timeOrigin + performance.now();
  const recorded = (window.recorded = {});
  window.addEventListener('message', ({ data }) => {
    if (data?.type !== 'fleet' || data.changed.length < 2048) return;
    recorded.inPage = now();
    recorded.bytes = JSON.stringify(data).length;
  }, true);
  window.addEventListener('mousedown', () => (window.recorded.clicked = now()), true);
  if (window !== window.top) return;
  const large = 50_000;
  const { WebSocket } = window;
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if ((data.byteLength ?? data.size ?? data.length) > large) window.recorded.inWindow ??= now();
      });
    }
  };
})()`;

/** Runs in the page of the overview, and returns when it has painted the cells and the rows. */
const whenDrawn = `(async () => {
  const now = () => performance.timeOrigin + performance.now();
  const painted = async (isThere) => {
    while (!isThere()) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
    return now();
  };
  const has = (selector) => document.querySelector(selector) !== null;
  const gridPainted = painted(() => has('fleet-status-grid path') && document.body.textContent.includes('2,048 clusters'));
  const rows = await painted(() => has('.grid-rows .row'));
  const [script] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('fleet.js'));
  return {
    ...window.recorded,
    frame: performance.timeOrigin,
    scripts: performance.timeOrigin + performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart,
    grid: await gridPainted,
    rows,
  };
})()`;

export default fleetWindow;
