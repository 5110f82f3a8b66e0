import { describe, expect, it } from 'vitest';
import { Ranking } from '../../../src/find/search';
import type { Inventory } from '../../../src/items/inventory';
import { isResourceRow, type ParentRow } from '../../../src/items/kinds';
import { requestTime } from '../../../src/service/requestTime';
import { foundClusterFrom } from '../support/resources';
import { rowBelow, scriptedModel, wordFor } from '../support/scripted';

const named = (name: string, uid: string, more: object = {}) => ({ metadata: { name, uid }, ...more });

const machine = (name: string, nic: object, addresses: readonly object[] = [], state = 'Running') =>
  named(name, `uid-${name}`, {
    spec: { nics: [nic] },
    status: { addresses, instanceState: state },
  });

const cluster = (name: string, tags: readonly string[], state = 'Running') =>
  named(name, `uid-${name}`, {
    specSummary: {
      cloudConfig: { uid: 'config', cloudType: 'aws' },
      projectMeta: { uid: 'p3', name: 'web' },
      tags,
    },
    status: { state, health: { state: 'Healthy' } },
  });

/** Projects, clusters with tags, and machines. */
async function known(): Promise<Inventory> {
  const { model } = await scriptedModel({
    listProjects: () => ({
      items: [named('my-web-shop', 'p1'), named('webshop', 'p2'), named('web', 'p3'), named('', 'p4-web')],
    }),
    searchClusters: () => ({
      items: [
        cluster('store-eu', ['env:prod', 'tier:gold']),
        cluster('store-us', ['env:production', 'internal-only'], 'Failed'),
        cluster('store-ap', ['env:test']),
        cluster('prod', []),
      ],
    }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
    listMachines: () => ({
      items: [
        machine('worker-1', { privateIPs: ['10.0.0.11', ''], publicIp: '203.0.113.9' }),
        machine('worker-2', { privateIPs: ['10.0.0.1'] }, [{ type: 'ExternalIP', address: '198.51.100.7' }]),
        machine('worker-3', { privateIPs: ['fd00::25'] }, [], 'Failed'),
      ],
    }),
  });
  let parent: ParentRow | undefined;
  for (const [kind, name] of [['project', 'web'] as const, ['cluster', 'prod'] as const]) {
    parent = await rowBelow(model, parent, kind, name);
  }
  await model.rows.children(await rowBelow(model, parent, 'pool', 'pool'));
  return model.inventory;
}

function found(inventory: Inventory, line: string, limit = 100): string {
  const ranking = new Ranking(line, inventory);
  const best = ranking.best(inventory.rows, limit);
  // Agents find the same.
  const ranked = inventory.items().filter((item) => ranking.rankOf(item) !== undefined);
  if (best.length < limit) expect(ranked.map(({ id }) => id).sort()).toEqual(best.map(({ id }) => id).sort());
  return best.map((row) => wordFor(row) || row.id.slice(row.id.lastIndexOf(':'))).join(' ');
}

describe('an item is found', () => {
  it.each([
    // The whole name, its beginning, a part of it, a part of the UID.
    ['web', 'web webshop my-web-shop :p4-web'],
    [' WEB ', 'web webshop my-web-shop :p4-web'],
    ['shop web', 'my-web-shop webshop'],
    // The cause of the other one was not read.
    ['web -shop', 'web'],
    ['uid-worker-2', 'worker-2'],
    // A complete address comes before a longer one with the same beginning.
    ['10.0.0.1', 'worker-2 worker-1'],
    ['203.0.113', 'worker-1'],
    ['198.51.100.7', 'worker-2'],
    ['fd00::25', 'worker-3'],
    ['nobody', ''],
    ['', ''],
  ])('by its names: %j', async (line, expected) => {
    expect(found(await known(), line)).toBe(expected);
  });

  it.each([
    ['kind:cluster env:prod', 'store-eu'],
    ['ENV:Prod kind:cluster', 'store-eu'],
    ['env:prod* kind:cluster', 'store-us store-eu'],
    ['kind:cluster env:prod eu', 'store-eu'],
    ['env:prod,test kind:cluster', 'store-eu store-ap'],
    ['tag:internal-only kind:cluster', 'store-us'],
    ['env:prod tier:gold kind:cluster', 'store-eu'],
    // Without a term, tags do not count.
    ['gold', ''],
    // The worst come first.
    ['kind:machine', 'worker-3 worker-1 worker-2'],
    // Nothing is asked yet.
    ['state:', ''],
  ])('by terms: %j', async (line, expected) => {
    expect(found(await known(), line)).toBe(expected);
  });

  it('among many, and only the best are returned', async () => {
    expect(found(await known(), 'web', 2)).toBe('web webshop');
  });

  it('by tags only if they were read', async () => {
    const inventory = await known();
    const unread = { ...named('unread', 'u'), specSummary: { projectMeta: { uid: 'p3', name: 'web' } } };
    await inventory.takeClusters([foundClusterFrom(unread)], requestTime(), false);
    expect(inventory.rows.filter(isResourceRow).map(wordFor)).toContain('unread');
    expect(found(inventory, '-env:prod kind:cluster name')).toBe('');
    expect(found(inventory, '-env:prod kind:cluster un')).toBe('');
  });
});
