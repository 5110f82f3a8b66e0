import { expect, it } from 'vitest';
import { projectsView, serviceOf, type World } from './projectsView';

it('the number of what needs attention says of how many projects it is, not how many the view has loaded', async () => {
  const world: World = {
    projects: { billing: {}, payments: {}, search: {} },
    clusters: { eu: { project: 'search', state: 'Failed' }, us: { project: 'billing', state: 'Failed' } },
  };
  const view = await projectsView(serviceOf(world, 2));
  const more = async (): Promise<string | undefined> => (await view.below()).at(-1);
  expect(await more()).toBe('Load more · 2 of 3');
  expect(view.badgeText()).toBe('1 cluster needs attention; 2 of 3 projects counted');
  await view.readFleet();
  expect(await more()).toBe('Load more · 2 of 3');
  expect(view.badgeText()).toBe('2 clusters need attention; 3 projects counted');
});
