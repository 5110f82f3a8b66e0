import { expect, it, onTestFinished } from 'vitest';
import {
  EventEmitter,
  window,
  type DataTransfer,
  type DataTransferItem,
  type TreeDragAndDropController,
} from 'vscode';
import type { ItemStoreRow } from '../../../src/items/kinds';
import { foundProjectRow } from '../../../src/items/kinds/project';
import { newProjectsTree } from '../../../src/projects/appearance';
import { DraggedRows } from '../../../src/tree/draggedRows';
import { attacks } from '../support/hostile';

const transfer = () => new Map<string, DataTransferItem>() as unknown as DataTransfer;

async function dropped(rows: readonly string[], isOwn = true): Promise<string | undefined> {
  const data = transfer();
  const dragged = new DraggedRows<string>('poolview.projects', (row) => (row === '' ? undefined : row));
  if (isOwn) dragged.handleDrag(rows, data);
  const edit = await dragged.provideDocumentDropEdits(undefined as never, undefined as never, data);
  return edit?.insertText as string | undefined;
}

it('inserts a line for each dragged row that has one', async () => {
  expect(await dropped(['workers-5'])).toBe('workers-5');
  expect(await dropped(['workers-5', '', 'workers-6'])).toBe('workers-5\nworkers-6');
});

it('inserts nothing for rows without a line', async () => {
  expect(await dropped([''])).toBeUndefined();
  expect(await dropped([], false)).toBeUndefined();
});

it('accepts no drops', () => {
  expect(new DraggedRows('poolview.projects', String).dropMimeTypes).toEqual([]);
});

it('rows can be dropped in another view that takes them', () => {
  const drops: unknown[] = [];
  const run = (rows: readonly unknown[], target: unknown) => drops.push({ rows, target });
  const from = ['poolview.projects', 'poolview.favorites'];
  const favorites = new DraggedRows<string>('poolview.favorites', String, { from, run });
  expect(favorites.dropMimeTypes).toEqual(from.map((id) => `application/vnd.code.tree.${id}`));
  new DraggedRows<string>('poolview.projects', String).handleDrag(['payments'], transfer());
  favorites.handleDrop('ledger');
  favorites.handleDrop(undefined);
  expect(drops).toEqual([
    { rows: ['payments'], target: 'ledger' },
    { rows: ['payments'], target: undefined },
  ]);
});

it('the rows of the Projects view have one safe line each', async () => {
  let controller: TreeDragAndDropController<ItemStoreRow> | undefined;
  const { event } = new EventEmitter<never>();
  const createTreeView = (_: string, options: { readonly dragAndDropController?: typeof controller }) => {
    controller = options.dragAndDropController;
    return { onDidExpandElement: event, onDidCollapseElement: event };
  };
  Object.assign(window, { createTreeView });
  onTestFinished(() => void Reflect.deleteProperty(window, 'createTreeView'));
  newProjectsTree().createView('poolview.projects');
  const names = [...attacks, 'two\nlines', '\u202egnp.exe', ''];
  const rows = names.map((name, index) =>
    foundProjectRow({ metadata: { name, uid: `uid-${index}` }, source: {} }, 'v'),
  );
  const data = transfer();
  await controller?.handleDrag?.(rows, data, {
    isCancellationRequested: false,
    onCancellationRequested: event,
  });
  const lines = (await data.get('text/plain')?.asString())?.split('\n') ?? [];
  expect(lines).toHaveLength(names.length);
  expect(lines.at(-1)).toBe(`uid-${names.length - 1}`);
  expect(lines.join('')).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
});
