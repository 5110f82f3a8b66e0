import { describe, expect, it } from 'vitest';
import { listAllProjects } from '../../../src/service/projectListing';
import { connected } from '../support/service';

describe('a service with the published limits', () => {
  it('receives more requests than its burst without responding with 429', async () => {
    const { service, client, records } = await connected({ limits: 'published', projects: 55 });
    const { configUid } = service.fleet.pool('payments-eu', 'workers').cluster;
    const readProjects = async (): Promise<number> => {
      let count = 0;
      for await (const { items } of listAllProjects(client, client.refusals, { limit: 1 }))
        count += items.length;
      return count;
    };
    // Each requests another project, so that none is joined.
    const pools = Array.from({ length: 260 }, (_, index) =>
      client
        .listMachines({ cloudType: 'openstack', configUid, poolName: 'workers', projectUid: String(index) })
        .catch(() => 'there is no such project'),
    );
    expect(await readProjects()).toBe(55);
    await Promise.all(pools);
    expect(records).toHaveLength(55 + 260);
    expect(records.filter(({ status }) => status === 429)).toEqual([]);
  });
});
