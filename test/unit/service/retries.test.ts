import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connected, createTestClient, failureOf, serve } from '../support/service';

const listing = { method: 'get', limit: 1 } as const;

// Full jitter waits for a random part of the backoff: none of it here.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a read with a transient failure', () => {
  it('is retried three times, and logged each time [guarantee: retries]', async () => {
    const { service, client, records } = await connected();
    service.faults.add({ kind: 'status', status: 503, times: 3 });
    expect((await client.listProjects(listing)).items).toHaveLength(1);
    expect(records.map(({ status }) => status)).toEqual([503, 503, 503, 200]);
  });

  it('is not retried after it was canceled', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { service, client } = await connected();
    service.faults.add({ kind: 'status', status: 503 });
    const controller = new AbortController();
    const failing = failureOf(client.listProjects(listing, { signal: controller.signal }));
    await expect.poll(() => service.requests.length).toBe(1);
    controller.abort();
    expect((await failing).kind).toBe('cancelled');
    await client.listProjects({ ...listing, limit: 2 });
    // Longer than the retry would have waited.
    vi.useFakeTimers();
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    expect(service.requests).toHaveLength(2);
  });
});

describe('the time to wait', () => {
  const now = Date.parse('2026-11-21T09:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 09:05:00 GMT', 300_000],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
    ['999999999999999999999', 3_600_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['', undefined],
  ])('is read from "Retry-After: %s"', async (header, retryAfterMs) => {
    const { baseUrl } = await serve((_request, response) => {
      // The clock of the service counts, not that of this computer.
      response.writeHead(409, { 'retry-after': header, date: new Date(now).toUTCString() }).end();
    });
    const { client } = createTestClient(baseUrl);
    const { failure } = await failureOf(client.listProjects(listing));
    expect(failure.retryAfterMs).toBe(retryAfterMs);
  });
});

describe('two concurrent reads of the same', () => {
  const held = async () => {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    const harness = await connected();
    harness.service.faults.add({ kind: 'hold', until });
    return { ...harness, release };
  };

  it('are sent once and get the same response, whether or not the priority of a user is given', async () => {
    const { service, client, release } = await held();
    const options = [undefined, {}, { priority: 'user' }] as const;
    const all = options.map((option) => client.listProjects(listing, option));
    release();
    const [one, ...others] = await Promise.all(all);
    expect(one?.items).toHaveLength(1);
    expect(others).toEqual([one, one]);
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ['another query', { ...listing, limit: 2 }, {}],
    ['another method', { ...listing, method: 'post' }, {}],
    ['another priority', listing, { priority: 'timer' }],
  ] as const)('is not the same with %s', async (_what, query, options) => {
    const { service, client, release } = await held();
    const one = client.listProjects(listing);
    const other = client.listProjects(query, options).catch(() => 'there is no such project');
    await expect.poll(() => service.requests.length).toBe(2);
    release();
    await Promise.all([one, other]);
  });

  it('is not the same with another project', async () => {
    const { service, client, release } = await held();
    const reads = [{}, { projectUid: 'p' }].map((query) =>
      client.searchClusters(query).catch(() => undefined),
    );
    await expect.poll(() => service.requests.length).toBeGreaterThan(1);
    release();
    await Promise.all(reads);
  });

  it('continue if one of them is canceled, and end if both are', async () => {
    const { service, client, records, release } = await held();
    const [first, second] = [new AbortController(), new AbortController()];
    const given = failureOf(client.listProjects(listing, { signal: first.signal }));
    const kept = client.listProjects(listing, { signal: second.signal });
    await expect.poll(() => service.requests.length).toBe(1);
    first.abort();
    expect((await given).kind).toBe('cancelled');
    release();
    expect((await kept).items).toHaveLength(1);

    service.faults.add({ kind: 'hang' });
    const controllers = [new AbortController(), new AbortController()];
    const all = controllers.map(({ signal }) => failureOf(client.listProjects(listing, { signal })));
    await expect.poll(() => service.requests.length).toBe(2);
    for (const controller of controllers) controller.abort();
    expect((await Promise.all(all)).map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled']);
    await expect.poll(() => records.at(-1)?.failure?.kind).toBe('cancelled');
    expect(getEventListeners(second.signal, 'abort')).toEqual([]);
  });

  it('are not joined by a read that follows a canceled one', async () => {
    const { service, client, release } = await held();
    const controller = new AbortController();
    const given = failureOf(client.listProjects(listing, { signal: controller.signal }));
    await expect.poll(() => service.requests.length).toBe(1);
    controller.abort();
    await client.listProjects(listing);
    release();
    expect((await given).kind).toBe('cancelled');
    expect(service.requests).toHaveLength(2);
  });

  it('are not joined by a read that follows a failed one', async () => {
    const { service, client } = await connected();
    service.faults.add({ kind: 'status', status: 500 });
    const both = [client.listProjects(listing), client.listProjects(listing)].map(failureOf);
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['serviceFault', 'serviceFault']);
    expect((await client.listProjects(listing)).items).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
  });

  it.each(['before', 'during'])(
    'are not joined by a read after a removal if they were sent %s it',
    async (when) => {
      let release = (): void => undefined;
      const until = new Promise<void>((resolve) => (release = resolve));
      let releaseRemoval = (): void => undefined;
      const untilRemoval = new Promise<void>((resolve) => (releaseRemoval = resolve));
      const { service, client } = await connected();
      const [team] = service.fleet.directory.teams;
      if (team === undefined) throw new Error('The demo service has no team');
      const roleUid = team.resourceRoles[0]?.uid ?? '';
      service.faults.add({ kind: 'hold', until, operation: 'listTeamResourceRoles' });
      service.faults.add({ kind: 'hold', until: untilRemoval, operation: 'removeTeamResourceRole' });
      const ask = [
        () => client.listTeamResourceRoles(team.uid),
        () => client.removeTeamResourceRole(team.uid, roleUid),
      ];
      const underWay: Promise<unknown>[] = [];
      for (const send of when === 'before' ? ask : ask.reverse()) {
        underWay.push(send());
        await expect.poll(() => service.requests.length).toBe(underWay.length);
      }
      releaseRemoval();
      await underWay[when === 'before' ? 1 : 0];
      const after = client.listTeamResourceRoles(team.uid);
      await expect.poll(() => service.requests.length).toBe(3);
      expect((await after).map(({ uid }) => uid)).not.toContain(roleUid);
      release();
      await Promise.all(underWay);
    },
  );
});
