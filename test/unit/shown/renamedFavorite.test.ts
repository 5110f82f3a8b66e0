import { expect, it } from 'vitest';
import { projectsView, serviceOf, type World } from './projectsView';

const world = (): World => ({
  projects: { payments: {}, ledger: {} },
  clusters: { eu: { project: 'ledger', state: 'Failed' } },
});

/** The Projects view with only favorites, of which one is on a page that is not loaded any more. */
async function withFavorite(service: World) {
  const script = serviceOf(service);
  const view = await projectsView(script);
  await view.expand('ledger');
  await view.addToFavorites('ledger');
  await view.showFavoritesOnly();
  expect(await names(view)).toEqual(['★ ledger']);
  Object.assign(script, serviceOf(service, 1));
  await view.refresh();
  return { view, script };
}

/** The names of the items that are shown. */
async function names(view: Awaited<ReturnType<typeof projectsView>>): Promise<readonly string[]> {
  return (await view.below()).flatMap((row) => row.split(' · ').filter((part) => part.startsWith('★')));
}

it('a favorite project that was renamed stays, with its new name and its failed cluster', async () => {
  const service = world();
  const { view } = await withFavorite(service);
  Object.assign(service.projects['ledger'] ?? {}, { name: 'accounts' });
  await view.refreshAutomatically();
  expect(await names(view)).toEqual(['★ accounts']);
  expect(view.badge()).toBe(1);
});

it.each([404, 403])(
  'a favorite project that is not found by its name stays where %i hides why',
  async (status) => {
    const service = world();
    const { view, script } = await withFavorite(service);
    Object.assign(service.projects['ledger'] ?? {}, { name: 'accounts' });
    const { listProjects } = script;
    script.listProjects = (asked) => (asked.path.includes('metadata') ? status : listProjects(asked));
    await view.refreshAutomatically();
    expect(await names(view)).toEqual(['★ ledger']);
    expect(view.badge()).toBe(1);
  },
);

it('a favorite project that was deleted is gone with its failed cluster', async () => {
  const service = world();
  const { view } = await withFavorite(service);
  Reflect.deleteProperty(service.projects, 'ledger');
  Reflect.deleteProperty(service.clusters, 'eu');
  await view.refreshAutomatically();
  expect(view.badge()).toBe(0);
});
