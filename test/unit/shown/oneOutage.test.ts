import { expect, it } from 'vitest';
import { projectsView, serviceOf } from './projectsView';

it('an outage is over when the service answers again, although a row that failed was collapsed', async () => {
  const service = serviceOf({
    projects: { alpha: {}, beta: {} },
    clusters: { 'alpha-eu': { project: 'alpha' }, 'beta-eu': { project: 'beta' } },
  });
  const script = { ...service };
  const view = await projectsView(script);
  await view.expand('alpha');
  Object.assign(script, { listProjects: () => 'reset', searchClusters: () => 'reset' });
  await view.refreshAutomatically();
  expect(await view.below()).toEqual([
    expect.stringContaining("The service can't be reached"),
    expect.stringContaining('alpha'),
    expect.stringContaining('beta'),
  ]);
  await view.collapse('alpha');
  Object.assign(script, service);
  await view.refreshAutomatically();
  expect(await view.below()).toEqual(['alpha · 1 cluster', 'beta · 1 cluster']);
});
