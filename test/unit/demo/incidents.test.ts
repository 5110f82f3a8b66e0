import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/demo/fleet/audits';
import type { Event } from '../../../src/demo/fleet/events';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import { incidents } from '../../../src/demo/fleet/incidents';
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

  it('are the same relative to every start, also hours later', async () => {
    const relative = (all: Awaited<ReturnType<typeof told>>, time: number) =>
      all.map(({ cause, followed }) =>
        [...cause, ...followed].map(({ metadata }) => timeOf({ metadata }) - time),
      );
    const later = started + 12_345_678;
    let now = later;
    const service = await start({ now: () => new Date(now), isUnsteady: true });
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
