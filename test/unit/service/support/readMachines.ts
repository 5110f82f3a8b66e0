import { createServiceClient } from '../../../../src/service/client';
import { isServiceError } from '../../../../src/service/errors';
import { Schedule } from '../../../../src/service/schedule';

// A process of its own, for tests of what ends a process or depends on its options: lists the machines of a pool of the
// service at the address given, and prints what became of it.
const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const client = createServiceClient(
  { baseUrl, apiKey: () => Promise.resolve(apiKey), timeoutMs: () => 60_000 },
  new Schedule({ retries: 0 }),
);
const outcome = await client
  .listMachines({ cloudType: 'openstack', configUid: 'config', poolName: 'pool' })
  .then(
    ({ items, cut }) => ({ items: items.length, cut }),
    (error: unknown) => (isServiceError(error) ? error.failure : String(error)),
  );
console.log(JSON.stringify(outcome));
