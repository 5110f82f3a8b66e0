import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineRow } from '../../../../src/items/kinds/machine';
import { consolePage } from '../../../../src/projects/hoverLinks';
import type { ClusterRow, MachineRow, PoolRow, ProjectRow } from '../../../../src/items/kinds';
import { clusterWith } from '../../support/clusters';
import { hostileText } from '../../support/hostile';
import { machineFrom, projectFrom } from '../../support/resources';

const url = 'https://console.example.com/platform';

function projectWith(uid?: string): ProjectRow {
  return {
    kind: 'project',
    id: 'p',
    parent: undefined,
    readings: {},
    project: projectFrom({ metadata: { uid } }),
  };
}

function clusterRowWith(uid?: string, parent = projectWith('p1')): ClusterRow {
  return { kind: 'cluster', id: 'c', parent, run: undefined, ...clusterWith({ summary: { uid } }) };
}

function machineIn(parent: ClusterRow | ProjectRow): MachineRow {
  const ref = { cloudType: 'openstack', configUid: 'c', poolName: 'workers' };
  const pool: PoolRow = { kind: 'pool', id: 'w', parent, ref, pool: undefined };
  return machineRow(pool, machineFrom({}), 'm', { readAt: 0, requestNumber: 0 });
}

describe('the page in the web console', () => {
  it('is the page of the project or the cluster, because pools and machines have none', () => {
    const cluster = clusterRowWith('c1');
    expect(consolePage(url, projectWith('p1'))).toBe(`${url}/projects/p1`);
    expect(consolePage(url, cluster)).toBe(`${url}/projects/p1/clusters/c1`);
    expect(consolePage(url, machineIn(cluster))).toBe(`${url}/projects/p1/clusters/c1`);
    expect(consolePage(url, machineIn(cluster).parent)).toBe(`${url}/projects/p1/clusters/c1`);
    // A pool that was added by hand, of an unknown cluster.
    expect(consolePage(url, machineIn(projectWith('p1')))).toBe(`${url}/projects/p1`);
  });

  it.each([undefined, '', '.', '..', '../x', 'a/b', '\\..', 'a?b', 'a#b', 'a%2fb', 'a b', 'a\nb', '\ud800'])(
    'does not exist if a UID is %j',
    (uid) => {
      expect(consolePage(url, projectWith(uid))).toBeUndefined();
      expect(consolePage(url, clusterRowWith(uid))).toBeUndefined();
      expect(consolePage(url, clusterRowWith('c1', projectWith(uid)))).toBeUndefined();
    },
  );

  const anyUid = fc.oneof(hostileText, fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' }));

  it('is below the console URL, whatever the UIDs are', () => {
    fc.assert(
      fc.property(anyUid, anyUid, (uid, ofProject) => {
        const page = consolePage(url, clusterRowWith(uid, projectWith(ofProject)));
        if (page === undefined) return;
        const { origin, pathname, search, hash } = new URL(page);
        expect([origin, search, hash]).toEqual(['https://console.example.com', '', '']);
        // VS Code decodes the path, which must result in the same UIDs.
        expect(decodeURIComponent(pathname).split('/')).toEqual([
          ...['', 'platform', 'projects', ofProject, 'clusters', uid],
        ]);
      }),
    );
  });
});
