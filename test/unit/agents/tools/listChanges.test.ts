import { describe, expect, it } from 'vitest';
import { FleetReader } from '../../../../src/items/fleet/fleetReader';
import type { Change, ChangeCoverage } from '../../../../src/items/changes/change';
import { changeOf, noCoverage } from '../../../support/fakeChanges';
import { allPages, callTool, emptyInventory, nothing, type Listed } from '../support';

interface ToolChange {
  readonly id: string;
  readonly what: string;
}

interface Changes extends Listed<ToolChange> {
  readonly trackedSince?: object;
  readonly lastCompared?: object;
}

const inventory = emptyInventory({ name: 'Acme', baseUrl: 'https://api.acme.dev' });
const now = Date.UTC(2026, 10, 21);
const minute = 60_000;

function list(input: object, changes: readonly Change[], coverage: ChangeCoverage = noCoverage) {
  const context = {
    ...nothing,
    changes: { changes, coverage },
    inventory,
    fleet: new FleetReader(inventory),
    signal: new AbortController().signal,
    now,
  };
  return callTool<Changes>('poolview_list_changes', input, context);
}

const idsOf = ({ items }: Changes) => items.map(({ id }) => id);

describe('poolview_list_changes', () => {
  it('returns what changed, with where it is and when it happened at the earliest and at the latest', async () => {
    const item = { kind: 'machine', id: 'm', name: 'm1', uid: 'u', path: ['p', 'c', 'q'] } as const;
    const change = changeOf(1, { item, after: now - 2 * minute, before: now - minute });
    const { data, notes } = await list({}, [change], {
      ...noCoverage,
      since: now - 5 * minute,
      comparedAt: now - minute,
    });
    expect(data).toEqual({
      trackedSince: { time: '2026-11-20T23:55:00.000Z', ageSeconds: 300 },
      lastCompared: { time: '2026-11-20T23:59:00.000Z', ageSeconds: 60 },
      coverage: noCoverage.items,
      items: [
        {
          ...item,
          what: 'health',
          from: 'Healthy',
          to: 'DiskPressure',
          severityBefore: 'healthy',
          severityAfter: 'unhealthy',
          happenedAfter: { time: '2026-11-20T23:58:00.000Z', ageSeconds: 120 },
          happenedBefore: { time: '2026-11-20T23:59:00.000Z', ageSeconds: 60 },
        },
      ],
    });
    expect(notes).toBeUndefined();
  });

  it('says nothing of times if nothing has been read', async () => {
    const { data } = await list({}, []);
    expect(data).toEqual({ coverage: noCoverage.items, items: [] });
  });

  it('says that older changes were dropped', async () => {
    const { notes } = await list({}, [], { ...noCoverage, isTruncated: true });
    expect(notes).toEqual(['Older changes were dropped, because there were too many.']);
  });

  it('returns only those of the last minutes, with one that may have happened then', async () => {
    const changes = [0, 5 * minute, 5 * minute + 1].map((age, number) =>
      changeOf(number, { after: 0, before: now - age }),
    );
    expect(idsOf((await list({ sinceMinutes: 5 }, changes)).data)).toEqual(['machine-0', 'machine-1']);
  });

  it('returns only items that became worse and need attention', async () => {
    const changes = [
      changeOf(3),
      changeOf(2, { severityBefore: 'unhealthy', severityAfter: 'healthy' }),
      changeOf(1, { what: 'disappeared', severityBefore: 'unhealthy', severityAfter: undefined }),
    ];
    expect(idsOf((await list({ onlyProblems: true }, changes)).data)).toEqual(['machine-3']);
    expect(idsOf((await list({ onlyProblems: false }, changes)).data)).toHaveLength(3);
  });

  it('returns those of an item and of what it contains, not of items with a longer ID', async () => {
    const cluster = 'Test/project:p/cluster:c1';
    const inside = [cluster, `${cluster}/pool:workers`];
    const ids = [...inside, `${cluster}0`, `${cluster}0/pool:workers`, 'Test/project:p'];
    const changes = ids.map((id, number) =>
      changeOf(number, { item: { kind: 'cluster', id, name: id, path: [] } }),
    );
    expect(idsOf((await list({ within: cluster }, changes)).data)).toEqual(inside);
  });

  it('returns each once on all pages, also if there are new ones meanwhile', async () => {
    const changes = Array.from({ length: 120 }, (_value, index) => changeOf(1000 - index));
    let calls = 0;
    const all = await allPages((pageToken) => {
      const newer = Array.from({ length: calls++ }, (_value, index) => changeOf(2000 - index));
      return list({ pageToken }, [...newer, ...changes]);
    });
    expect(calls).toBeGreaterThan(2);
    expect(all.map(({ id }) => id)).toEqual(changes.map(({ item }) => item.id));
  });
});
