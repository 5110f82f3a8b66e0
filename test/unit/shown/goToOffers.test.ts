import { expect, it } from 'vitest';
import { projectsView, serviceOf, type World } from './projectsView';

it('a cluster that Go to… offered and nobody opened is found later by agents, and counted', async () => {
  const world: World = { projects: { payments: {} }, clusters: { eu: { project: 'payments' } } };
  const view = await projectsView(serviceOf(world));
  await view.below();
  const clusters = async (): Promise<unknown> =>
    (await view.ask<{ clusters: object }>('poolview_get_fleet_health', {})).data.clusters;
  expect(await clusters()).toEqual({ healthy: 1 });
  world.clusters['us'] = { project: 'payments', state: 'Failed' };
  expect(await view.typeIntoGoTo('us')).toContain('us');
  expect(await clusters()).toEqual({ failed: 1, healthy: 1 });
});
