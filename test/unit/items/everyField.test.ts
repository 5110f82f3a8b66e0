import { expect, it } from 'vitest';
import { FleetStore } from '../../../src/fleet/page/fleet';
import type { FleetMessage } from '../../../src/fleet/messages';
import type { Item } from '../../../src/items/item';
import { FleetUpdates } from '../../../src/fleet/updates';
import { header } from '../fleet/page/support';

/** Has every field of items: the compiler asks for new ones. */
const machine: Required<Item> = {
  kind: 'machine',
  id: 'poolview/p-1/c-1/pool/m-1',
  parent: 'poolview/p-1/c-1/pool',
  name: 'workers-5',
  uid: 'm-1',
  state: 'unhealthy',
  cause: 'DiskPressure',
  cloudType: 'openstack',
  region: 'eu-1',
  addresses: ['10.0.0.25', '10.0.0.26'],
  heartbeat: Date.UTC(2026, 10, 22, 9, 31),
  readAt: Date.UTC(2026, 10, 22, 9, 32),
  isStale: true,
  cores: { total: 8, used: 4 },
  memoryMiB: { total: 4096, used: 1024 },
  machines: 3,
  maxMachines: 5,
  clusterStates: { failed: 1 },
};

it('arrives at the page of the fleet overview', () => {
  const sent: FleetMessage[] = [];
  const updates = new FleetUpdates(
    () => ({ header, items: [machine] }),
    (message) => {
      if (message.type === 'fleet') sent.push(message);
    },
  );
  updates.start();
  const store = new FleetStore();
  const [fleet] = sent.map((message) => store.apply(structuredClone(message)));
  expect(fleet?.items.get(machine.id)).toEqual(machine);
});
