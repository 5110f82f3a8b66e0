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
  readonly rows: number;
  /** The size of the message, in bytes. */
  readonly bytes: number;
}

const stages: readonly (readonly [what: string, from: keyof Trace, to: keyof Trace, budget?: number])[] = [
  ['from the click to the frame of the page', 'clicked', 'frame'],
  ['from the frame to a page that is ready for data', 'frame', 'scripts'],
  ['from the response to the message in the window', 'responded', 'inWindow'],
  ['from the window to the page', 'inWindow', 'inPage'],
  ['from the message in the page to the painted rows', 'inPage', 'rows'],
  ['from the response to the painted groups and rows', 'responded', 'rows', 300],
  ['from the click to the painted groups and rows', 'clicked', 'rows'],
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
        await openWithoutEditors(workbench, server.url);
        const trace = await traceOf(workbench, service);
        if (run >= 0) found.push(trace);
      }
      await page.close();
    });
    return [
      ...stages.map(([what, from, to, budget]) =>
        measurement(
          `VS Code ${vscodeVersion}, ${name}: ${what}`,
          'ms',
          found.map((trace) => trace[to] - trace[from]),
          budget,
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
      ...(await measure(3000, 'the page is there before the response')),
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

/** Opens or reloads VS Code with the Projects view, and no tab that it has kept from the last time. */
async function openWithoutEditors(workbench: Workbench, url: string): Promise<void> {
  await open(workbench, url);
  await workbench.openView('Poolview');
  await workbench.row('payments').waitFor();
  if ((await workbench.page.getByRole('tab', { name: 'Fleet:' }).count()) === 0) return;
  await workbench.runCommand('View: Close All Editors');
  await workbench.waitUntilSaved(/./);
  await openWithoutEditors(workbench, url);
}

async function traceOf(workbench: Workbench, service: Service): Promise<Trace> {
  const { page } = workbench;
  await page.evaluate('window.recorded = {}');
  await workbench.press('Open Fleet Overview', workbench.header('Projects'));
  const drawn = await new FleetPage(page).frame
    .locator('fleet-page')
    .evaluate<Trace, unknown>('window.traced');
  const window = await page.evaluate<Pick<Trace, 'clicked' | 'inWindow'>>('window.recorded');
  return { ...drawn, ...window, responded: await service.respondedAt() };
}

/**
 * Runs in each frame before anything else. The window notes the first click, and when a large message of the extension host
 * arrives. The page of the overview notes when all clusters arrive, and when it has painted the rows.
 */
const recorder = `(() => {
  const now = () => performance.timeOrigin + performance.now();
  window.recorded = {};
  if (window === window.top) {
    window.addEventListener('mousedown', () => (window.recorded.clicked ??= now()), true);
    const { WebSocket } = window;
    window.WebSocket = class extends WebSocket {
      constructor(...given) {
        super(...given);
        // Scripts come the same way, in one part. The parts of a message are as large as they can be.
        this.addEventListener('message', ({ data }) => {
          if ((data.byteLength ?? data.size ?? data.length) > 260_000) window.recorded.inWindow ??= now();
        });
      }
    };
    return;
  }
  const decode = (data) => (data instanceof ArrayBuffer ? JSON.parse(new TextDecoder().decode(data)) : data);
  const painted = async (isThere) => {
    while (!isThere()) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
    return now();
  };
  const isWhole = () => document.body.textContent.includes('2,048 clusters');
  const trace = async () => {
    const recorded = { frame: performance.timeOrigin, bytes: 0 };
    window.addEventListener('DOMContentLoaded', () => (recorded.scripts = now()));
    window.addEventListener('message', ({ data }) => {
      const at = now();
      const { type, header } = decode(data);
      if (type !== 'fleet' || recorded.inPage) return;
      recorded.bytes += data.byteLength ?? JSON.stringify(data).length;
      if (header.coverage.clusters.total === 2048) recorded.inPage = at;
    });
    const rows = painted(() => isWhole() && document.querySelector('.grid-rows .row'));
    return { ...recorded, rows: await rows };
  };
  const started = setInterval(() => {
    if (!document.querySelector('fleet-page')) return;
    clearInterval(started);
    window.traced = trace();
  }, 1);
})()`;

export default fleetWindow;
