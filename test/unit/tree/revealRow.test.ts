import { afterEach, describe, expect, it, vi } from 'vitest';
import { revealNextPage, revealRow } from '../../../src/tree/revealRow';
import type { TreeRow } from '../../../src/items/store/row';
import { dialogs } from '../support/dialogs';
import { viewOf } from '../support/treeView';
import { editors, TextEditorSelectionChangeKind } from '../support/vscode';

const [row, other] = ['row', 'other'];
const always = (): boolean => true;

/** What VS Code rejects with while it does not know a row. */
const unknown = () => new Error('TreeError [poolview.roles] Data tree node not found: [object Object]');

afterEach(() => {
  vi.useRealTimers();
});

describe('a row that is revealed', () => {
  it('is selected as soon as VS Code knows it, and errors until then do not reach the user', async () => {
    const messages = dialogs();
    let attempts = 0;
    const { view } = viewOf(() => (++attempts < 4 ? Promise.reject(unknown()) : Promise.resolve()));
    await revealRow(view, row, always, 'Failed');
    expect(view.selection).toEqual([row]);
    expect(attempts).toBe(4);
    expect(messages.shown).toEqual([]);
  });

  it('is revealed again if VS Code silently did nothing', async () => {
    const { view, select } = viewOf();
    let attempts = 0;
    vi.spyOn(view, 'reveal').mockImplementation(() => {
      if (++attempts === 2) select(row);
      return Promise.resolve();
    });
    await revealRow(view, row, always);
    expect(attempts).toBe(2);
  });

  it('gets the focus even if it is selected already', async () => {
    const reveal = vi.fn(() => Promise.resolve());
    const { view, select } = viewOf(reveal);
    select(row);
    await revealRow(view, row, always);
    expect(reveal).toHaveBeenCalledOnce();
  });

  it('that VS Code never knows is given up after ten seconds, with a message that says what to do', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const messages = dialogs();
    const { view } = viewOf(() => {
      vi.advanceTimersByTime(4000);
      return Promise.reject(unknown());
    });
    const reveal = vi.spyOn(view, 'reveal');
    await revealRow(view, row, always, 'Open the view and try again.');
    expect(reveal).toHaveBeenCalledTimes(3);
    expect(messages.shown).toEqual(['Open the view and try again.']);
  });

  it.each([
    [
      'another row is selected',
      (select: (selected: string) => void) => {
        select(other);
      },
    ],
    [
      'another editor is active',
      () => {
        editors.switch();
      },
    ],
    [
      'the user types in an editor',
      () => {
        editors.select(TextEditorSelectionChangeKind.Keyboard);
      },
    ],
  ])('is left alone once %s', async (_, goElsewhere) => {
    const messages = dialogs();
    let attempts = 0;
    const { view, select } = viewOf(() => {
      attempts++;
      goElsewhere(select);
      return Promise.reject(unknown());
    });
    await revealRow(view, row, always, 'Failed');
    expect(attempts).toBe(1);
    expect(messages.shown).toEqual([]);
  });

  it('is not revealed once it is not wanted any more', async () => {
    const { view } = viewOf();
    await revealRow(view, row, () => false);
    expect(view.selection).toEqual([]);
  });
});

describe('the first new row after "Load more"', () => {
  const rowOf = (id: string, kind = 'team'): TreeRow => ({ kind, id, parent: undefined });
  const rows = new Map(
    [rowOf('row'), rowOf('other'), rowOf('more', 'loadMore')].map((each) => [each.id, each]),
  );
  const storeOf = (load: () => void = () => undefined) => ({
    find: (id: string) => rows.get(id),
    loadMore: () => {
      load();
      return Promise.resolve(rows.get(row));
    },
  });

  it('gets the focus after a double click, although VS Code knows it only later', async () => {
    let attempts = 0;
    const { view, select } = viewOf(() => (++attempts < 4 ? Promise.reject(unknown()) : Promise.resolve()));
    select('more');
    await Promise.all([1, 2].map(() => revealNextPage(view, storeOf(), undefined)));
    expect(view.selection).toEqual([row]);
  });

  it('does not get the focus if the user selected another row while it was loading', async () => {
    const { view, select } = viewOf();
    select('more');
    const store = storeOf(() => {
      select(other);
    });
    await revealNextPage(view, store, undefined);
    expect(view.selection).toEqual([other]);
  });
});
