import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { projectsView, serviceOf, type World } from './projectsView';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 9, 0) });
});
afterEach(() => vi.useRealTimers());

it.each([
  ['fails', 500],
  ['is refused', 403],
])('a reading that %s compares nothing, so that it does not say that nothing changed', async (_, status) => {
  const world: World = {
    projects: { payments: {} },
    clusters: { eu: { project: 'payments' }, us: { project: 'payments' } },
  };
  const script = serviceOf(world);
  const view = await projectsView(script);
  const coverage = async (): Promise<string> => {
    vi.setSystemTime(new Date(2026, 10, 22, 10, 1));
    const input = { sources: ['change'] };
    return (await view.ask<{ coverage: string }>('poolview_timeline', input)).data.coverage;
  };
  await view.below();
  await view.readFleet();
  vi.setSystemTime(new Date(2026, 10, 22, 9, 10));
  await view.readFleet();
  world.clusters['eu'] = { project: 'payments', state: 'Failed' };
  script.searchClusters = () => status;
  vi.setSystemTime(new Date(2026, 10, 22, 10, 0));
  await view.expand('payments');
  expect(await coverage()).toContain(
    'No changes in 2 clusters read at least twice since 09:00. Last compared at 09:10:00.',
  );
});
