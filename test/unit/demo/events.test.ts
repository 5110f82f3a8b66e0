import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../support/demo/hostile';
import { hostileEvents } from '../../support/demo/hostileEvents';
import type { ScriptedService } from '../../support/demo/service';
import { createTestClient } from '../support/service';
import { clusterNamed, start } from './helper';

const eventsOf = (service: ScriptedService, name: string) =>
  service.fleet.clusterEvents(clusterNamed(service, name));

describe('the events of a cluster', () => {
  it('explain the state of every machine', async () => {
    const { fleet } = await start();
    for (const cluster of fleet.projects.slice(0, 40).flatMap(({ clusters }) => clusters)) {
      const events = fleet.clusterEvents(cluster);
      for (const machine of cluster.pools.flatMap((pool) => fleet.machines(cluster, pool))) {
        const { health, instanceState } = machine.status;
        const [latest] = events.filter(({ involvedObject }) => involvedObject.uid === machine.metadata.uid);
        const trouble = health?.conditions.find(
          ({ type, status }) => status !== (type === 'Ready' ? 'True' : 'False'),
        );
        if (trouble) {
          expect(latest).toMatchObject({ reason: trouble.reason, message: trouble.message });
          expect(latest?.severity).toBe(instanceState === 'Failed' ? 'Error' : 'Warning');
        } else if (instanceState !== 'Running') {
          expect(latest?.reason).toBe(`Machine${instanceState}`);
        } else if (machine.status.maintenanceStatus) {
          expect(latest).toMatchObject({ message: machine.status.maintenanceStatus.message });
        } else if (latest?.severity === 'Warning') {
          expect(latest.reason).toBe('HeartbeatMissing');
        }
      }
    }
  });

  it('explain the state of a cluster that is not running', async () => {
    const service = await start();
    const about = (name: string) =>
      eventsOf(service, name)
        .filter(({ involvedObject }) => involvedObject.kind === 'spectrocluster')
        .map(({ reason, severity }) => `${severity} ${reason}`);
    expect(about('payments-br')).toEqual(['Normal ClusterProvisioning']);
    expect(about('inventory-eu')).toEqual(['Error ClusterCreateFailed']);
    expect(about('ml-training-gpu-2')).toEqual(['Normal ClusterDeleting']);
  });
});

describe('listing events', () => {
  it('can return hostile events, of which the client keeps those that are objects', async () => {
    const service = await start();
    const { cluster, pool } = service.fleet.pool('payments-eu', 'workers');
    const events = hostileEvents(service.fleet.machine(cluster, pool, 0).metadata);
    service.faults.add({ kind: 'wrongJson', operation: 'listEvents', body: { items: events } });
    const { items } = await createTestClient(service.baseUrl).client.listEvents({ projectUid: undefined });
    expect(items.length).toBeGreaterThan(20);
    expect(items.length).toBeLessThan(events.length);
    const messages = items.map(({ message = '' }) => message);
    expect(messages).toEqual(expect.arrayContaining(Object.values(hostileTexts)));
    expect(Math.max(...messages.map(({ length }) => length))).toBeGreaterThan(100_000);
    const uids = items.map(({ metadata }) => metadata?.uid);
    expect(new Set(uids).size).toBeLessThan(uids.length - 1);
  });
});
