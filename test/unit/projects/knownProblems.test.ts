import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Inventory } from '../../../src/items/inventory';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { knownCommands } from '../../../src/projects/knownProblems';
import { ProjectsModel } from '../../../src/projects/model';
import { nextQuickPick } from '../support/quickPick';
import { machineFrom } from '../support/resources';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { viewOf } from '../support/treeView';
import { eventually } from '../support/eventually';

const hour = 3_600_000;
const testKey = 'the-key-of-this-connection';

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
  const marks = new Marks(storedMarks(memoryFiles(), 'Test'));
  const session = {
    ...sourceOf({ ...client, listMachines }, {}, service.baseUrl),
    containsApiKey: (text: string) => Promise.resolve(text.includes(testKey)),
  };
  const inventory = new Inventory(session, marks);
  const model = new ProjectsModel(inventory);
  atEnd(() => {
    inventory.dispose();
  });
  await inventory.store.load();
  const project = inventory.items().find(({ name }) => name === 'payments');
  const [cluster = ''] = await inventory.readBelow(project?.id ?? '', {});
  const [pool = ''] = await inventory.readBelow(cluster, {});
  await inventory.readBelow(pool, {});
  const machine = () => inventory.rows.find(({ kind }) => kind === 'machine');
  const { view } = viewOf();
  const { markAsKnown } = knownCommands({ view, selection: view });
  return {
    known: () => inventory.items().find(({ kind }) => kind === 'machine')?.known,
    fail: async () => {
      instanceState = 'Failed';
      vi.setSystemTime(Date.now() + 1000);
      await inventory.readBelow(pool, {}, true);
    },
    /** Marks the machine with a note, and calls `during` while it is asked for how long. */
    mark: async ({ during, note = '', row = 0 }: Marking = {}) => {
      const list = nextQuickPick();
      const marked = markAsKnown(model, machine()?.id);
      await eventually(() => {
        expect(list.items.length).toBeGreaterThan(0);
      });
      list.type(note);
      await during?.();
      await eventually(() => {
        expect(list.busy).toBe(false);
      });
      const rows = list.items.map(({ label, description }) => [label, description]);
      // The first one is active: Enter takes it.
      list.choose(...list.items.slice(row, row + 1));
      await new Promise(setImmediate);
      list.hidden.fire();
      await marked;
      return { title: list.title, rows };
    },
  };
}

interface Marking {
  readonly during?: () => Promise<void>;
  readonly note?: string;
  readonly row?: number;
}

it('a problem that was found while the user was asked is not known', async () => {
  const { known, mark, fail } = await start();
  await mark({ during: fail });
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

it('is one box for the note and the end, and says the day', async () => {
  const { known, mark } = await start();
  const note = 'disk is being replaced';
  const { title, rows } = await mark({ note: ` ${note} `, row: 3 });
  expect(title).toMatch(/^Mark as Known: .+/);
  const morning = new Date(Date.now() + 24 * hour).setHours(8, 0, 0, 0);
  const day = new Date(morning).toLocaleDateString('en', { weekday: 'long' });
  expect(rows).toEqual([
    ['Until it changes', `known: ${note}`],
    ['1 hour', expect.stringMatching(/^\w+day \d\d:00 · known: /)],
    ['8 hours', expect.stringMatching(/^\w+day \d\d:00 · known: /)],
    ['Tomorrow morning', `${day} 08:00 · known: ${note}`],
  ]);
  expect(known()).toMatchObject({ by: 'user', note, until: morning });
});

it('a note with an API key is refused in the box, and marks nothing [guarantee: key-input]', async () => {
  const { known, mark } = await start();
  const { rows } = await mark({ note: testKey });
  expect(rows).toEqual([
    ['This contains an API key. Enter a key only where Poolview asks for one', undefined],
  ]);
  expect(known()).toBeUndefined();
});

it('a note that is too long marks nothing', async () => {
  const { known, mark } = await start();
  const { rows } = await mark({ note: 'x'.repeat(201) });
  expect(rows).toEqual([['Enter at most 200 characters', undefined]]);
  expect(known()).toBeUndefined();
});
