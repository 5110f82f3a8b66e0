import { expect, it } from 'vitest';
import { machineRow } from '../../../src/items/kinds/machine';
import { poolRow } from '../../../src/items/kinds/pool';
import { selectedItem } from '../../../src/timeline/entries';
import { requestTime } from '../../../src/service/requestTime';
import { cluster, project, ref } from '../support/payments';
import { machineFrom } from '../support/resources';

it('an item is asked about with its cluster and its project', () => {
  const machine = machineFrom({ metadata: { uid: 'm1', name: 'workers-5' } });
  expect(selectedItem(machineRow(poolRow(cluster, ref), machine, 'm', requestTime()))).toEqual({
    kind: 'machine',
    id: 'm',
    name: 'workers-5',
    uid: 'm1',
    projectUid: 'p1',
    cluster: { name: 'payments-eu', uid: 'c1' },
  });
  const ofProject = { projectUid: 'p1', cluster: undefined };
  expect(selectedItem(project)).toMatchObject({ kind: 'project', ...ofProject });
  expect(selectedItem(poolRow(project, ref))).toMatchObject({ kind: 'pool', ...ofProject });
});
