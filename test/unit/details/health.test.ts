import { describe, expect, it } from 'vitest';
import { machineCountsOf } from '../../../src/details/cluster';
import {
  clusterHealth,
  concernsOf,
  isUnhealthy,
  machineHealth,
  projectHealth,
  worst,
} from '../../../src/details/health';
import type { Machine } from '../../../src/service/resources/machine';
import { clusterFrom, foundClusterFrom, machineFrom, projectFrom } from '../support/resources';

const now = Date.UTC(2026, 10, 21);
const minute = 60_000;

/** Times are given as Poolview has them, in milliseconds. */
function machine(status: NonNullable<Machine['status']>): Machine {
  return { ...machineFrom({}), status };
}

/** A cluster as it was read one by one. */
function cluster(state: string | undefined) {
  return { usage: {}, read: clusterFrom({ status: { state } }) };
}

/** A cluster as cluster search found it, with a pool of `healthy` machines of five. */
function found(state: string, healthState: string | undefined, healthy?: number) {
  const machinePools = healthy === undefined ? undefined : [{ size: 5, healthy }];
  return {
    usage: {},
    found: foundClusterFrom({
      specSummary: { cloudConfig: { machinePools } },
      status: { state, health: { state: healthState } },
    }),
  };
}

describe('a machine', () => {
  it.each([
    [{}, [], 'unknown'],
    [{ instanceState: 'Running' }, [], 'ok'],
    [{ instanceState: 'Running', health: { state: 'Healthy' } }, [], 'ok'],
    [{ instanceState: 'Pending' }, [], 'unknown'],
    [{ instanceState: 'Rebalancing' }, [], 'unknown'],
    [{ instanceState: 'Failed' }, ['failed'], 'error'],
    [{ instanceState: 'Running', health: { state: 'UnHealthy' } }, ['unhealthy'], 'error'],
    [{ instanceState: 'Running', health: { state: 'Peculiar' } }, [], 'ok'],
    [
      { instanceState: 'Running', health: { conditions: [{ type: 'Ready', status: 'False' }] } },
      ['unhealthy'],
      'error',
    ],
    [{ instanceState: 'Running', health: { lastHeartBeatTimestamp: now - 14 * minute } }, [], 'ok'],
    [
      { instanceState: 'Running', health: { lastHeartBeatTimestamp: now - 16 * minute } },
      ['noHeartbeat'],
      'warning',
    ],
    // What does not run has no reason to send a heartbeat.
    [{ instanceState: 'Deleted', health: { lastHeartBeatTimestamp: 0 } }, [], 'unknown'],
    [{ instanceState: 'Running', maintenanceStatus: { action: 'cordon' } }, ['maintenance'], 'warning'],
    [{ instanceState: 'Running', maintenanceStatus: { state: 'Draining' } }, ['maintenance'], 'warning'],
    [
      { instanceState: 'Running', maintenanceStatus: { action: '', state: 'InProgress' } },
      ['maintenance'],
      'warning',
    ],
    [{ instanceState: 'Running', maintenanceStatus: { action: '', state: '' } }, [], 'ok'],
    [{ instanceState: 'Running', maintenanceStatus: { action: 'uncordon', state: 'Completed' } }, [], 'ok'],
    [
      { instanceState: 'Failed', maintenanceStatus: { action: 'cordon' } },
      ['failed', 'maintenance'],
      'error',
    ],
  ] as const)('with %j', (status, concerns, health) => {
    expect(concernsOf(machine(status as never), now)).toEqual(concerns);
    expect(machineHealth(machine(status as never), now)).toBe(health);
  });
});

describe('a condition', () => {
  it.each([
    ['Ready', 'True', false],
    ['Ready', 'Unknown', true],
    ['DiskPressure', 'True', true],
    ['DiskPressure', 'False', false],
    // Whether this one is good or bad is not known, so it is not judged.
    ['Frobnicated', 'True', false],
  ])('%s %s', (type, status, unhealthy) => {
    expect(isUnhealthy({ type, status })).toBe(unhealthy);
  });
});

describe('clusters and projects', () => {
  it('judges only what it understands', () => {
    expect(clusterHealth(cluster('Running'))).toBe('ok');
    expect(clusterHealth(cluster('Error'))).toBe('error');
    expect(clusterHealth(cluster('Provisioning'))).toBe('unknown');
    expect(clusterHealth(cluster(undefined))).toBe('unknown');
    expect(clusterHealth({ usage: {} })).toBe('unknown');
    const summed = (clustersHealth?: object) => projectHealth(projectFrom({ status: { clustersHealth } }));
    expect(summed()).toBe('unknown');
    expect(summed({ healthy: 3, running: 3 })).toBe('ok');
    expect(summed({ healthy: 3, unhealthy: 1 })).toBe('warning');
    expect(summed({ errored: 1, unhealthy: 1 })).toBe('error');
  });

  it.each([
    ['Running', 'Healthy', 5, 'ok'],
    ['Running', undefined, undefined, 'ok'],
    ['Running', 'UnHealthy', 5, 'error'],
    ['Running', 'Healthy', 4, 'warning'],
    ['Error', 'Healthy', 5, 'error'],
    ['Peculiar', 'Peculiar', 5, 'unknown'],
    // Machines that come or go with their cluster are not expected to be well.
    ['Provisioning', undefined, 0, 'unknown'],
    ['Deleting', undefined, 0, 'unknown'],
  ])('a cluster that is %s, says %s, with %s of 5 machines well, is %s', (state, said, healthy, health) => {
    expect(clusterHealth(found(state, said, healthy))).toBe(health);
  });

  it('counts machines only where every pool says how many of them are well', () => {
    const of = (...machinePools: readonly object[]) => ({
      usage: {},
      found: foundClusterFrom({
        specSummary: { cloudConfig: { machinePools, hybridMachinePools: [{ size: 1, healthy: 1 }] } },
        status: { state: 'Running' },
      }),
    });
    expect(machineCountsOf(of({ size: 3, healthy: 1 }, { size: 2, healthy: 2 }))).toEqual({
      size: 6,
      healthy: 4,
    });
    expect(machineCountsOf(of({ size: 3, healthy: 1 }, { size: 2 }))).toBeUndefined();
    expect(machineCountsOf({ usage: {} })).toBeUndefined();
    expect(clusterHealth(of({ size: 3, healthy: 1 }, { size: 2 }))).toBe('ok');
  });

  it('takes the worst of what is below', () => {
    expect(worst([])).toBe('unknown');
    expect(worst(['unknown', 'ok'])).toBe('ok');
    expect(worst(['ok', 'error', 'warning'])).toBe('error');
  });
});
