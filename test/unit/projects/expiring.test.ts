import { describe, expect, it } from 'vitest';
import { FleetReader } from '../../../src/reads/fleetReader';
import { Inventory } from '../../../src/items/inventory';
import { ProjectsModel } from '../../../src/projects/model';
import type { CallOptions } from '../../../src/service/operations';
import { eventually } from '../support/eventually';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

const day = 24 * 60 * 60 * 1000;

/** A fleet in which the certificates of the first `expiring` clusters expire tomorrow, which was found out. */
async function start(expiring: number) {
  const { client } = await connected({ projects: 24 }, {}, unhurried());
  const asked: { readonly uid: string; readonly priority: CallOptions['priority'] }[] = [];
  const renewed = new Set<string>();
  const uids: string[] = [];
  const readCertificates = (uid: string, _projectUid: unknown, options?: CallOptions) => {
    asked.push({ uid, priority: options?.priority });
    const isWell = renewed.has(uid) || !uids.slice(0, expiring).includes(uid);
    const expiry = Date.now() + (isWell ? 300 : 1) * day;
    return Promise.resolve({ machineCertificates: [{ certificateAuthorities: [{ name: 'etcd', expiry }] }] });
  };
  const inventory = new Inventory(sourceOf({ ...client, readCertificates }));
  const model = new ProjectsModel(inventory);
  atEnd(() => {
    inventory.dispose();
  });
  const reader = new FleetReader(inventory);
  await reader.clusters.read();
  const clusters = () => inventory.items().filter(({ kind }) => kind === 'cluster');
  uids.push(...clusters().flatMap(({ uid }) => uid ?? []));
  for (const uid of uids) await inventory.clusterReads.read('certificates', { uid, projectUid: undefined });
  asked.length = 0;
  /** Reads all clusters, and returns those whose certificates were then read. */
  const refresh = async (count: number): Promise<readonly string[]> => {
    await reader.clusters.refreshInBackground(new AbortController().signal);
    return settled(count);
  };
  const settled = async (count: number): Promise<readonly string[]> => {
    await eventually(() => {
      expect(asked.length).toBeGreaterThanOrEqual(count);
    });
    // More would follow soon.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(asked).toHaveLength(count);
    expect(asked.every(({ priority }) => priority === 'timer')).toBe(true);
    return asked.splice(0).map(({ uid }) => uid);
  };
  const alarms = () => clusters().filter(({ cause }) => cause.includes('Certificate etcd')).length;
  return { inventory, model, uids, renewed, refresh, settled, alarms };
}

describe('an alarm about a certificate', () => {
  it('ends when the clusters are read again after it was renewed', async () => {
    const { uids, renewed, refresh, alarms } = await start(3);
    expect(alarms()).toBe(3);
    renewed.add(uids[1] ?? '');
    expect(await refresh(3)).toEqual(uids.slice(0, 3));
    expect(alarms()).toBe(2);
    // The one that ended is not read any more.
    expect(await refresh(2)).toEqual([uids[0], uids[2]]);
  });

  it('ends when the user or a timer refreshes the list of the cluster, with one request', async () => {
    const { inventory, model, uids, settled } = await start(1);
    const cluster = inventory.clusterOf(uids[0]) ?? expect.fail();
    await model.rows.children();
    model.rows.setExpanded(cluster.parent, true);
    model.rows.setExpanded(cluster, true);
    await model.rows.children(cluster.parent);
    await model.rows.children(cluster);
    await inventory.refresh(cluster.parent);
    expect(await settled(1)).toEqual([uids[0]]);
    await model.rows.refreshInBackground(new AbortController().signal);
    expect(await settled(1)).toEqual([uids[0]]);
    await inventory.refresh(cluster);
    expect(await settled(1)).toEqual([uids[0]]);
  });

  it('that many clusters have is read of 50 of them at a time, in turn, and none is forgotten', async () => {
    const { inventory, uids, refresh, alarms } = await start(55);
    const stateOf = (uid: string) => inventory.items().find((item) => item.uid === uid)?.state;
    // The certificates of those that are being deleted need no attention.
    const due = uids.slice(0, 55).filter((uid) => stateOf(uid) !== 'inTransition');
    expect(due.length).toBeGreaterThan(50);
    const before = alarms();
    expect(await refresh(50)).toEqual(due.slice(0, 50));
    expect(await refresh(50)).toEqual([...due.slice(50), ...due.slice(0, 100 - due.length)]);
    expect(alarms()).toBe(before);
  });
});
