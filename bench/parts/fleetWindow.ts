import { chromium } from '@playwright/test';
import { packagedExtension } from '../../scripts/vscode/packaged';
import { quietSettings } from '../../scripts/vscode/profile';
import { startServer } from '../../scripts/vscode/server';
import { webBuild } from '../../scripts/vscode/webBuild';
import { enterConnection } from '../../test/ui/support/service';
import { FleetPage } from '../../test/ui/support/fleetPage';
import { Workbench } from '../../test/ui/support/workbench';
import { chromiumArguments, findChromium } from '../../test/vscode/browser';
import { measurement, type Part } from '../measure';
import { withService, type Service } from '../service';

const runs = 5;

/** The fleet overview in a whole VS Code: from the response of the service to the drawn status grid, in a new window each time. */
const fleetWindow: Part = async () => {
  const settings = { ...quietSettings, 'workbench.editor.restoreEditors': false };
  const server = await startServer(await webBuild(), { settings, extensions: [await packagedExtension()] });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  /** @param latencyMs how long the service takes */
  const times = async (latencyMs: number): Promise<readonly number[]> => {
    const found: number[] = [];
    await withService({ clustersPerProject: { exactly: 16 }, latencyMs }, async (service) => {
      await server.profile.resetUser(settings);
      const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
      const workbench = new Workbench(page, server);
      await open(workbench, server.url);
      await enterConnection(workbench, service, `bench${latencyMs}`);
      await workbench.row('payments').waitFor();
      for (let run = -1; run < runs; run++) {
        await open(workbench, server.url);
        const time = await timeToGrid(workbench, service);
        if (run >= 0) found.push(time);
      }
      await page.close();
    });
    return found;
  };
  try {
    const slow = await times(1500);
    const fast = await times(0);
    return [
      measurement('fleet in VS Code: from the response to the grid of 2,048 clusters', 'ms', slow),
      measurement('fleet in VS Code: the same, if the response comes before the tab is open', 'ms', fast),
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

async function timeToGrid(workbench: Workbench, service: Service): Promise<number> {
  const { page } = workbench;
  await workbench.openView('Poolview');
  await workbench.row('payments').waitFor();
  await workbench.press('Open Fleet Overview', workbench.header('Projects'));
  const drawnAt = await new FleetPage(page).frame.locator('fleet-page').evaluate<number, unknown>(whenDrawn);
  return drawnAt - (await service.respondedAt());
}

/** Runs in the page of the overview, and returns when it has painted the cells after all clusters arrived. */
const whenDrawn = `(async () => {
  while (!document.querySelector('.run') || !document.body.textContent.includes('2,048 clusters'))
    await new Promise(requestAnimationFrame);
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
  return performance.timeOrigin + performance.now();
})()`;

export default fleetWindow;
