import { startScriptedService, type ScriptedOptions, type ScriptedService } from '../../support/demo/service';
import { expect, test as base } from './test';
import type { Workbench } from './workbench';

interface ServiceFixtures {
  /** A demo service for this test only. */
  service: ScriptedService;
}

/** `test` with a service that has these options. */
export function testWith(options: Partial<ScriptedOptions>) {
  return base.extend<ServiceFixtures>({
    // eslint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
    service: async ({}, use) => {
      const service = await startScriptedService(options);
      await use(service);
      await service.close();
    },
  });
}

export const test = testWith({ apiKey: 'demo-key-for-the-user-interface' });

export { expect };

/** Connects to the service and waits for its first row. */
export async function connect(workbench: Workbench, service: ScriptedService, name = 'Acme'): Promise<void> {
  await enterConnection(workbench, service, name);
  await expect(workbench.row('payments')).toBeVisible();
}

/** Opens Poolview and connects to the service as users do, with the inputs of the command. */
export async function enterConnection(
  workbench: Workbench,
  service: Pick<ScriptedService, 'baseUrl' | 'apiKey'>,
  name: string,
): Promise<void> {
  await workbench.open();
  await workbench.openView('Poolview');
  await workbench.page.getByRole('button', { name: 'Connect to a Service' }).click();
  // Rows appear where the button was. A tooltip of one stays open if the list is then scrolled with the keyboard.
  await workbench.leave();
  await answerConnect(workbench, service, name);
}

/** What was requested, without what clusters that need attention and the row below the mouse read on demand. */
export function requestsForRows({ requests }: ScriptedService): readonly string[] {
  const onDemand = ['readClusterOverview', 'listMachineMetrics'];
  return requests
    .map(({ operation = '-' }) => operation)
    .filter((operation) => !onDemand.includes(operation));
}

/** Answers the inputs of the command that connects, and may make changes. */
export async function answerConnect(
  { quickInput }: Workbench,
  { baseUrl, apiKey }: Pick<ScriptedService, 'baseUrl' | 'apiKey'>,
  name: string,
): Promise<void> {
  for (const [prompt, answer] of [
    ['Base URL', baseUrl],
    ['API key', apiKey],
    ['Name for this connection', name],
    ['web console', ''],
  ] as const) {
    await expect(quickInput.message).toContainText(prompt);
    await quickInput.type(answer);
    await quickInput.accept();
  }
  await quickInput.pick('Browse and make changes');
}
