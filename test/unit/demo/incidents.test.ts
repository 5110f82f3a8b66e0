import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/demo/fleet/audits';
import type { Event } from '../../../src/demo/fleet/events';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import { incidents } from '../../../src/demo/fleet/incidents';
import { activeHour } from '../../../src/demo/server';
import { toldIncidents } from '../../support/demo/incidents';
import type { ScriptedOptions, ScriptedService } from '../../support/demo/service';
import { answer, clusterNamed, eventsPath, listMachines, metricsPath, overviewPath, start } from './helper';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const started = Date.parse('2026-03-01T09:30:15Z');

const startAt = (time: number, options: Partial<ScriptedOptions> = {}) =>
  start({ now: () => new Date(time), ...options });

/** All pages of a listing, in its order. */
async function pages<T>(
  service: ScriptedService,
  path: string,
  query: Readonly<Record<string, string>> = {},
) {
  const all: T[] = [];
  let token = '';
  do {
    const asked = new URLSearchParams({ ...query, ...(token && { continue: token }) }).toString();
    const { body } = await answer(service, `${path}?${asked}`);
    const page = body as { readonly items: readonly T[]; readonly listmeta: { readonly continue: string } };
    all.push(...page.items);
    token = page.listmeta.continue;
  } while (token !== '');
  return all;
}

const auditsIn = (service: ScriptedService, query: Readonly<Record<string, string>>) =>
  pages<AuditEntry>(service, '/v1/audits', query);

const lastDay = (until: number) => ({
  startTime: new Date(until - day).toISOString(),
  endTime: new Date(until).toISOString(),
});

const timeOf = ({ metadata }: { readonly metadata: { readonly creationTimestamp: string } }) =>
  Date.parse(metadata.creationTimestamp);

const actorOf = ({ spec: { actor } }: AuditEntry) =>
  'user' in actor ? `${actor.user.firstName} ${actor.user.lastName}` : actor.serviceName;

/** What the service tells of the incidents in the day until `time`, when it was started. */
async function told(service: ScriptedService, time = started) {
  const events = (await pages<Event>(service, eventsPath())).filter((event) => timeOf(event) <= time);
  const audits = await auditsIn(service, lastDay(time));
  return toldIncidents.map(({ cluster, cause: [about, message], effects }) => {
    const cause = audits.filter(({ spec }) => spec.resource.name === about && spec.actionMsg === message);
    const followed = events
      .filter(({ metadata, involvedObject, reason }) => {
        const isEffect = effects.some((effect) => effect[0] === involvedObject.name && effect[1] === reason);
        const since = timeOf({ metadata }) - (cause[0] ? timeOf(cause[0]) : Infinity);
        return isEffect && since >= 0;
      })
      .reverse();
    return { cluster, cause, followed };
  });
}

/** Of a service that has just started. Its logs are long. */
const toldAtStart = (() => {
  let known: ReturnType<typeof told> | undefined;
  return async (service: ScriptedService) => await (known ??= told(service));
})();

describe('the incidents of the last day', () => {
  it('are told by the logs: who did what, and what followed from it, in this order of time', async () => {
    const service = await startAt(started);
    expect(incidents.map(({ cluster }) => cluster)).toEqual(toldIncidents.map(({ cluster }) => cluster));
    expect(new Set(toldIncidents.map(({ cluster }) => cluster)).size).toBe(12);
    for (const [index, { cluster, cause, followed }] of (await toldAtStart(service)).entries()) {
      const { who, effects } = toldIncidents[index] ?? {};
      expect(cause.map(actorOf), cluster).toEqual([who]);
      const names = followed.map(({ involvedObject, reason }) => `${involvedObject.name} ${reason}`);
      expect(names.sort(), cluster).toEqual(effects?.map((effect) => effect.join(' ')).sort());
      const times = [...cause, ...followed].map(timeOf);
      expect(times, cluster).toEqual([...times].sort((a, b) => a - b));
      expect(new Set(times).size, cluster).toBeGreaterThan(1);
      expect(Math.min(...times), cluster).toBeGreaterThan(started - day);
    }
  });

  it('are about things that exist, and are done by users who can sign in', async () => {
    const service = await startAt(started);
    const { projects, directory } = service.fleet;
    const clusters = projects.flatMap((project) => project.clusters);
    const machines = clusters
      .filter(({ name }) => toldIncidents.some(({ cluster }) => cluster === name))
      .flatMap((cluster) => cluster.pools.flatMap((pool) => service.fleet.machines(cluster, pool)))
      .map(({ metadata }) => metadata);
    const uids = new Map(
      [...projects, ...clusters, ...directory.teams, ...machines].map((one) => [one.uid, one.name]),
    );
    const isActive = new Map(directory.users.map((user) => [user.name, user.isActive]));
    for (const { cause, followed } of await toldAtStart(service)) {
      for (const entry of cause) {
        expect(uids.get(entry.spec.resource.uid)).toBe(entry.spec.resource.name);
        if (entry.spec.actor.actorType === 'user') expect(isActive.get(actorOf(entry))).toBe(true);
      }
      for (const { involvedObject, relatedObject, reason } of followed) {
        expect(uids.get(relatedObject.uid)).toBe(relatedObject.name);
        const isDeleted = reason === 'MachineDeleted';
        expect(uids.get(involvedObject.uid)).toBe(isDeleted ? undefined : involvedObject.name);
      }
    }
  });

  it('are told of an item, a project and a team, too', async () => {
    const service = await startAt(started);
    const { fleet } = service;
    for (const [index, { cluster: name }] of toldIncidents.entries()) {
      const { cause = ['', ''] } = toldIncidents[index] ?? {};
      const cluster = clusterNamed(service, name);
      const { uid: projectUid } = fleet.projects.find(({ uid }) => uid === cluster.projectUid) ?? { uid: '' };
      const team = fleet.directory.teams.find((one) => one.name === cause[0]);
      const isOfProject = cause[0] === 'inventory';
      const resourceUid = team?.uid ?? (isOfProject ? projectUid : cluster.uid);
      for (const query of [{ resourceUid }, ...(team ? [] : [{ projectUid }])]) {
        const messages = (await auditsIn(service, { ...query, ...lastDay(started) })).map(
          (one) => one.spec.actionMsg,
        );
        expect(messages, name).toContain(cause[1]);
      }
      if (resourceUid === cluster.uid) continue;
      const others = await auditsIn(service, { resourceUid: cluster.uid });
      expect(others.map(({ spec }) => spec.actionMsg)).not.toContain(cause[1]);
    }
  });

  it('are the same relative to every start, also hours later', async () => {
    const relative = (all: Awaited<ReturnType<typeof told>>, time: number) =>
      all.map(({ cause, followed }) =>
        [...cause, ...followed].map(({ metadata }) => timeOf({ metadata }) - time),
      );
    const later = started + 12_345_678;
    let now = later;
    const service = await start({ now: () => new Date(now), activity: activeHour });
    now += 3 * hour + 20 * minute;
    expect(relative(await told(service, later), later)).toEqual(
      relative(await toldAtStart(await startAt(started)), started),
    );
  });
});

describe('the fleet', () => {
  const overviewOf = async (service: ScriptedService, name: string) =>
    (await answer(service, overviewPath(clusterNamed(service, name)))).body as ReturnType<Fleet['overview']>;

  it('is as the incidents left it', async () => {
    const service = await startAt(started);
    const health = new Map(
      await Promise.all(
        toldIncidents.map(async ({ cluster }) => {
          const { state, health } = (await overviewOf(service, cluster)).status;
          return [cluster, `${state} ${health.state}`] as const;
        }),
      ),
    );
    expect([...health].filter(([, state]) => state === 'Running Healthy').map(([name]) => name)).toEqual([
      // Its drain failed, but the machine runs. The others wait, were denied something, or have recovered.
      'ledger-us',
      'atlas-aws',
      'search-eu',
      'checkout-us',
    ]);
    expect(health.get('inventory-eu')).toBe('Error Unknown');
  });

  it('has machines that are as their latest event says, since then', async () => {
    const service = await startAt(started);
    for (const { followed } of await toldAtStart(service)) {
      const { involvedObject, relatedObject, metadata } = followed.at(-1) ?? {};
      if (involvedObject?.kind !== 'machine' || !relatedObject) continue;
      const { fleet } = service;
      const cluster = clusterNamed(service, relatedObject.name);
      const machine = cluster.pools
        .flatMap((pool) => fleet.machines(cluster, pool))
        .find((one) => one.metadata.uid === involvedObject.uid);
      expect(machine?.status.instanceStateLastUpdate, involvedObject.name).toBe(metadata?.creationTimestamp);
    }
  });

  it('has packs, a repave, a heartbeat, a pool and roles that agree', async () => {
    const service = await startAt(started);
    const errors = await Promise.all(
      ['payments-eu', 'data-platform-eu', 'atlas-gke'].map(async (name) =>
        (await overviewOf(service, name)).status.packs
          .filter(({ condition }) => condition.type === 'Error')
          .map((pack) => `${pack.name} ${pack.condition.reason}`),
      ),
    );
    expect(errors.flat()).toEqual([
      'fluent-bit CrashLoopBackOff',
      'prometheus OOMKilled',
      'cni-cilium-oss ImagePullBackOff',
    ]);
    expect(service.fleet.repave(clusterNamed(service, 'ledger-us')).status.state).toBe('Pending');
    const { cluster: nutanix, pool } = service.fleet.pool('atlas-nutanix', 'workers');
    expect(service.fleet.machine(nutanix, pool, 1).status.health?.lastHeartBeatTimestamp).toBe(
      new Date(started - 120 * minute).toISOString(),
    );
    expect(service.fleet.pool('atlas-aks', 'workers').pool.size).toBe(4);
    const team = service.fleet.directory.teams.find(({ name }) => name === 'Payments SRE');
    expect(
      team?.resourceRoles.flatMap(({ projectUids }) => projectUids.map(({ name }) => name)),
    ).not.toContain('search');
  });

  it('has no metrics of the machines of a zone while it had failed', async () => {
    const service = await startAt(started);
    const cluster = clusterNamed(service, 'checkout-us');
    const span = [920, 820].map((before) => new Date(started - before * minute).toISOString());
    const query = `&startTime=${span[0] ?? ''}&endTime=${span[1] ?? ''}&period=10&metricKind=cpu`;
    const { items } = (await answer(service, metricsPath(cluster, query))).body as {
      readonly items: ReturnType<Fleet['metrics']>;
    };
    const counts = items.map(
      ({ metadata, metrics }) => [metadata.name, metrics[0]?.points?.length ?? 0] as const,
    );
    const fewer = counts.filter(([, count]) => count < 8);
    expect(fewer.map(([name]) => name)).toEqual([
      'checkout-us-cp-2',
      'checkout-us-workers-2',
      'checkout-us-workers-5',
    ]);
    const machines = await listMachines(service, cluster.configUid, 'workers');
    expect(machines.map(({ status }) => status.health?.state)).toEqual(machines.map(() => 'healthy'));
  });
});

describe('the logs', () => {
  it('are sorted, and those of an hour fit into a page each, at every moment', async () => {
    let now = started;
    const service = await start({ now: () => new Date(now), activity: activeHour });
    for (const minutes of [0, 10, 25, 40, 54, 59, 61, 75, 90, 119, 200]) {
      // At full minutes, what happened exactly an hour ago would count, too.
      now = started + minutes * minute + 20_000;
      for (const path of [eventsPath(), '/v1/audits']) {
        const { body } = await answer(service, path);
        const times = (body as { readonly items: readonly Event[] }).items.map(timeOf);
        expect(times).toEqual([...times].sort((a, b) => b - a));
        expect(times).toHaveLength(50);
        expect(times.at(-1), `${path} after ${minutes} minutes`).toBeLessThan(now - hour);
      }
    }
  });
});
