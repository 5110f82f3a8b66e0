import { describe, expect, it } from 'vitest';
import { isResourceRow, kindOf, mergeRow, type ResourceRow } from '../../../src/items/kinds';
import { foundClusterRow } from '../../../src/items/kinds/cluster';
import type { ItemStore } from '../../../src/items/kinds/kind';
import { machineRow } from '../../../src/items/kinds/machine';
import { poolRow } from '../../../src/items/kinds/pool';
import { foundProjectRow } from '../../../src/items/kinds/project';
import type { KeptJson } from '../../../src/service/keptJson';
import { requestTime } from '../../../src/service/requestTime';
import { jsonDocument, tooDeepText } from '../../../src/text/document';
import { foundClusterFrom, machineFrom, projectFrom } from '../support/resources';
import { whenPacked } from '../support/packed';

const project = foundProjectRow(projectFrom({ metadata: { uid: 'p' } }), 'root');
const pool = poolRow(project, { cloudType: 'aws', configUid: 'c', poolName: 'workers' });
const store = {} as ItemStore;

type Kept = readonly [row: ResourceRow, kept: KeptJson];

const read: Readonly<Record<string, (json: object) => Kept>> = {
  project: (json) => {
    const found = projectFrom(json);
    return [foundProjectRow(found, 'root', requestTime()), found.source];
  },
  cluster: (json) => {
    const found = foundClusterFrom(json);
    return [foundClusterRow(project, found, requestTime()), found.source];
  },
  machine: (json) => {
    const found = machineFrom(json);
    return [machineRow(pool, found, 'root/project:p/machine:a', requestTime()), found.source];
  },
};

const shown = (row: ResourceRow): unknown => kindOf(row).source(row, store);

const sent = (state: string) => ({
  metadata: { uid: 'a', name: 'n', labels: { team: 'x' }, annotations: { ['__proto__']: 'y' } },
  spec: { any: [null, 1.5, true, '\ud800\n', { b: {} }] },
  specSummary: { more: ['z'] },
  status: { state, unknown: { deeper: [1] } },
  [`field-${state}`]: 1,
});

describe.each(Object.keys(read))('what Show Details shows of a %s', (kind) => {
  const rowOf = (json: object): Kept => {
    const found = read[kind]?.(json);
    if (found === undefined) throw new Error(kind);
    return found;
  };

  it('is what the service sent, also after it was read again', async () => {
    const [row, first] = rowOf(sent('Running'));
    expect(shown(row)).toEqual(sent('Running'));
    await whenPacked([first]);
    expect(shown(row)).toEqual(sent('Running'));
    const [same] = rowOf(sent('Running'));
    expect(isResourceRow(same) && mergeRow(row, same)).toBe(false);
    const [other, second] = rowOf(sent('Failed'));
    expect(mergeRow(row, other)).toBe(true);
    expect(shown(row)).toEqual(sent('Failed'));
    await whenPacked([second]);
    expect(shown(row)).toEqual(sent('Failed'));
  });

  it('says that it is too deep after it was compressed, too', async () => {
    const [, other] = rowOf(sent('Running'));
    const deep = JSON.parse(
      `{"metadata":{"uid":"a"},"b":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ) as object;
    const [row] = rowOf(deep);
    await whenPacked([other]);
    expect(jsonDocument(shown(row))).toBe(JSON.stringify(tooDeepText()));
  });
});
