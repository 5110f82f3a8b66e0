import { expect, it } from 'vitest';
import { Inventory } from '../../../src/items/inventory';
import { timed } from '../../../src/service/requestTime';
import { Schedule } from '../../../src/service/schedule';
import { withoutLimits } from '../../support/withoutLimits';
import { atEnd, connected, sourceOf } from '../support/service';

it('the request that left last counts, also if it was asked for first', async () => {
  const { service, client } = await connected(
    { projects: 3 },
    {},
    new Schedule({ limits: withoutLimits, retries: 1 }),
  );
  const inventory = new Inventory(sourceOf(client, {}, service.baseUrl));
  atEnd(() => {
    inventory.dispose();
  });
  const [project] = await inventory.store.children();
  const [cluster] = service.fleet.projects[0]?.clusters ?? [];
  const stateOf = (uid: string | undefined) => inventory.items().find((item) => item.uid === uid)?.state;

  // It is sent again after a pause.
  service.faults.add({ kind: 'status', status: 503, operation: 'searchClusters' });
  const sent = timed({});
  const slow = client.searchClusters({}, sent.options);
  await expect.poll(() => service.requests.at(-1)?.operation).toBe('searchClusters');
  await inventory.readBelow(project?.id ?? '', {});
  expect(stateOf(cluster?.uid)).toBe('unhealthy');
  if (cluster !== undefined) cluster.state = 'Error';
  await inventory.addClusters((await slow).items, sent.time, true);
  expect(stateOf(cluster?.uid)).toBe('failed');
});
