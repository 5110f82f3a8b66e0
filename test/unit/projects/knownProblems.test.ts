import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Inventory } from '../../../src/items/inventory';
import { Marks } from '../../../src/items/marks/marks';
import { StoredMarks } from '../../../src/items/marks/stored';
import { knownCommands } from '../../../src/projects/knownProblems';
import { ProjectsModel } from '../../../src/projects/model';
import type { ItemStoreRow } from '../../../src/items/kinds';
import { nextInputBox } from '../support/inputBox';
import { nextQuickPick } from '../support/quickPick';
import { machineFrom } from '../support/resources';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { viewOf } from '../support/treeView';

const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 3) });
  Object.assign(window, { setStatusBarMessage: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'setStatusBarMessage');
});

/** A pool with an unhealthy machine, whose state in the service can be changed. */
async function start() {
  const { service, client } = await connected({ projects: 5 }, {}, unhurried());
  let instanceState = 'Running';
  const status = () => ({
    instanceState,
    health: { conditions: [{ type: 'DiskPressure', status: 'True' }] },
  });
  const listMachines = () =>
    Promise.resolve({ items: [machineFrom({ metadata: { uid: 'm' }, status: status() })] });
  const marks = new Marks(new StoredMarks(memoryFiles()));
  const inventory = new Inventory(sourceOf({ ...client, listMachines }, {}, service.baseUrl), marks);
  const model = new ProjectsModel(inventory);
  atEnd(() => {
    inventory.dispose();
  });
  await inventory.store.children();
  const project = inventory.items().find(({ name }) => name === 'payments');
  const [cluster = ''] = await inventory.readBelow(project?.id ?? '', {});
  const [pool = ''] = await inventory.readBelow(cluster, {});
  await inventory.readBelow(pool, {});
  const machine = () => inventory.rows.find(({ kind }) => kind === 'machine');
  const { view } = viewOf<ItemStoreRow>();
  const { markAsKnown } = knownCommands({ view, viewOf: () => view, selecting: () => view });
  return {
    known: () => inventory.items().find(({ kind }) => kind === 'machine')?.known,
    fail: async () => {
      instanceState = 'Failed';
      vi.setSystemTime(Date.now() + 1000);
      await inventory.readBelow(pool, {}, true);
    },
    /** Marks the machine, and calls `during` while it is asked for how long. */
    mark: async (during: () => Promise<void> = () => Promise.resolve()) => {
      const input = nextInputBox();
      const marked = markAsKnown(model, machine());
      await vi.waitFor(() => {
        expect(input.show).toHaveBeenCalled();
      });
      await during();
      const list = nextQuickPick();
      input.accepted.fire();
      await vi.waitFor(() => {
        expect(list.items.length).toBeGreaterThan(0);
      });
      const [untilItChanges] = list.items;
      if (untilItChanges !== undefined) list.choose(untilItChanges);
      await marked;
    },
  };
}

it('a problem that was found while the user was asked is not known', async () => {
  const { known, mark, fail } = await start();
  await mark(fail);
  expect(known()).toBeUndefined();
});

it('a mark that was made while the clock was ahead ends like any other', async () => {
  const { known, mark, fail } = await start();
  vi.setSystemTime(Date.now() + 5 * hour);
  await mark();
  vi.setSystemTime(Date.now() - 5 * hour);
  expect(known()).toMatchObject({ by: 'user' });
  await fail();
  expect(known()).toBeUndefined();
});
