import { expect, it } from 'vitest';
import { projectsView, serviceOf, type World } from './projectsView';

it('a project is healthy when all its clusters were read later and are healthy', async () => {
  const world: World = {
    projects: { payments: {} },
    clusters: { eu: { project: 'payments', state: 'Failed' } },
  };
  const view = await projectsView(serviceOf(world));
  expect(await view.row('payments')).toBe('Failed · payments · 1 failed cluster');
  expect(view.badge()).toBe(1);
  Object.assign(world.clusters['eu'] ?? {}, { state: 'Running' });
  await view.expand('payments');
  expect(await view.below('payments')).toEqual(['eu']);
  expect(await view.row('payments')).toBe('payments');
  expect(view.badge()).toBe(0);
  const { data } = await view.ask<{ items: readonly object[] }>('poolview_find', { query: 'state:failed' });
  expect(data.items).toEqual([]);
});
