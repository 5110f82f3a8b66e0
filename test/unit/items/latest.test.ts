import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { Inventory } from '../../../src/items/inventory';
import { concurrency } from '../../../src/service/endpointFamily';
import { timed } from '../../../src/service/requestTime';
import type { CallOptions } from '../../../src/service/operations';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

it('the request that left last counts, also if it was asked for first', async () => {
  const { service, client } = await connected({ projects: 3 }, {}, unhurried());
  const inventory = new Inventory(sourceOf(client, {}, service.baseUrl));
  atEnd(() => {
    inventory.dispose();
  });
  await inventory.store.load();
  const [project] = inventory.store.rows();
  const [cluster] = service.fleet.projects[0]?.clusters ?? [];
  const stateOf = (uid: string | undefined) => inventory.items().find((item) => item.uid === uid)?.state;

  // The slot of timers is taken, so that this waits for its turn.
  const gate = new EventEmitter();
  const until = once(gate, 'open');
  service.faults.add({ kind: 'hold', until, operation: 'readCluster', times: Infinity });
  const priorities = ['timer', ...Array.from({ length: concurrency - 1 }, () => 'user' as const)] as const;
  const held = priorities.map((priority, index) => client.readCluster(`${index}`, undefined, { priority }));
  const ended = Promise.allSettled(held);
  await expect.poll(() => service.requests.length).toBe(1 + concurrency);
  const sent = timed<CallOptions>({ priority: 'timer' });
  const slow = client.searchClusters({}, sent.options);

  await inventory.readBelow(project?.id ?? '', {});
  expect(stateOf(cluster?.uid)).toBe('unhealthy');
  if (cluster !== undefined) cluster.state = 'Error';
  gate.emit('open');
  await inventory.takeClusters((await slow).items, sent.time, true);
  expect(stateOf(cluster?.uid)).toBe('failed');
  await ended;
});
