import { expect, it } from 'vitest';
import { allCloudTypes, isManaged } from '../../../src/demo/fleet/clouds/cloudTypes';
import { profiles } from '../../../src/demo/server';
import { start } from './helper';

it('the project atlas is third, and has one cluster in every cloud', async () => {
  const { fleet } = await start();
  const project = fleet.projects[2];
  expect([project?.name, project?.plan.description]).toEqual(['atlas', 'One cluster in every cloud']);
  expect(project?.clusters.map(({ name }) => name).sort()).toEqual(
    allCloudTypes.map((name) => `atlas-${name}`).sort(),
  );
  expect(project?.clusters.every(({ name, cloudType }) => name === `atlas-${cloudType}`)).toBe(true);
});

it('generated projects have clusters in various clouds, most of them in OpenStack', async () => {
  const { fleet } = await start({ projects: 300 });
  const generated = fleet.projects.slice(30).flatMap(({ clusters }) => clusters);
  const inOpenStack = generated.filter(({ cloudType }) => cloudType === 'openstack');
  expect(inOpenStack.length / generated.length).toBeGreaterThan(0.6);
  expect(new Set(generated.map(({ cloudType }) => cloudType)).size).toBe(allCloudTypes.length);
  for (const { cloudType, pools } of generated) {
    expect(pools.some(({ isControlPlane }) => isControlPlane)).toBe(!isManaged(cloudType));
  }
});

it('projects, clusters and their pools have the same names in every profile', async () => {
  const [first, ...others] = await Promise.all(
    profiles.map(async (profile) =>
      (await start({ profile })).fleet.projects.map(({ name, clusters }) => ({
        name,
        clusters: clusters.map((cluster) => [
          cluster.uid,
          cluster.name,
          cluster.pools.map((pool) => pool.name),
        ]),
      })),
    ),
  );
  for (const other of others) expect(other).toEqual(first);
});
