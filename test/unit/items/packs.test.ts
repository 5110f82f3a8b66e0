import { expect, test } from 'vitest';
import { type Item, compareVersions, packOf, versionText } from '../../../src/items/item';

const eu: Item = {
  kind: 'cluster',
  id: 'eu',
  name: 'eu',
  state: 'healthy',
  cause: '',
  addresses: [],
  isStale: false,
};

test.each<readonly [version: string, wanted: string, expected: number | undefined]>([
  ['1.32.4', '1.33', -1],
  ['1.32.4', '1.32', 0],
  ['1.32', '1.32.4', 0],
  ['1.32.10', '1.32.9', 1],
  ['1.9.0', '1.10.0', -1],
  ['v1.32.4', '1.32.4', 0],
  ['V1.32.4', 'v1.32.5', -1],
  ['1.32.4-rke2r1', '1.32.4', 0],
  ['1.32.4+k3s1', '1.32.4-rke2r1', 0],
  ['22.04', '22.4', 0],
  ['20.04', '22.04', -1],
  ['1.32.x', '1.32', 0],
  ['1.32.x', '1.33.1', -1],
  ['1.32.x', '1.31.9', 1],
  ['1.32.x', '1.32.4', undefined],
  ['1.32.4', '1.32.x', undefined],
  ['latest', '1.32', undefined],
  ['', '1.32', undefined],
  ['1..4', '1.32', undefined],
  [`1.${'9'.repeat(400)}`, `1.${'9'.repeat(400)}`, 0],
])('%s compared with %s: %s', (version, wanted, expected) => {
  expect(compareVersions(version, wanted)).toBe(expected);
});

test('comparing the other way round says the opposite', () => {
  const versions = ['1', '1.29.9', '1.32', '1.32.4', '1.32.x', 'v1.33.0-rke2', '2', 'x', ''];
  for (const one of versions) {
    for (const other of versions) {
      const compared = compareVersions(one, other);
      expect(compareVersions(other, one)).toBe(compared && 0 - compared);
    }
  }
});

test('the pack of a layer', () => {
  const cilium = { layer: 'cni', name: 'cilium', version: '1.15.3' };
  const packs = [{ name: 'no layer' }, { layer: 'k8s', name: 'kubernetes' }, cilium];
  const cluster = { ...eu, packs };
  expect(packOf(cluster, 'cni')).toBe(cilium);
  expect(packOf(cluster, 'csi')).toBeUndefined();
  expect(packOf(eu, 'cni')).toBeUndefined();
});

test('a pack without a version is called by its name', () => {
  expect(versionText({ name: 'cilium', version: '1.15.3' })).toBe('cilium 1.15.3');
  expect(versionText({ name: 'cilium' })).toBe('cilium');
});
