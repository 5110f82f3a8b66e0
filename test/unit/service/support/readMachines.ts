import { createServiceClient } from '../../../../src/service/client';
import { isServiceError } from '../../../../src/service/errors';
import { Schedule } from '../../../../src/service/schedule';

// Runs in a separate process, for tests of crashes and process options: lists the machines of a pool of the service at the
// given address several times, and prints the outcomes.
const [baseUrl = '', apiKey = '', times = ''] = process.argv.slice(2);
const client = createServiceClient(
  { baseUrl, apiKey: () => Promise.resolve(apiKey), timeoutMs: () => 60_000 },
  new Schedule({ retries: 0 }),
);
const outcomes: unknown[] = [];
while (outcomes.length < Number(times)) {
  const outcome = await client
    .listMachines({ cloudType: 'openstack', configUid: 'config', poolName: 'pool' })
    .then(
      ({ items, cut }) => ({ items: items.length, cut }),
      (error: unknown) => (isServiceError(error) ? error.failure : String(error)),
    );
  outcomes.push(outcome);
}
console.log(JSON.stringify(outcomes));
