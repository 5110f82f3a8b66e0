import { describe, expect, it } from 'vitest';
import { Latency } from '../../../src/service/latency';

const responses = (latency: Latency, path: string, ...durations: readonly number[]): void => {
  for (const durationMs of durations) latency.add({ path, durationMs });
};

describe('the latency of a service', () => {
  it('is not known before the first response', () => {
    const latency = new Latency();
    latency.add({
      path: '/v1/projects',
      durationMs: 5,
      failure: { kind: 'timedOut', operation: 'listProjects' },
    });
    expect(latency.of('/v1/projects')).toBeUndefined();
  });

  it('is the usual one of a family, which a single slow response does not change', () => {
    const latency = new Latency();
    responses(latency, '/v1/cloudconfigs/one', 40, 50);
    responses(latency, '/v1/cloudconfigs/two/machinePools', 9000);
    expect(latency.of('/v1/cloudconfigs/three')).toBe(50);
  });

  it('follows a service that becomes slower', () => {
    const latency = new Latency();
    responses(
      latency,
      '/v1/cloudconfigs/one',
      ...Array<number>(100).fill(40),
      ...Array<number>(15).fill(4000),
    );
    expect(latency.of('/v1/cloudconfigs/one')).toBe(4000);
  });

  it('is that of the fastest family, as long as the family itself has not responded', () => {
    const latency = new Latency();
    responses(latency, '/v1/dashboard/spectroclusters/metadata/search', 2000);
    responses(latency, '/v1/teams/one', 60);
    expect(latency.of('/v1/cloudconfigs/one')).toBe(60);
    expect(latency.of('/v1/dashboard/projects')).toBe(2000);
  });
});
