import { describe, expect, it } from 'vitest';
import { projectsView, serviceOf, type World } from './projectsView';

describe('Refresh of a row', () => {
  const world = (): World => ({
    projects: { payments: {} },
    clusters: { eu: { project: 'payments', pools: { workers: { 'worker-1': 'Failed' } } } },
  });

  it('reads a collapsed pool again, and the cluster stays as its machine is', async () => {
    const view = await projectsView(serviceOf(world()));
    await view.expand('payments');
    await view.expand('payments', 'eu');
    await view.expand('payments', 'eu', 'workers');
    await view.collapse('payments', 'eu', 'workers');
    expect(await view.row('payments', 'eu')).toBe('Failed · eu · 1 failed machine · 1 pool');
    view.count();
    await view.refresh('payments', 'eu', 'workers');
    expect(view.count('listMachines')).toBe(1);
    expect(await view.row('payments', 'eu')).toBe('Failed · eu · 1 failed machine · 1 pool');
    expect(view.badge()).toBe(1);
  });

  it('reads a pool that was never expanded', async () => {
    const view = await projectsView(serviceOf(world()));
    await view.expand('payments');
    await view.expand('payments', 'eu');
    await view.refresh('payments', 'eu', 'workers');
    expect(await view.row('payments', 'eu')).toBe('Failed · eu · 1 failed machine · 1 pool');
  });
});

describe('Refresh of the view', () => {
  /** An agent has found a failed cluster of a project that is collapsed. */
  async function withFailedCluster() {
    const world: World = {
      projects: { payments: {} },
      clusters: { eu: { project: 'payments', state: 'Failed' } },
    };
    const script = serviceOf(world);
    const view = await projectsView(script);
    await view.below();
    await view.ask('poolview_get_fleet_health', {});
    expect(await view.row('payments')).toBe('Failed · payments · eu: Failed');
    expect(view.badge()).toBe(1);
    return { world, script, view };
  }

  it('counts a failed cluster in a collapsed project until the project was read again', async () => {
    const { script, view } = await withFailedCluster();
    const { listProjects } = script;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    script.listProjects = async (asked) => {
      await answered;
      return listProjects(asked);
    };
    const refreshed = view.refresh();
    expect([await view.row('payments'), view.badge()]).toEqual(['Failed · payments · eu: Failed', 1]);
    answer();
    await refreshed;
    expect([await view.row('payments'), view.badge()]).toEqual(['Failed · payments · eu: Failed', 1]);
  });

  it('that fails keeps a failed cluster in a collapsed project, and its cause', async () => {
    const { script, view } = await withFailedCluster();
    script.listProjects = () => 'reset';
    await view.refresh();
    expect(await view.row('payments')).toMatch(/^Failed · payments · eu: Failed/);
    expect(view.badge()).toBe(1);
    await view.refresh();
    expect(view.badge()).toBe(1);
  });

  it('does not count a cluster in a collapsed project that has recovered', async () => {
    const { world, view } = await withFailedCluster();
    Object.assign(world.clusters['eu'] ?? {}, { state: 'Running' });
    await view.refresh();
    expect([await view.row('payments'), view.badge()]).toEqual(['payments · 1 cluster', 0]);
  });
});
