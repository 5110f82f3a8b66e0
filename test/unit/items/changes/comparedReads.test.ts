import { describe, expect, it } from 'vitest';
import { ChangeLog } from '../../../../src/items/changes/changeLog';
import { Inventory } from '../../../../src/items/inventory';
import type { ParentRow } from '../../../../src/items/kinds';
import { ProjectsModel } from '../../../../src/projects/model';
import { requestTime } from '../../../../src/service/requestTime';
import type { ScriptedOptions } from '../../../support/demo/service';
import { rowBelow } from '../../support/scripted';
import { atEnd, connected, sourceOf, unhurried } from '../../support/service';

/** The Projects view of a demo service with a pool and the rows above it expanded, and the changes that its reads show. */
async function expanded(options: Partial<ScriptedOptions> = {}) {
  const { service, client } = await connected({ projects: 3, ...options }, {}, unhurried());
  const inventory = new Inventory(sourceOf(client, {}, service.baseUrl));
  const model = new ProjectsModel(inventory);
  const log = new ChangeLog();
  inventory.store.onDidRead((read) => {
    log.take(read);
  });
  atEnd(() => {
    inventory.dispose();
  });
  const open = async (parent: ParentRow): Promise<void> => {
    await model.rows.children(parent);
  };
  const project = await rowBelow(model, undefined, 'project', 'payments');
  await open(project);
  const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
  await open(cluster);
  await open(await rowBelow(model, cluster, 'pool', 'workers'));
  return {
    service,
    client,
    model,
    inventory,
    log,
    /** Refreshes what is expanded. @returns what has changed, oldest first */
    changes: async (): Promise<readonly string[]> => {
      await model.rows.refreshInBackground(new AbortController().signal);
      return log.changes
        .map(({ item, what, from, to }) => `${item.names.at(-1) ?? ''} ${what} ${from ?? ''} > ${to ?? ''}`)
        .toReversed();
    },
  };
}

describe('the changes that reads show', () => {
  it('are those of the service, with the time of the request', async () => {
    const { service, log, changes } = await expanded();
    const { pool: workers } = service.fleet.pool('payments-eu', 'workers');
    workers.situations.set(0, 'failed');
    workers.situations.set(1, 'cordoned');
    const before = Date.now();
    expect((await changes()).filter((text) => text.startsWith('payments-eu'))).toEqual([
      'payments-eu maintenance  > 1 machine',
      // The state says it all.
      'payments-eu-workers-1 state Running > Failed',
      'payments-eu-workers-2 maintenance  > cordon Completed',
    ]);
    const [{ severityAfter, before: found = 0 } = {}] = log.changes.filter(({ to }) => to === 'Failed');
    expect(severityAfter).toBe('failed');
    expect(found).toBeGreaterThanOrEqual(before);
    expect(found).toBeLessThanOrEqual(Date.now());
  });

  it('are of values that their own request returned', async () => {
    const { service, client, inventory, log } = await expanded();
    service.fleet.pool('payments-eu', 'workers').pool.size = 8;
    const time = requestTime();
    const { items } = await client.searchClusterMetadata();
    await inventory.takeClusters(items, time, true, 'metadata');
    // It says how clusters are, but not how many machines they have.
    expect(log.coverage.items.cluster.compared).toBeGreaterThan(0);
    expect([log.coverage.comparedAt, log.changes]).toEqual([time.readAt, []]);
  });

  it('are also those of a cluster that is read by itself', async () => {
    const { service, changes } = await expanded({ profile: 'classic' });
    service.fleet.pool('payments-eu', 'workers').pool.size = 3;
    expect(await changes()).toContainEqual(expect.stringMatching(/^workers size \d+ machines > 3 machines$/));
  });

  it('are none of the projects that a filter leaves out', async () => {
    const { model, log } = await expanded();
    await model.find('pay');
    await model.rows.children();
    await model.find('');
    await model.rows.children();
    expect(log.changes).toEqual([]);
  });

  it('are safe to show on one line', async () => {
    const { inventory } = await expanded();
    const cluster = inventory.clusters[0];
    if (cluster === undefined) throw new Error('There is no cluster');
    const log = new ChangeLog();
    inventory.store.onDidRead((read) => {
      log.take(read);
    });
    for (const state of ['Running\n\u202e', 'Failed\u0007'.padEnd(500, 'x')]) {
      const search = { value: { ...cluster.readings.search?.value, status: { state } }, ...requestTime() };
      const row = { ...cluster, readings: { search } } as typeof cluster;
      inventory.store.take([{ parent: cluster.parent, rows: [row], isWhole: false }], requestTime());
    }
    const texts = log.changes.flatMap(({ from = '', to = '' }) => [from, to]);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /[\p{Cc}\u202e]/u.test(text) || text.length > 200)).toEqual([]);
  });
});
