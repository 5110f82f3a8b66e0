import { expect, it } from 'vitest';
import type { ChangedItem } from '../../../../src/items/changes/change';
import { changeOf, noCoverage } from '../../../support/fakeChanges';
import { startTools, type Listed } from '../support';

it('poolview_list_changes within an item lists its changes and those of what it contains, not of items with a longer ID', async () => {
  const cluster = 'Test/project:p/cluster:c1';
  const ids = [
    cluster,
    `${cluster}/pool:workers`,
    `${cluster}0`,
    `${cluster}0/pool:workers`,
    'Test/project:p',
  ];
  const changes = ids.map((id, number) =>
    changeOf(number, { item: { kind: 'cluster', id, name: id, path: [] } }),
  );
  const { call } = await startTools({ projects: 1 }, { changes: { changes, coverage: noCoverage } });
  const { data } = await call<Listed<ChangedItem>>('poolview_list_changes', {
    within: cluster,
  });
  expect(data.items).toEqual([
    expect.objectContaining({ id: cluster }),
    expect.objectContaining({ id: `${cluster}/pool:workers` }),
  ]);
});
