import { describe, expect, it } from 'vitest';
import { checkCertificates } from '../../../src/fleet/checkCertificates';
import type { ScriptedOptions } from '../../support/demo/service';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';
import { nextQuickPick } from '../support/quickPick';
import { start } from './support';

/** Runs the command in a fleet whose clusters are read. */
async function run(options: Partial<ScriptedOptions> = {}, answer = 'Read') {
  const the = await start({ projects: 3, ...options });
  const user = dialogs(() => answer);
  const list = nextQuickPick();
  /** The list, once it is shown. */
  const shownList = () =>
    eventually(() => {
      expect(list.show).toHaveBeenCalled();
      return list;
    });
  const done = checkCertificates(the.reader);
  return { ...the, ...user, shownList, done };
}

describe('Check Certificates', () => {
  it('says first how many requests it takes, and sends none if the user does not agree', async () => {
    const { done, shown, clusters, asked } = await run({}, 'Cancel');
    await done;
    const count = clusters().length;
    expect(shown).toEqual([
      expect.stringMatching(`^Read the certificates of ${count} clusters\\? ${count} requests`),
    ]);
    expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
  });

  it('lists the clusters by expiry, with the one that was not renewed first, and reveals the chosen one', async () => {
    const { done, clusters, asked, shownList, executed, of } = await run();
    const pick = await shownList();
    expect(asked()).toMatchObject({ readCertificates: clusters().length });
    expect(pick.items).toHaveLength(clusters().length);
    const [first] = pick.items;
    expect(first).toMatchObject({
      label: 'etcd-server expires in 6 days',
      description: 'ledger › ledger-dr',
      iconPath: { id: 'warning' },
    });
    expect(pick.items[1]).toMatchObject({ iconPath: { id: 'pass' } });
    // Its control plane is still being created.
    expect(pick.items.at(-1)).toMatchObject({ label: 'No certificates', iconPath: { id: 'question' } });
    pick.choose(first ?? expect.fail());
    await done;
    const cluster = of('cluster').find(({ name }) => name === 'ledger-dr');
    expect(JSON.stringify(executed)).toContain(cluster?.id);
    expect([cluster?.state, cluster?.cause]).toEqual([
      'unhealthy',
      'Certificate etcd-server expires in 6 days',
    ]);
  });

  it('does not warn of the certificates of a cluster that is being deleted', async () => {
    const { fleet, reader, clusters, done, shown } = await run({}, 'Cancel');
    await done;
    expect(shown).toHaveLength(1);
    const dr = clusters().find(({ name }) => name === 'ledger-dr') ?? expect.fail();
    Object.assign(dr, { state: 'Deleting' });
    await reader.clusters.read();
    dialogs(() => 'Read');
    const list = nextQuickPick();
    const checked = checkCertificates(reader);
    await eventually(() => {
      expect(list.show).toHaveBeenCalled();
    });
    expect(list.items.find(({ description }) => description?.endsWith('ledger-dr'))).toMatchObject({
      label: 'etcd-server expires in 6 days',
      iconPath: { id: 'pass' },
    });
    list.hidden.fire();
    await checked;
    expect(fleet.items().find(({ name }) => name === 'ledger-dr')).toMatchObject({ state: 'inTransition' });
  });

  it('says at the end which clusters could not be read, and why', async () => {
    const { done, service, clusters, shownList } = await run();
    service.faults.add(
      { kind: 'status', status: 403, operation: 'readCertificates' },
      { kind: 'status', status: 500, operation: 'readCertificates' },
    );
    const pick = await shownList();
    const isUnknown = ({ iconPath }: (typeof pick.items)[number]) =>
      (iconPath as { id: string }).id === 'question';
    const unknown = pick.items.filter(isUnknown);
    expect(pick.items.slice(-unknown.length)).toEqual(unknown);
    const reasons = unknown.map(({ label }) => label).filter((label) => label !== 'No certificates');
    expect(reasons.toSorted()).toEqual([
      expect.stringContaining('The API key probably lacks the cluster.get permission (403'),
      expect.stringContaining('The service reported an internal error (500'),
    ]);
    expect((pick as { readonly placeholder?: string }).placeholder).toBe(
      `${clusters().length - 2} of ${clusters().length} read`,
    );
    pick.hidden.fire();
    await done;
  });

  it('lists what was read until it is canceled', async () => {
    const { done, service, shownList, cancel, clusters } = await run();
    service.faults.add({ kind: 'hang', operation: 'readCertificates', times: 2 });
    await eventually(() => {
      expect(service.requests.filter(({ operation }) => operation === 'readCertificates')).not.toEqual([]);
    });
    cancel();
    const pick = await shownList();
    expect(pick.items.length).toBeLessThan(clusters().length);
    pick.hidden.fire();
    await done;
  });

  it('ends without a list if the user switches to another connection', async () => {
    const { done, fleet, service } = await run();
    service.faults.add({ kind: 'hang', operation: 'readCertificates', times: Infinity });
    await eventually(() => {
      expect(service.requests.filter(({ operation }) => operation === 'readCertificates')).not.toEqual([]);
    });
    const sent = service.requests.length;
    fleet.dispose();
    await done;
    expect(service.requests).toHaveLength(sent);
  });
});
