import { describe, expect, it } from 'vitest';
import { machineCountsOf } from '../../../src/items/cluster';
import { belowHealth } from '../../../src/items/health';
import { clusterHealth } from '../../../src/items/kinds/clusterHealth';
import { machineHealth } from '../../../src/items/kinds/machine';
import { projectHealth } from '../../../src/items/kinds/projectHealth';
import { isUnhealthy } from '../../../src/items/failure';
import type { Machine } from '../../../src/service/resources/machine';
import { clusterWith } from '../support/clusters';
import { clusterFrom, foundClusterFrom, machineFrom, projectFrom } from '../support/resources';

const now = Date.UTC(2026, 10, 21);
const minute = 60_000;

/** Times are in milliseconds, as in Poolview. */
function machine(status: NonNullable<Machine['status']>): Machine {
  return { ...machineFrom({}), status };
}

/** A cluster read individually. */
function cluster(state: string | undefined) {
  return clusterWith({ own: clusterFrom({ status: { state } }) });
}

/** A cluster from cluster search, with a pool of five machines, `healthy` of which are healthy. */
function found(state: string, healthState: string | undefined, healthy?: number, maintenanceMode?: number) {
  const machinePools = healthy === undefined ? undefined : [{ size: 5, healthy, maintenanceMode }];
  return clusterWith({
    search: foundClusterFrom({
      specSummary: { cloudConfig: { machinePools } },
      status: { state, health: { state: healthState } },
    }),
  });
}

const trouble = { type: 'DiskPressure', status: 'True', message: '/var is full' };
const notReady = { type: 'Ready', status: 'Unknown', message: 'Kubelet stopped' };

describe('a machine', () => {
  it.each([
    [{}, 'unknown', ''],
    [{ instanceState: 'Running' }, 'healthy', ''],
    [{ instanceState: 'Running', health: { state: 'Healthy' } }, 'healthy', ''],
    [{ instanceState: 'Running', health: { state: '' } }, 'healthy', ''],
    [{ instanceState: 'Failed' }, 'failed', 'Failed'],
    [{ instanceState: 'Failed', health: { state: 'Healthy' } }, 'failed', 'Failed'],
    [{ instanceState: 'Running', health: { state: 'UnHealthy' } }, 'unhealthy', 'Unhealthy'],
    [{ instanceState: 'Pending', health: { state: 'unhealthy' } }, 'unhealthy', 'Unhealthy'],
    [
      { instanceState: 'Running', health: { conditions: [{ type: 'Ready', status: 'False' }] } },
      'unhealthy',
      'NotReady',
    ],
    // The pressure is the reason.
    [
      { instanceState: 'Running', health: { state: 'Unhealthy', conditions: [notReady, trouble] } },
      'unhealthy',
      'DiskPressure',
    ],
    [{ instanceState: 'Running', maintenanceStatus: { action: 'cordon' } }, 'maintenance', 'Maintenance'],
    [{ instanceState: 'Running', maintenanceStatus: { state: 'Draining' } }, 'maintenance', 'Maintenance'],
    [
      { instanceState: 'Running', maintenanceStatus: { action: '', state: 'InProgress' } },
      'maintenance',
      'Maintenance',
    ],
    [{ instanceState: 'Running', maintenanceStatus: { action: '', state: '' } }, 'healthy', ''],
    [
      { instanceState: 'Running', maintenanceStatus: { action: 'uncordon', state: 'Completed' } },
      'healthy',
      '',
    ],
    [{ instanceState: 'Failed', maintenanceStatus: { action: 'cordon' } }, 'failed', 'Failed'],
    [{ instanceState: 'Running', health: { state: 'Peculiar' } }, 'unknown', 'Peculiar'],
    [{ instanceState: 'Hibernating', health: { state: 'Peculiar' } }, 'unknown', 'Hibernating'],
    [{ health: { state: 'Peculiar' } }, 'unknown', 'Peculiar'],
  ])('with %j is %s: %s', (status, severity, cause) => {
    expect(machineHealth(machine(status), now)).toMatchObject({ severity, cause });
  });

  it('has the message of the deciding condition', () => {
    const conditions = [notReady, trouble];
    const of = (status: NonNullable<Machine['status']>) => machineHealth(machine(status), now).message;
    expect(of({ instanceState: 'Running', health: { conditions } })).toBe('/var is full');
    expect(of({ instanceState: 'Failed', health: { conditions: [notReady] } })).toBe('Kubelet stopped');
    expect(of({ instanceState: 'Running', maintenanceStatus: { action: 'cordon', message: 'Update' } })).toBe(
      'Update',
    );
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
  ])(
    'that is %s is not healthy, whatever its health says, and the row shows its state',
    (instanceState, severity) => {
      for (const health of [undefined, { state: 'Healthy' }]) {
        const cause = instanceState ?? '';
        expect(machineHealth(machine({ instanceState, health }), now)).toEqual({ severity, cause });
      }
    },
  );

  it('has a cause of one short line, whatever the service returns', () => {
    const { cause } = machineHealth(machine({ instanceState: `Odd\n\u202e${'x'.repeat(9000)}` }), now);
    expect(cause).toMatch(/^Odd x+…$/);
    expect(cause.length).toBeLessThanOrEqual(40);
  });

  it.each([
    ['Running', 10 * minute, 'healthy', ''],
    ['Running', 10 * minute + 1, 'lateHeartbeat', 'No heartbeat for 10 min'],
    ['Running', 190 * minute, 'lateHeartbeat', 'No heartbeat for 3 hr'],
    // The service's clock is ahead.
    ['Running', -60 * minute, 'healthy', ''],
    // A machine that isn't running sends no heartbeats.
    ['Deleted', 60 * minute, 'inTransition', 'Deleted'],
  ])('that is %s and whose last heartbeat was %d ms ago is %s: %s', (instanceState, age, severity, cause) => {
    const read = machine({ instanceState, health: { lastHeartBeatTimestamp: now - age } });
    // It is late once its next heartbeats are missing.
    const began = severity === 'lateHeartbeat' ? now - age + 10 * minute : undefined;
    expect(machineHealth(read, now)).toEqual({ severity, cause, began });
  });
});

describe('a condition', () => {
  it.each([
    ['Ready', 'True', false],
    ['Ready', 'Unknown', true],
    ['DiskPressure', 'True', true],
    ['DiskPressure', 'False', false],
    // An unknown condition is not judged.
    ['Frobnicated', 'True', false],
  ])('%s %s', (type, status, unhealthy) => {
    expect(isUnhealthy({ type, status })).toBe(unhealthy);
  });
});

describe('clusters and projects', () => {
  it('are judged only by states Poolview knows', () => {
    expect(clusterHealth(cluster('Running')).severity).toBe('unknown');
    expect(clusterHealth(cluster('Error')).severity).toBe('failed');
    expect(clusterHealth(cluster('Provisioning')).severity).toBe('inTransition');
    expect(clusterHealth(cluster('Importing')).severity).toBe('inTransition');
    expect(clusterHealth(cluster('Unknown')).severity).toBe('unknown');
    expect(clusterHealth(cluster(undefined)).severity).toBe('unknown');
    expect(clusterHealth(clusterWith({})).severity).toBe('unknown');
    const summed = (clustersHealth?: object) =>
      projectHealth(projectFrom({ status: { clustersHealth } })).severity;
    expect(summed()).toBe('unknown');
    expect(summed({ healthy: 3, running: 3 })).toBe('healthy');
    expect(summed({ healthy: 3, unhealthy: 1 })).toBe('unhealthy');
    expect(summed({ errored: 1, unhealthy: 1 })).toBe('failed');
    expect(summed({ errored: -1, unhealthy: 0.5, healthy: 1e300 })).toBe('unknown');
  });

  it.each([
    ['Running', 'Healthy', 5, 0, 'healthy'],
    // It reports no health.
    ['Running', undefined, undefined, undefined, 'unknown'],
    ['Running', '', undefined, undefined, 'unknown'],
    ['Running', undefined, 5, 0, 'healthy'],
    ['Running', undefined, 4, 0, 'unhealthy'],
    ['Running', 'UnHealthy', 5, 0, 'unhealthy'],
    ['Running', 'Unknown', 5, 0, 'unknown'],
    ['Running', 'Healthy', 4, 0, 'unhealthy'],
    ['Running', 'Healthy', 4, 1, 'maintenance'],
    ['Running', 'Healthy', 5, 1, 'maintenance'],
    ['Error', 'Healthy', 5, 0, 'failed'],
    ['Peculiar', 'Peculiar', 5, 0, 'unknown'],
    ['Peculiar', 'Healthy', 5, 0, 'unknown'],
    // The service reports more healthy machines than there are.
    ['Running', 'Healthy', 6, 0, 'healthy'],
    // Machines that are being created or deleted with their cluster need not be healthy.
    ['Provisioning', undefined, 0, 0, 'inTransition'],
    ['Deleting', 'Unknown', 0, 0, 'inTransition'],
  ])(
    'a cluster that is %s and %s, with %s of 5 machines healthy and %s in maintenance, is %s',
    (state, health, healthy, inMaintenance, severity) => {
      expect(clusterHealth(found(state, health, healthy, inMaintenance)).severity).toBe(severity);
    },
  );

  it('count machines only if every pool reports how many are healthy', () => {
    const of = (...machinePools: readonly object[]) =>
      clusterWith({
        search: foundClusterFrom({
          specSummary: {
            cloudConfig: { machinePools, hybridMachinePools: [{ size: 1, healthy: 1, maintenanceMode: 1 }] },
          },
          status: { state: 'Running' },
        }),
      });
    expect(machineCountsOf(of({ size: 3, healthy: 1 }, { size: 2, healthy: 2 }))?.value).toEqual({
      size: 6,
      healthy: 4,
      inMaintenance: 1,
    });
    expect(machineCountsOf(of({ size: 3, healthy: 1 }, { size: 2 }))).toBeUndefined();
    expect(machineCountsOf(of({ size: 3, healthy: 4 }))).toBeUndefined();
    expect(machineCountsOf(clusterWith({}))).toBeUndefined();
    expect(clusterHealth(of({ size: 3, healthy: 1 }, { size: 2 })).severity).toBe('unknown');
  });

  it('describe the problem in a few words', () => {
    expect(clusterHealth(cluster('Error')).cause).toBe('Error');
    expect(clusterHealth(cluster('Importing')).cause).toBe('Importing');
    expect(clusterHealth(cluster('Peculiar')).cause).toBe('Peculiar');
    expect(clusterHealth(found('Running', 'UnHealthy')).cause).toBe('Unhealthy');
    expect(clusterHealth(found('Running', 'Unhealthy', 4)).cause).toBe('1 of 5 machines unhealthy');
    expect(clusterHealth(found('Running', 'Healthy', 4, 1)).cause).toBe('In maintenance: 1 machine');
    expect(clusterHealth(found('Running', 'Healthy', 5, 0)).cause).toBe('');
    const summed = (clustersHealth: object) =>
      projectHealth(projectFrom({ status: { clustersHealth } })).cause;
    expect(summed({ unhealthy: 1 })).toBe('1 unhealthy cluster');
    expect(summed({ errored: 2 })).toBe('2 failed clusters');
    expect(summed({ errored: 1, unhealthy: 3 })).toBe('1 failed, 3 unhealthy clusters');
    expect(summed({ healthy: 3 })).toBe('');
  });

  it("name the object of a cluster's message", () => {
    const conditions = [{ message: '' }, { message: 'disk is full', relatedObject: { name: 'node-5' } }];
    const status = { state: 'Running', health: { state: 'Unhealthy', conditions } };
    expect(clusterHealth(clusterWith({ search: foundClusterFrom({ status }) })).message).toBe(
      'node-5: disk is full',
    );
  });

  it('describe what the machines below them have in common', () => {
    const full = { severity: 'unhealthy', cause: 'DiskPressure', message: 'full' } as const;
    expect(belowHealth(full.severity, { ...full, count: 1 })).toEqual({
      ...full,
      cause: 'DiskPressure: 1 machine',
    });
    expect(belowHealth(full.severity, { ...full, count: 2 })).toMatchObject({
      cause: 'DiskPressure: 2 machines',
    });
    const several = { severity: 'unhealthy', cause: undefined, count: 2 } as const;
    expect(belowHealth(several.severity, several)).toMatchObject({ cause: '2 unhealthy machines' });
    expect(belowHealth('failed', { severity: 'failed', cause: 'Error', count: 1 }).cause).toBe(
      '1 failed machine',
    );
  });
});
