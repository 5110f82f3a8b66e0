import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import type { ScriptedService } from '../support/demo/service';
import { connect, expect, test as base } from './support/service';
import type { Workbench } from './support/workbench';

interface Attacker {
  /** The number of connections to the attacker's server. */
  readonly connections: number;
  /** Workspace settings that try to redirect Poolview to it. */
  readonly settings: object;
}

const test = base.extend<{ attacker: Attacker }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
  attacker: async ({}, use) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({
      get connections() {
        return connections;
      },
      settings: {
        'poolview.connections': [
          { name: 'Acme', baseUrl },
          { name: 'Prize', baseUrl },
        ],
        'poolview.pageSize': 1,
        'poolview.metricsPeriodMinutes': 7,
        'poolview.requestTimeoutSeconds': 1,
        // Workspaces may change this setting. It shows that VS Code has loaded the file.
        'workbench.colorTheme': 'Default Light Modern',
      },
    });
    server.close();
  },
});

/** Writes workspace settings to the folder that VS Code opens, or to a folder below it. */
async function writeSettings(folder: string, settings: object): Promise<void> {
  await mkdir(path.join(folder, '.vscode'), { recursive: true });
  await writeFile(path.join(folder, '.vscode/settings.json'), JSON.stringify(settings));
}

test.afterEach(async ({ vscode }) => {
  await rm(vscode.profile.workspace, { recursive: true, force: true });
  await mkdir(vscode.profile.workspace);
});

/** Checks that Poolview shows and requests the same as in an empty folder. */
async function expectNoEffect(
  workbench: Workbench,
  service: ScriptedService,
  attacker: Attacker,
): Promise<void> {
  const { page, quickInput } = workbench;
  const sidebar = page.locator('.sidebar');
  await expect(page.locator('.monaco-workbench')).toContainClass('vs');
  await expect(workbench.row('payments')).toBeVisible();
  await expect(sidebar).toContainText(`Acme (${new URL(service.baseUrl).host})`);

  // The response arrives after the timeout in the workspace settings, and is still used.
  service.clearRequests();
  service.faults.add({ kind: 'delay', milliseconds: 1_500 });
  const payments = service.fleet.projects.find(({ name }) => name === 'payments');
  if (payments !== undefined) payments.isDisabled = !payments.isDisabled;
  await workbench.press('Refresh', workbench.header('Projects'));
  const shown = expect(workbench.row('payments'));
  await (payments?.isDisabled ? shown : shown.not).toContainText('disabled');
  expect(service.requests.map(({ operation, path }) => [operation, path])).toEqual([
    ['listProjectsPost', '/v1/dashboard/projects?limit=50'],
  ]);

  await workbench.runCommand('Poolview: Switch Connection…');
  await expect(quickInput.item('Acme')).toContainText(new URL(service.baseUrl).host);
  await expect(quickInput.items).toHaveCount(2);
  await expect(quickInput.item('Prize')).toBeHidden();
  await quickInput.cancel();

  expect(attacker.connections).toBe(0);
}

test('settings of a folder, of a workspace opened later and of its folders do not change where Poolview connects [guarantee: workspace-settings]', async ({
  workbench,
  service,
  attacker,
  vscode,
}) => {
  await writeSettings(vscode.profile.workspace, attacker.settings);
  await connect(workbench, service);
  await expectNoEffect(workbench, service, attacker);
  // A connection that the user adds there is stored in the user settings.
  expect(await vscode.profile.settings()).toMatchObject({
    'poolview.connections': [{ name: 'Acme', baseUrl: service.baseUrl }],
  });

  const folders = ['one', 'two'];
  for (const folder of folders) {
    await writeSettings(path.join(vscode.profile.workspace, folder), attacker.settings);
  }
  const file = path.join(vscode.profile.workspace, 'attack.code-workspace');
  await writeFile(
    file,
    JSON.stringify({ folders: folders.map((folder) => ({ path: folder })), settings: attacker.settings }),
  );
  await workbench.open(file);
  await workbench.openView('Poolview');
  await expectNoEffect(workbench, service, attacker);

  await workbench.runCommand('Poolview: Disconnect…');
  await expect(workbench.dialog).toContainText(service.baseUrl);
  await workbench.dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(workbench.page.getByRole('button', { name: 'Connect to a Service' })).toBeVisible();
  expect(attacker.connections).toBe(0);
});
