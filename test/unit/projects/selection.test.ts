import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventEmitter, type TreeViewSelectionChangeEvent } from 'vscode';
import { shownName, type ItemStoreRow } from '../../../src/items/kinds';
import { machineRow } from '../../../src/items/kinds/machine';
import { poolRow } from '../../../src/items/kinds/pool';
import { foundProjectRow } from '../../../src/items/kinds/project';
import { Selection } from '../../../src/projects/selection';
import { requestTime } from '../../../src/service/requestTime';
import { cluster, project, ref } from '../support/payments';
import { machineFrom } from '../support/resources';

const pool = poolRow(cluster, ref);
const poolOfProject = poolRow(project, ref);
const machine = machineRow(
  pool,
  machineFrom({ metadata: { uid: 'm1', name: 'workers-5' } }),
  'm',
  requestTime(),
);

function start() {
  const events = new EventEmitter<TreeViewSelectionChangeEvent<ItemStoreRow>>();
  const view = { selection: [] as readonly ItemStoreRow[], onDidChangeSelection: events.event };
  /** The rows of the active connection. */
  const known = { rows: [project, cluster, pool, machine, poolOfProject] as readonly ItemStoreRow[] };
  const selection = new Selection([view], (id) => known.rows.find((row) => row.id === id));
  const names: (string | undefined)[] = [];
  selection.onDidChange(() => {
    names.push(selection.row && shownName(selection.row));
  });
  const select = (...rows: readonly ItemStoreRow[]): void => {
    view.selection = rows;
    events.fire({ selection: rows });
  };
  return { view, known, selection, names, select };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the selected item', () => {
  it('is the first of the selected rows', () => {
    const { selection, select } = start();
    select(machine, cluster);
    expect(selection.row).toBe(machine);
  });

  it('is found a little later if VS Code is drawing its row', async () => {
    const { view, names, select } = start();
    select(cluster);
    select();
    view.selection = [machine];
    await vi.runAllTimersAsync();
    expect(names).toEqual(['payments-eu', undefined, 'workers-5']);
  });

  it('is never one of another connection, although VS Code still has its row', () => {
    const { known, selection, select } = start();
    select(cluster);
    known.rows = [];
    expect(selection.row).toBeUndefined();
    // The other connection has the same project.
    const same = foundProjectRow({ metadata: { uid: 'p1', name: 'renamed' }, source: {} }, 'root');
    known.rows = [same];
    select(project);
    expect(selection.row && shownName(selection.row)).toBe('renamed');
  });

  it('is that of the view in which the user selected last', () => {
    const viewOf = () => {
      const events = new EventEmitter<TreeViewSelectionChangeEvent<ItemStoreRow>>();
      const view = { selection: [] as readonly ItemStoreRow[], onDidChangeSelection: events.event };
      const select = (...selection: readonly ItemStoreRow[]): void => {
        view.selection = selection;
        events.fire({ selection });
      };
      return { view, select };
    };
    const [projects, favorites] = [viewOf(), viewOf()];
    const rows = [project, cluster];
    const selection = new Selection([projects.view, favorites.view], (id) =>
      rows.find((row) => row.id === id),
    );
    projects.select(project);
    expect(selection.row && shownName(selection.row)).toBe('payments');
    favorites.select(cluster);
    expect(selection.row && shownName(selection.row)).toBe('payments-eu');
    // While VS Code draws the row again, it does not know that it is selected.
    favorites.view.selection = [];
    expect(selection.selection).toEqual([cluster]);
    projects.select();
    expect(selection.row && shownName(selection.row)).toBe('payments-eu');
  });

  it('is none if the selection was cleared, and nothing is waited for in the end', async () => {
    const { selection, names, select } = start();
    select(cluster);
    select();
    await vi.runAllTimersAsync();
    expect(names.at(-1)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
    select();
    selection.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});
