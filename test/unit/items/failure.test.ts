import { describe, expect, it } from 'vitest';
import { failedPacks, failureOf, findingOf } from '../../../src/items/failure';
import { withFailure } from '../../../src/items/kinds/clusterHealth';
import type { Condition } from '../../../src/service/resources/machine';
import { clusterWith } from '../support/clusters';
import { foundClusterFrom } from '../support/resources';
import { attacks } from '../support/hostile';

const pack = (name: string, condition: Condition) => ({ name, condition });
const failing = { type: 'Error', reason: 'ImagePullBackOff', message: "can't pull calico/node:v3" };
const causeOf = (status: object) => failureOf({ status })?.cause;

describe('what has failed in a cluster', () => {
  it('is the pack that failed first, with the message of the service', () => {
    const packs = [
      pack('kubernetes', { type: 'Ready', status: 'True' }),
      pack('csi', { ...failing, lastTransitionTime: 2 }),
      pack('cni-calico', { ...failing, lastTransitionTime: 1 }),
      pack('unknown-time', failing),
    ];
    expect(failureOf({ status: { packs } })).toEqual({
      cause: 'cni-calico ImagePullBackOff',
      message: failing.message,
      began: 1,
      pack: 'cni-calico',
    });
    expect(failedPacks(packs).map(({ name }) => name)).toEqual(['cni-calico', 'csi', 'unknown-time']);
  });

  it.each(['False', 'True', 'Unknown', '', undefined])('is a pack in error, whose status is %j', (status) => {
    const packs = [pack('csi', { type: 'Ready' }), pack('cni-calico', { ...failing, status })];
    expect(causeOf({ packs })).toBe('cni-calico ImagePullBackOff');
    expect(failedPacks(packs).map(({ name }) => name)).toEqual(['cni-calico']);
  });

  it('is otherwise a condition', () => {
    const packs = [pack('cni-calico', { type: 'Ready' })];
    expect(causeOf({ packs, conditions: [{ type: 'Ready', status: 'False', reason: 'EtcdDown' }] })).toBe(
      'NotReady: EtcdDown',
    );
    expect(causeOf({ conditions: [{ type: 'Error' }] })).toBe('Error');
  });

  it.each([
    [{}],
    [{ packs: [] }],
    [{ packs: [{ name: 'cni-calico' }, pack('csi', { type: 'WaitingForOtherLayers', status: 'False' })] }],
    [{ conditions: [{ type: 'Error', status: 'False' }] }],
    [{ conditions: [{ type: 'SomethingNew', status: 'False', reason: 'Odd' }, {}] }],
  ])('is nothing in %j', (status) => {
    expect(failureOf({ status })).toBeUndefined();
    expect(failureOf(undefined)).toBeUndefined();
  });

  it('is one short line, whatever the service returns', () => {
    for (const text of [...attacks, 'x'.repeat(1e6)]) {
      const cause = causeOf({ packs: [pack(text, { type: 'Error', reason: text })] }) ?? '';
      expect(cause).not.toMatch(/[\n\u202e]/u);
      expect(cause.length).toBeLessThan(64);
    }
  });
});

describe('what was found about a cluster that has failed', () => {
  const undone = {
    type: 'ControlPlaneNodeAdditionDone',
    status: 'False',
    reason: 'NoQuota',
    message: 'No quota left',
  };
  const ill = { type: 'NodeNotReady', message: 'PLEG is not healthy', relatedObject: { name: 'eu-3' } };

  it('is a step that was not done, or else what the check of its health found', () => {
    const health = { conditions: [{ message: 'Odd' }, ill] };
    const done = { type: 'ClusterInfrastructureReady', status: 'True', reason: 'Ready' };
    expect(findingOf({ status: { conditions: [done, undone], health } })).toEqual({
      cause: 'NoQuota',
      message: 'No quota left',
    });
    expect(findingOf({ status: { conditions: [done], health } })).toEqual({
      cause: 'NodeNotReady',
      message: 'eu-3: PLEG is not healthy',
    });
  });

  it.each([
    [{}],
    [
      {
        conditions: [
          { ...undone, status: 'Unknown' },
          { ...undone, reason: '' },
          { ...undone, type: 'Odd' },
        ],
      },
    ],
    [{ health: { conditions: [{ message: 'Odd' }] } }],
  ])('is nothing in %j', (status) => {
    expect(findingOf({ status })).toBeUndefined();
    expect(findingOf(undefined)).toBeUndefined();
  });

  it('explains what says no more than how many machines are affected', () => {
    const known = clusterWith({ overview: { status: { conditions: [undone] } } });
    const causeOf = (cause: string, counted?: number) =>
      withFailure({ severity: 'unhealthy', cause, counted }, known).cause;
    expect(causeOf('Unhealthy')).toBe('NoQuota');
    expect(causeOf('1 of 3 machines unhealthy', 1)).toBe('NoQuota');
    expect(causeOf('DiskPressure: 1 machine')).toBe('DiskPressure: 1 machine');
  });
});

describe('the cause of a cluster', () => {
  const of = (severity: 'failed' | 'unhealthy' | 'lateHeartbeat' | 'healthy', cause: string) => {
    const health = { severity, cause, message: 'of the service' };
    return withFailure(health, clusterWith({ search, overview }));
  };
  const search = foundClusterFrom({ status: { state: 'Error' } });
  const overview = { status: { packs: [pack('cni-calico', { type: 'Error' })] } };

  it.each([
    ['unhealthy', 'Unhealthy', 'cni-calico Error'],
    ['failed', 'Error', 'cni-calico Error'],
    ['failed', '1 failed machine', 'cni-calico Error · 1 failed machine'],
    ['unhealthy', 'DiskPressure: 1 machine', 'cni-calico Error · DiskPressure: 1 machine'],
    // A pack changes no severity, and explains no other.
    ['lateHeartbeat', 'No heartbeat', 'No heartbeat'],
    ['healthy', '', ''],
  ] as const)('that is %s because of "%s" is "%s"', (severity, cause, expected) => {
    expect(of(severity, cause)).toMatchObject({ severity, cause: expected, message: 'of the service' });
  });

  it('that failed without a reason says so, once that was looked for', () => {
    const causeOf = (read: object, message?: string) =>
      withFailure({ severity: 'failed', cause: 'Error', message }, clusterWith({ search, ...read })).cause;
    const looked = { overview: { status: {} } };
    expect(causeOf(looked)).toBe('Error, no reason given');
    expect(causeOf(looked, 'of the service')).toBe('Error');
    expect(causeOf({})).toBe('Error');
  });

  it('is not what failed long before the cluster was read, when another part may have failed', () => {
    const causeAt = (readAt: number): string => {
      const health = { severity: 'unhealthy', cause: 'DiskPressure: 1 machine' } as const;
      return withFailure(health, { ...clusterWith({ overview }), readAt }).cause;
    };
    expect(causeAt(600_000)).toBe('cni-calico Error · DiskPressure: 1 machine');
    expect(causeAt(600_001)).toBe('DiskPressure: 1 machine');
  });
});
