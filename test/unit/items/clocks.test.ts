import { expect, it } from 'vitest';
import { Inventory } from '../../../src/items/inventory';
import { ServiceClock } from '../../../src/service/requestTime';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

const minute = 60_000;

/** How the machines of a project with a silent one are, seen from a computer whose clock is `fastMs` ahead. */
async function machineStates(fastMs: number): Promise<readonly string[]> {
  const now = (): Date => new Date(Date.now() - fastMs);
  const { service, client } = await connected(
    { projects: 60, now },
    { clock: new ServiceClock() },
    unhurried(),
  );
  const inventory = new Inventory(sourceOf(client, {}, service.baseUrl));
  atEnd(() => {
    inventory.dispose();
  });
  await inventory.store.load();
  const project = inventory.items().find(({ name }) => name === 'chaos-lab');
  for (const cluster of await inventory.readBelow(project?.id ?? '', {})) {
    for (const pool of await inventory.readBelow(cluster, {})) await inventory.readBelow(pool, {});
  }
  return inventory
    .items()
    .flatMap(({ kind, name, state }) => (kind === 'machine' ? [`${name} ${state}`] : []));
}

it.each([11 * minute, -11 * minute])(
  'a computer whose clock is %i ms ahead sees which machines are silent',
  async (fastMs) => {
    const right = await machineStates(0);
    expect(right).toContainEqual(expect.stringMatching(/ lateHeartbeat$/));
    expect(right).toContainEqual(expect.stringMatching(/ healthy$/));
    expect(await machineStates(fastMs)).toEqual(right);
  },
);
