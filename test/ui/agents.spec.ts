import { toolNames } from '../../src/agents/toolNames';
import { packagedExtension } from '../../scripts/vscode/packaged';
import { quietSettings } from '../../scripts/vscode/profile';
import { startServer, type VSCodeServer } from '../../scripts/vscode/server';
import { vscodeVersion } from '../../scripts/vscode/version';
import { webBuild } from '../../scripts/vscode/webBuild';
import { agentExtension } from './support/agent/build';
import { connect, expect, test as base } from './support/service';
import type { Workbench } from './support/workbench';

const test = base.extend<object, { vscode: VSCodeServer }>({
  vscode: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
    async ({}, use) => {
      const extensions = [await packagedExtension(), await agentExtension()];
      const server = await startServer(await webBuild(), { settings: quietSettings, extensions });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

/** Lists the tools that VS Code offers to agents, until there are `count`. */
async function expectTools(workbench: Workbench, count: number): Promise<void> {
  // Newer versions list all tools to extensions. Only in chat, they leave out those that are off.
  const offered = vscodeVersion.startsWith('1.100.') ? count : 8;
  await expect(async () => {
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.runCommand('Agent: List Tools');
    const message = workbench.notification(`Offered: ${offered} tools`);
    await expect(message).toBeVisible({ timeout: 2000 });
  }).toPass();
}

test('agent tools are turned on in a dialog, and a removal has one of its own, with "allow all" too', async ({
  workbench,
  service,
  vscode,
}) => {
  const { dialog, page, quickInput } = workbench;
  await vscode.profile.resetUser({ ...quietSettings, 'chat.tools.autoApprove': true });
  await connect(workbench, service);
  await expectTools(workbench, 0);

  await workbench.runCommand('Poolview: Agent Tools…');
  await expect(dialog).toContainText('Turn on agent tools for Acme?');
  await expect(dialog).toContainText(`Service: Acme (${new URL(service.baseUrl).host})`);
  await expect(dialog).toContainText('goes to the language model that you use');
  await expect(dialog).toContainText("Agents can't change anything.");
  await workbench.screenshot('agents-turn-on-dark');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectTools(workbench, 0);

  await workbench.runCommand('Poolview: Agent Tools…');
  await dialog.getByRole('button', { name: 'Turn On' }).click();
  await expect(workbench.notification('Agent tools are on.')).toContainText('#poolviewFleetHealth');
  await expect.poll(() => vscode.profile.settings()).toMatchObject({ 'poolview.agents': ['Acme'] });
  await expectTools(workbench, toolNames.length);

  const team = service.fleet.directory.teams.find(({ name }) => name === 'Platform');
  const input = { teamUid: team?.uid, roleUid: team?.resourceRoles[0]?.uid };
  await workbench.runCommand('Agent: Run Tool');
  await quickInput.type(`poolview_propose_role_removal ${JSON.stringify(input)}`);
  await quickInput.accept();
  await expect(dialog).toContainText('from team "Platform"?');
  await page.keyboard.press('Escape');
  await expect(workbench.notification('Returned:')).toContainText('"decision":"declined"');
  expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);

  await test.step('a new window has the tools once Poolview has started, and a call reads the connection', async () => {
    await workbench.openView('Explorer');
    await workbench.open();
    await workbench.openView('Poolview');
    await expectTools(workbench, toolNames.length);
    service.clearRequests();
    await workbench.runCommand('Agent: Run Tool');
    await quickInput.type('poolview_get_fleet_health {}');
    await quickInput.accept();
    await expect(workbench.notification('Returned:')).toContainText('{"connection":{"name":"Acme"');
    expect(service.requests.length).toBeGreaterThan(0);
  });

  await workbench.runCommand('Poolview: Agent Tools…');
  await expect(dialog).toContainText('Agent tools are on for Acme.');
  await dialog.getByRole('button', { name: 'Turn Off' }).click();
  await expectTools(workbench, 0);
  await expect.poll(() => vscode.profile.settings()).toMatchObject({ 'poolview.agents': [] });
  await expect
    .poll(() => vscode.profile.logs())
    .toMatch(/tool poolview_propose_role_removal \(teamUid, roleUid\) \d+ bytes \d+ ms/);
  expect(await vscode.profile.logs()).not.toContain(service.apiKey);
});
