import { expect, it } from 'vitest';
import { projectsView, serviceOf, type World } from './projectsView';

const world = (): World => ({
  projects: { payments: {}, ledger: {} },
  clusters: { eu: { project: 'ledger', state: 'Failed' } },
});

/** The Projects and Favorites views, with a favorite that is on a page which is not loaded any more. */
async function withFavorite(service: World) {
  const script = serviceOf(service);
  const view = await projectsView(script);
  await view.expand('ledger');
  await view.addToFavorites('ledger');
  expect(await view.favorites()).toEqual(['ledger']);
  Object.assign(script, serviceOf(service, 1));
  await view.refresh();
  return { view, script };
}

it('a favorite project that was renamed stays, with its new name and its failed cluster', async () => {
  const service = world();
  const { view } = await withFavorite(service);
  Object.assign(service.projects['ledger'] ?? {}, { name: 'accounts' });
  await view.refreshAutomatically();
  expect(await view.favorites()).toEqual(['accounts']);
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
    expect(await view.favorites()).toEqual(['ledger']);
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
