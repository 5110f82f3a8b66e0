import { describe, expect, it } from 'vitest';
import {
  clusterHealth,
  concernsOf,
  isUnhealthy,
  machineHealth,
  projectHealth,
  worst,
} from '../../../src/details/health';
import type { Machine } from '../../../src/service/resources/machine';

const now = Date.UTC(2026, 10, 21);
const minute = 60_000;

function machine(status: NonNullable<Machine['status']>): Machine {
  return { status };
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
    expect(clusterHealth('Running')).toBe('ok');
    expect(clusterHealth('Error')).toBe('error');
    expect(clusterHealth('Provisioning')).toBe('unknown');
    expect(clusterHealth(undefined)).toBe('unknown');
    expect(projectHealth({})).toBe('unknown');
    expect(projectHealth({ status: { clustersHealth: { healthy: 3, running: 3 } } })).toBe('ok');
    expect(projectHealth({ status: { clustersHealth: { healthy: 3, unhealthy: 1 } } })).toBe('warning');
    expect(projectHealth({ status: { clustersHealth: { errored: 1, unhealthy: 1 } } })).toBe('error');
  });

  it('takes the worst of what is below', () => {
    expect(worst([])).toBe('unknown');
    expect(worst(['unknown', 'ok'])).toBe('ok');
    expect(worst(['ok', 'error', 'warning'])).toBe('error');
  });
});
