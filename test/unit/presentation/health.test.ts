import { describe, expect, it } from 'vitest';
import { machineCountsOf } from '../../../src/presentation/cluster';
import {
  clusterSeverity,
  concernsOf,
  isUnhealthy,
  machineSeverity,
  projectSeverity,
  unrecognizedHealth,
} from '../../../src/presentation/health';
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
function found(state: string, healthState: string | undefined, healthy?: number, maintenanceMode?: number) {
  const machinePools = healthy === undefined ? undefined : [{ size: 5, healthy, maintenanceMode }];
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
    [{ instanceState: 'Running' }, [], 'healthy'],
    [{ instanceState: 'Running', health: { state: 'Healthy' } }, [], 'healthy'],
    [{ instanceState: 'Running', health: { state: '' } }, [], 'healthy'],
    [{ instanceState: 'Failed' }, ['failed'], 'failed'],
    [{ instanceState: 'Failed', health: { state: 'Healthy' } }, ['failed'], 'failed'],
    [{ instanceState: 'Running', health: { state: 'UnHealthy' } }, ['unhealthy'], 'unhealthy'],
    [{ instanceState: 'Pending', health: { state: 'unhealthy' } }, ['unhealthy'], 'unhealthy'],
    [
      { instanceState: 'Running', health: { conditions: [{ type: 'Ready', status: 'False' }] } },
      ['unhealthy'],
      'unhealthy',
    ],
    [{ instanceState: 'Running', maintenanceStatus: { action: 'cordon' } }, ['maintenance'], 'maintenance'],
    [{ instanceState: 'Running', maintenanceStatus: { state: 'Draining' } }, ['maintenance'], 'maintenance'],
    [
      { instanceState: 'Running', maintenanceStatus: { action: '', state: 'InProgress' } },
      ['maintenance'],
      'maintenance',
    ],
    [{ instanceState: 'Running', maintenanceStatus: { action: '', state: '' } }, [], 'healthy'],
    [
      { instanceState: 'Running', maintenanceStatus: { action: 'uncordon', state: 'Completed' } },
      [],
      'healthy',
    ],
    [
      { instanceState: 'Failed', maintenanceStatus: { action: 'cordon' } },
      ['failed', 'maintenance'],
      'failed',
    ],
  ] as const)('with %j', (status, concerns, severity) => {
    expect(concernsOf(machine(status as never), now)).toEqual(concerns);
    expect(machineSeverity(machine(status as never), now)).toBe(severity);
  });

  it.each([
    ['Pending', 'inTransition'],
    ['Provisioning', 'inTransition'],
    ['Provisioned', 'inTransition'],
    ['Deleting', 'inTransition'],
    ['Deleted', 'inTransition'],
    ['Hibernating', 'unknown'],
    ['Rebalancing', 'unknown'],
    ['Unknown', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('that is %s is not healthy, whatever its health', (instanceState, severity) => {
    for (const health of [undefined, { state: 'Healthy' }]) {
      expect(machineSeverity(machine({ instanceState, health }), now)).toBe(severity);
    }
  });

  it('is not healthy if its health is not recognized', () => {
    const peculiar = machine({ instanceState: 'Running', health: { state: 'Peculiar' } });
    expect(machineSeverity(peculiar, now)).toBe('unknown');
    expect(unrecognizedHealth(peculiar)).toBe('Peculiar');
    for (const state of [undefined, '', 'healthy', 'UnHealthy']) {
      expect(unrecognizedHealth(machine({ health: { state } }))).toBe('');
    }
  });

  it.each([
    ['Running', 10 * minute, 'healthy'],
    ['Running', 10 * minute + 1, 'lateHeartbeat'],
    // A clock that is ahead of Poolview's.
    ['Running', -60 * minute, 'healthy'],
    // A machine that does not run has no reason to send a heartbeat.
    ['Deleted', 60 * minute, 'inTransition'],
  ])('that is %s, with a heartbeat %d ms before it was read, is %s', (instanceState, age, severity) => {
    const read = machine({ instanceState, health: { lastHeartBeatTimestamp: now - age } });
    expect(machineSeverity(read, now)).toBe(severity);
    expect(concernsOf(read, now)).toEqual(severity === 'lateHeartbeat' ? ['lateHeartbeat'] : []);
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
  it('are judged only by what Poolview recognizes', () => {
    expect(clusterSeverity(cluster('Running'))).toBe('healthy');
    expect(clusterSeverity(cluster('Error'))).toBe('failed');
    expect(clusterSeverity(cluster('Provisioning'))).toBe('inTransition');
    expect(clusterSeverity(cluster('Importing'))).toBe('inTransition');
    expect(clusterSeverity(cluster('Unknown'))).toBe('unknown');
    expect(clusterSeverity(cluster(undefined))).toBe('unknown');
    expect(clusterSeverity({ usage: {} })).toBe('unknown');
    const summed = (clustersHealth?: object) => projectSeverity(projectFrom({ status: { clustersHealth } }));
    expect(summed()).toBe('unknown');
    expect(summed({ healthy: 3, running: 3 })).toBe('healthy');
    expect(summed({ healthy: 3, unhealthy: 1 })).toBe('unhealthy');
    expect(summed({ errored: 1, unhealthy: 1 })).toBe('failed');
    expect(summed({ errored: -1, unhealthy: 0.5, healthy: 1e300 })).toBe('unknown');
  });

  it.each([
    ['Running', 'Healthy', 5, 0, 'healthy'],
    ['Running', undefined, undefined, undefined, 'healthy'],
    ['Running', 'UnHealthy', 5, 0, 'unhealthy'],
    ['Running', 'Unknown', 5, 0, 'unknown'],
    ['Running', 'Healthy', 4, 0, 'unhealthy'],
    ['Running', 'Healthy', 4, 1, 'maintenance'],
    ['Running', 'Healthy', 5, 1, 'maintenance'],
    ['Error', 'Healthy', 5, 0, 'failed'],
    ['Peculiar', 'Peculiar', 5, 0, 'unknown'],
    ['Peculiar', 'Healthy', 5, 0, 'unknown'],
    // More machines cannot be healthy than there are.
    ['Running', 'Healthy', 6, 0, 'healthy'],
    // Machines that are created or deleted with their cluster are not expected to be healthy.
    ['Provisioning', undefined, 0, 0, 'inTransition'],
    ['Deleting', 'Unknown', 0, 0, 'inTransition'],
  ])(
    'a cluster that is %s and %s, with %s of 5 machines healthy and %s in maintenance, is %s',
    (state, health, healthy, inMaintenance, severity) => {
      expect(clusterSeverity(found(state, health, healthy, inMaintenance))).toBe(severity);
    },
  );

  it('count machines only where every pool says how many of them are healthy', () => {
    const of = (...machinePools: readonly object[]) => ({
      usage: {},
      found: foundClusterFrom({
        specSummary: {
          cloudConfig: { machinePools, hybridMachinePools: [{ size: 1, healthy: 1, maintenanceMode: 1 }] },
        },
        status: { state: 'Running' },
      }),
    });
    expect(machineCountsOf(of({ size: 3, healthy: 1 }, { size: 2, healthy: 2 }))).toEqual({
      size: 6,
      healthy: 4,
      inMaintenance: 1,
    });
    expect(machineCountsOf(of({ size: 3, healthy: 1 }, { size: 2 }))).toBeUndefined();
    expect(machineCountsOf(of({ size: 3, healthy: 4 }))).toBeUndefined();
    expect(machineCountsOf({ usage: {} })).toBeUndefined();
    expect(clusterSeverity(of({ size: 3, healthy: 1 }, { size: 2 }))).toBe('healthy');
  });
});
