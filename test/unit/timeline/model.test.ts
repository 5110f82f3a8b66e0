import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '../../../src/items/changes/change';
import { Inventory } from '../../../src/items/inventory';
import { Timeline } from '../../../src/timeline/timeline';
import type { ServiceClient } from '../../../src/service/client';
import { changeOf, fakeChanges } from '../../support/fakeChanges';
import { sourceOf } from '../support/service';
import { ModelLog, second, type LogSetup, type ModelRecord } from './modelLog';
import { runs } from '../support/randomRuns';

// Two logs in any order, which grow and fail while they are read, and the changes. What the timeline shows and says is
// compared with what follows from the answers, and with the logs themselves.

const numRuns = runs(500);

/** In seconds. Entries are from 0 to 30, some of them in the future. */
const [since, now] = [10, 25];

const record = fc.record<ModelRecord>({
  time: fc.option(fc.nat(30), { nil: undefined, freq: 12 }),
  uid: fc.option(fc.nat(1000), { nil: undefined, freq: 3 }),
  text: fc.constantFrom('a', 'b'),
});

const logs = fc.record<LogSetup>({
  records: fc.array(record, { maxLength: 24, size: 'max' }),
  order: fc.constantFrom('newestFirst', 'newestFirst', 'newestFirst', 'oldestFirst', 'none'),
  pageSize: fc.constantFrom(1, 2, 3, 5),
  repeated: fc.constantFrom(0, 0, 0, 1, 2),
  tokens: fc.constantFrom('offset', 'anchored', 'anchored', 'repeated'),
});

type Source = 'event' | 'audit';

interface Step {
  readonly what: 'read' | 'readMore' | 'refresh' | 'grow' | 'fail' | 'change';
  readonly source: Source;
  readonly records: readonly ModelRecord[];
  readonly kind: 'timedOut' | 'forbidden' | 'unsupported';
  readonly times: readonly [number, number];
}

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom('readMore', 'readMore', 'refresh', 'refresh', 'grow', 'fail', 'change'),
    source: fc.constantFrom('event', 'audit'),
    records: fc.array(record, { minLength: 1, maxLength: 6 }),
    kind: fc.constantFrom('timedOut', 'timedOut', 'forbidden', 'unsupported'),
    times: fc.tuple(fc.nat(30), fc.nat(30)),
  }),
  { maxLength: 14, size: 'max' },
);

class Run {
  readonly logs: Readonly<Record<Source, ModelLog>>;
  readonly changes = fakeChanges(undefined);
  readonly timeline: Timeline;
  #number = 0;

  constructor(setups: Readonly<Record<Source, LogSetup>>) {
    this.logs = {
      event: new ModelLog('event', setups.event, since, now),
      audit: new ModelLog('audit', setups.audit, since, now),
    };
    const client: Partial<ServiceClient> = {
      listEvents: ({ continue: token }) => this.logs.event.answer(token),
      listAudits: ({ continue: token }) => this.logs.audit.answer(token),
    };
    const inventory = new Inventory(sourceOf(client as ServiceClient));
    this.timeline = new Timeline(inventory, this.changes, { since: since * second });
  }

  async step({ what, source, records, kind, times }: Step): Promise<void> {
    const { timeline, logs } = this;
    const before = this.#requests;
    const { hasMore } = timeline.state;
    const mayFail = logs.event.isFailing || logs.audit.isFailing;
    switch (what) {
      case 'grow':
        logs[source].grow(records);
        return;
      case 'fail':
        logs[source].failNext(kind);
        return;
      case 'change': {
        const [after, end] = times.map((time) => time * second) as [number, number];
        const change: Change = changeOf(++this.#number, { after, before: end });
        this.changes.add(change);
        return;
      }
      case 'read':
        await timeline.read();
        expect(this.#requests - before).toBeLessThanOrEqual(4);
        break;
      case 'readMore': {
        await timeline.readMore();
        const count = this.#requests - before;
        expect(count).toBeLessThanOrEqual(10);
        expect(count > 0).toBe(hasMore);
        if (!mayFail) expect(count === 10 || !timeline.state.hasMore).toBe(true);
        break;
      }
      case 'refresh': {
        for (const log of Object.values(logs)) log.isRefreshing = true;
        const isRead = await timeline.refresh();
        for (const log of Object.values(logs)) log.isRefreshing = false;
        expect(isRead).toBe(!mayFail);
        expect(this.#requests - before).toBe(2);
      }
    }
  }

  get #requests(): number {
    return this.logs.event.requests + this.logs.audit.requests;
  }

  check(): void {
    const { timeline, logs } = this;
    const { entries, state } = timeline;
    const all = [logs.event, logs.audit];
    const limits = all.filter((log) => log.isLimiting).map((log) => log.readTo);
    const shownTo = Math.max(since * second, ...limits);
    expect(state.shownTo).toBe(shownTo);
    for (const log of all) {
      const { problem, ...said } = state.sources[log.source] ?? expect.fail();
      const { readTo, isUnsorted } = log;
      const isWhole = log.isWhole && !log.hasNote;
      expect(said, log.source).toEqual({ readTo, isWhole, isUnsorted });
      expect(problem !== undefined, `${log.source} has a problem`).toBe(log.hasNote);
      if (log.undated > 0) expect(problem).toMatch(/no valid time/);
    }
    expect(state.hasMore).toBe(all.some((log) => log.canBeRead));
    expect([state.isReading, state.isTruncated]).toEqual([false, false]);
    expect(timeline.entries).toBe(entries);
    // What was answered, and what changed, is shown down to there: nothing is lost, and nothing is there twice.
    const shown = entries.map(({ source, time, what }) => `${source} ${time} ${what}`);
    const changes = this.changes.changes.map(({ before }) => `change ${before} Healthy → DiskPressure`);
    const isShown = (text: string): boolean => Number(text.split(' ')[1]) >= shownTo;
    expect(shown.toSorted()).toEqual(
      [...changes, ...all.flatMap((log) => log.known)].filter(isShown).toSorted(),
    );
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const times = entries.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(entries.filter(({ after = 0, time }) => after > time)).toEqual([]);
    expect(
      entries.filter(({ id, source }) => (timeline.eventOf(id) === undefined) !== (source === 'change')),
    ).toEqual([]);
    for (const log of all) {
      // What the log itself had when its newest page was read, without any knowledge of how it was read.
      const present = log.isLimiting || log.isWhole ? log.present(shownTo) : [];
      expect(present.filter((text) => !shown.includes(text))).toEqual([]);
    }
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: now * second });
  return () => vi.useRealTimers();
});

it('a timeline shows what was read, and no gap', { timeout: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(logs, logs, steps, fc.boolean(), async (event, audit, taken, failsFirst) => {
      const run = new Run({ event, audit });
      if (failsFirst) run.logs.event.failNext('timedOut');
      run.check();
      await run.step({ what: 'read', source: 'event', records: [], kind: 'timedOut', times: [0, 0] });
      run.check();
      for (const step of taken) {
        await run.step(step);
        run.check();
      }
      run.timeline.dispose();
    }),
    { numRuns },
  );
});
