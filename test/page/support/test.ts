import { expect, test as base } from '@playwright/test';
import { startScriptedService, type ScriptedOptions, type ScriptedService } from '../../support/demo/service';
import { FleetPage } from '../../ui/support/fleetPage';
import { Extension } from './extension';
import { ReviewPage } from './reviewPage';

interface Options {
  readonly serviceOptions: Partial<ScriptedOptions>;
}

interface Fixtures {
  /** A demo service for this test only. */
  readonly service: ScriptedService;
  /** The extension, connected to it. Nothing is open yet. */
  readonly extension: Extension;
  /** The page of the fleet overview. */
  readonly fleet: FleetPage;
  /** The page of the access review. */
  readonly review: ReviewPage;
}

export const test = base.extend<Fixtures & Options>({
  serviceOptions: [{}, { option: true }],
  service: async ({ serviceOptions }, use) => {
    const service = await startScriptedService(serviceOptions);
    await use(service);
    await service.close();
  },
  extension: async ({ page, service }, use, testInfo) => {
    const extension = new Extension(page, service, testInfo.outputPath('storage'));
    await use(extension);
    extension.dispose();
  },
  fleet: async ({ page }, use) => {
    await use(new FleetPage(page, page));
  },
  review: async ({ page }, use) => {
    await use(new ReviewPage(page));
  },
});

export { expect };

/** Opens the fleet overview, and waits until clusters and causes were read. */
export async function openOverview(extension: Extension, fleet: FleetPage): Promise<void> {
  await extension.run('openFleetOverview');
  await expect(fleet.coverage).toContainText('machines not read');
  await expect(fleet.button('Cancel')).toHaveCount(0);
  await expect(fleet.table).not.toContainText('No cause read');
}

/** Opens the review of all teams, which reads nothing but their names. */
export async function openReview(extension: Extension, review: ReviewPage): Promise<void> {
  const opening = extension.run('reviewAccess');
  await extension.pick('All Teams');
  await opening;
  await expect(review.read).toBeVisible();
}

/** Opens the review of all teams, and reads it. */
export async function readReview(extension: Extension, review: ReviewPage): Promise<void> {
  await openReview(extension, review);
  await review.read.click();
  await review.waitUntilRead();
}
