import { startDemoService, type DemoService } from '../../../src/demo/server';
import { expect, test as base } from './test';
import type { Workbench } from './workbench';

interface ServiceFixtures {
  /** A demo service of the test's own. */
  service: DemoService;
}

export const test = base.extend<ServiceFixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright insists on a pattern.
  service: async ({}, use) => {
    const service = await startDemoService({ apiKey: 'demo-key-for-the-user-interface' });
    await use(service);
    await service.close();
  },
});

export { expect };

/** Connects to the service, and waits for the first row that an honest one has. */
export async function connect(workbench: Workbench, service: DemoService, name = 'Acme'): Promise<void> {
  await enterConnection(workbench, service, name);
  await expect(workbench.row('payments')).toBeVisible();
}

/** Opens Poolview and connects to the service as a person does: through the command's three inputs. */
export async function enterConnection(
  workbench: Workbench,
  service: DemoService,
  name: string,
): Promise<void> {
  const { quickInput } = workbench;
  await workbench.open();
  await workbench.openView('Poolview');
  await workbench.page.getByRole('button', { name: 'Connect to a Service' }).click();
  await expect(quickInput.message).toContainText('Base URL');
  await quickInput.type(service.baseUrl);
  await quickInput.accept();
  await expect(quickInput.message).toContainText('API key');
  await quickInput.type(service.apiKey);
  await quickInput.accept();
  await expect(quickInput.message).toContainText('Name of this connection');
  await quickInput.type(name);
  await quickInput.accept();
}
