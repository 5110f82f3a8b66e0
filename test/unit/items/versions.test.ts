import { describe, expect, it, test } from 'vitest';
import { clusterKind, clusterRow, mergeCluster } from '../../../src/items/kinds/cluster';
import { foundProjectRow } from '../../../src/items/kinds/project';
import type { ClusterRow } from '../../../src/items/kinds';
import { requestTime } from '../../../src/service/requestTime';
import {
  searchClusters,
  type ClusterSummary,
  searchClusterMetadata,
} from '../../../src/service/resources/cluster';

const project = foundProjectRow({ metadata: { uid: 'p' }, source: {} }, 'root', requestTime());

/** A cluster as a search returned it; the minute is the number of the request, too. */
function read(source: 'search' | 'metadata', json: object, minute = 1): ClusterRow {
  const { read: list } = source === 'search' ? searchClusters({}) : searchClusterMetadata();
  const value: ClusterSummary =
    list({ items: [{ metadata: { uid: 'c' }, ...json }] })?.items[0] ?? expect.fail();
  return clusterRow(project, { [source]: { value, readAt: minute, requestNumber: minute } });
}

function merged(first: ClusterRow, ...others: readonly ClusterRow[]): ClusterRow {
  for (const other of others) mergeCluster(first, other);
  return first;
}

const versionsOf = (row: ClusterRow) => {
  const { packs, profiles, isUpdatable } = clusterKind.fields?.(row) ?? {};
  return { packs, profiles, isUpdatable };
};
const withProfiles = (clusterProfileTemplates: unknown) => ({ specSummary: { clusterProfileTemplates } });
const kubernetes = { layer: 'k8s', name: 'kubernetes', tag: '1.31.x', version: '1.31.8' };
const cilium = { layer: 'cni', name: 'cilium', tag: '1.16.x' };
const base = { name: 'base', version: 3, packs: [kubernetes, cilium] };
const known = {
  packs: [
    { layer: 'k8s', name: 'kubernetes', version: '1.31.8' },
    { layer: 'cni', name: 'cilium', version: '1.16.x' },
  ],
  profiles: [{ name: 'base', version: '3' }],
};
const running = { state: 'Running', health: { state: 'Healthy' } };

describe('the packs and profiles of a cluster', () => {
  it('are those that search names, with their tags where they have no version', () => {
    expect(versionsOf(read('search', withProfiles([base])))).toEqual({ ...known, isUpdatable: undefined });
    const profile = { name: 'base', profileVersion: '1.4.0', version: 3 };
    expect(versionsOf(read('search', withProfiles([profile])))).toMatchObject({
      packs: [],
      profiles: [{ name: 'base', version: '1.4.0' }],
    });
  });

  it('are not known where search was not read, or did not tell, which is not the same as none', () => {
    const none = { packs: undefined, profiles: undefined };
    expect(versionsOf(read('metadata', withProfiles([base])))).toMatchObject(none);
    expect(versionsOf(read('search', {}))).toMatchObject(none);
    expect(versionsOf(read('search', withProfiles([])))).toMatchObject({ packs: [], profiles: [] });
  });

  it.each<[unknown, object]>([
    ['1.31.8', { packs: undefined }],
    [{ packs: [kubernetes] }, { packs: undefined }],
    [[null, 5, 'base', [base]], { packs: [], profiles: [] }],
    [[{ name: 5, version: {}, packs: 'none' }], { packs: [], profiles: [{ name: '', version: undefined }] }],
    [
      [{ packs: [null, 'kubernetes', [], { layer: 1, name: { a: 1 }, version: true, tag: null }] }],
      {
        packs: [{ layer: undefined, name: '', version: undefined }],
      },
    ],
    [[{ packs: [{ ...kubernetes, version: '' }] }], { packs: [{ version: '1.31.x' }] }],
    [[{ packs: [{ ...kubernetes, version: 1.31 }] }], { packs: [{ version: '1.31.x' }] }],
  ])('keep what is valid of %j', (json, expected) => {
    expect(versionsOf(read('search', withProfiles(json)))).toMatchObject(expected);
  });

  it('have no values, wherever they are kept', () => {
    const secret = 'password: hunter2';
    const values = {
      values: secret,
      manifests: [secret],
      presets: [secret],
      params: { secret },
      schema: [secret],
    };
    const profile = { ...base, ...values, packs: [{ ...kubernetes, ...values }] };
    const row = read('search', {
      specSummary: { clusterProfileTemplate: profile, clusterProfileTemplates: [profile] },
    });
    expect(versionsOf(row).packs).toEqual(known.packs.slice(0, 1));
    expect(JSON.stringify(row.readings)).not.toContain('hunter2');
  });

  it.each([
    { status: running },
    { status: { state: 'Failed' } },
    { status: { ...running, updates: { isUpdatesPending: true } } },
  ])('stay known after a later search for metadata, which does not tell them: %j', (later) => {
    const row = merged(
      read('search', { ...withProfiles([base]), status: running }),
      read('metadata', later, 2),
    );
    expect(versionsOf(row)).toMatchObject(known);
    expect(versionsOf(merged(row, read('search', withProfiles([]), 3)))).toMatchObject({ packs: [] });
  });
});

test('whether updates are pending is known from the search for metadata, also if another search was later', () => {
  const pools = { cloudConfig: { machinePools: [{ size: 1 }] } };
  const pending = (isUpdatesPending: unknown) => ({ status: { updates: { isUpdatesPending } } });
  const isUpdatable = (...rows: readonly [ClusterRow, ...ClusterRow[]]) =>
    versionsOf(merged(...rows)).isUpdatable;
  const search = (minute: number) => read('search', { specSummary: pools }, minute);
  expect(isUpdatable(read('metadata', pending(true)))).toBe(true);
  expect(isUpdatable(read('metadata', pending(false)), search(2))).toBe(false);
  expect(isUpdatable(search(1), read('metadata', pending(true), 2))).toBe(true);
  expect(isUpdatable(read('metadata', pending('yes')))).toBeUndefined();
  expect(isUpdatable(search(1))).toBeUndefined();
});

describe('the version of Kubernetes', () => {
  /** With an overview that was requested at a minute. */
  const withOverview = (row: ClusterRow, kubernetesVersion: string, minute: number): ClusterRow => {
    const value = { status: { kubeMeta: { kubernetesVersion } } };
    return {
      ...row,
      readings: { ...row.readings, overview: { value, readAt: minute, requestNumber: minute } },
    };
  };
  const search = read('search', withProfiles([base]), 2);

  it('is that which runs, if the overview was read after the search', () => {
    expect(versionsOf(withOverview(search, 'v1.32.4', 3)).packs).toEqual([
      { layer: 'k8s', name: 'kubernetes', version: 'v1.32.4' },
      { layer: 'cni', name: 'cilium', version: '1.16.x' },
    ]);
  });

  it('is that of the search, if that was read later or the overview does not tell it', () => {
    expect(versionsOf(withOverview(search, '1.30.1', 1))).toMatchObject(known);
    expect(versionsOf(withOverview(search, '', 3))).toMatchObject(known);
  });

  it('is known of an imported cluster, whose profiles have no pack for it', () => {
    const imported = read('search', withProfiles([{ name: 'add-ons', packs: [cilium] }]));
    expect(versionsOf(withOverview(imported, '1.32.4', 3)).packs).toEqual([
      { layer: 'k8s', name: 'kubernetes', version: '1.32.4' },
      { layer: 'cni', name: 'cilium', version: '1.16.x' },
    ]);
  });

  it('alone does not say which packs there are', () => {
    expect(versionsOf(withOverview(read('metadata', {}), '1.32.4', 3)).packs).toBeUndefined();
  });
});
