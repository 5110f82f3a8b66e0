import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestTime } from '../../../src/service/requestTime';
import { EventEmitter, MarkdownString, ThemeIcon, TreeItem, window, type TreeView } from 'vscode';
import { ServiceError } from '../../../src/service/errors';
import { Lists, type ListSource } from '../../../src/items/store/lists';
import { Refreshes } from '../../../src/items/store/refreshes';
import { ListView } from '../../../src/tree/listView';
import type { StoreRow, TreeRow } from '../../../src/items/store/row';
import type { RowSpec } from '../../../src/tree/rowSpec';
import { StoreTree } from '../../../src/tree/treeView';

interface Folder extends TreeRow {
  readonly kind: 'folder';
  readonly parent: Folder | undefined;
  readonly name: string;
}

const isFolder = (row: TreeRow): row is Folder => row.kind === 'folder';

/** A folder that contains another one, which cannot be read. */
class Folders {
  name = 'outer';
  read: ListSource<Folder, Folder>['read'] = (parent) => {
    if (parent?.parent !== undefined) {
      return Promise.reject(new ServiceError({ kind: 'serviceFault', operation: 'listTeams' }));
    }
    const id = parent === undefined ? 'root/outer' : `${parent.id}/inner`;
    return Promise.resolve({ rows: [{ kind: 'folder', id, parent, name: this.name }] });
  };

  readonly store = new Lists<Folder, Folder>({
    rootId: 'root',
    isParent: isFolder,
    read: (...args) => this.read(...args),
  });
  readonly rows = new ListView<Folder, Folder>(this.store, new Refreshes(this.store), {
    emptyRow: (parent) => ({ kind: 'folder', id: 'empty', parent, name: 'empty' }),
  });
  suffix = '';
  hover: string | Promise<string> = 'hover';
  specOf({ kind }: StoreRow<Folder, Folder>): RowSpec<StoreRow<Folder, Folder>, Folders> {
    return {
      look: (_row, { suffix }) => ({
        label: kind + suffix,
        description: [],
        icon: new ThemeIcon('folder'),
        words: [],
      }),
      ...(kind === 'folder' && { hover: (_row, { hover }) => hover }),
    };
  }

  /** The rows, outermost first. */
  async all() {
    const [outer] = await this.rows.children();
    const [inner] = await this.rows.children(outer as Folder);
    const [failure] = await this.rows.children(inner as Folder);
    return { outer: outer as Folder, inner: inner as Folder, failure: failure ?? expect.fail() };
  }
}

function folders(prepare?: () => Promise<void>) {
  const model = new Folders();
  const tree = new StoreTree<StoreRow<Folder, Folder>, Folder, Folders>({
    isParent: isFolder,
    ...(prepare === undefined ? {} : { prepare }),
  });
  const fired: (readonly string[] | 'everything')[] = [];
  tree.onDidChangeTreeData((ids) => fired.push(ids ?? 'everything'));
  onTestFinished(() => {
    tree.dispose();
  });
  return { model, tree, fired };
}

/** The same, with its rows shown. */
async function shown() {
  const the = folders();
  the.tree.show(the.model);
  const rows = await the.model.all();
  the.fired.length = 0;
  return { ...the, ...rows };
}

describe('the tree of any view', () => {
  it('has children only below parents, and none without a model', async () => {
    const { model, tree } = folders();
    expect(await tree.getChildren()).toEqual([]);
    tree.show(model);
    const { outer, inner, failure } = await model.all();
    expect(await tree.getChildren()).toEqual([outer.id]);
    expect(await tree.getChildren(inner.id)).toEqual([failure.id]);
    expect(await tree.getChildren(failure.id)).toEqual([]);
  });

  it('gives VS Code the first rows of a model that is loaded only then', async () => {
    const { model, tree } = folders(() => {
      tree.show(model);
      return Promise.resolve();
    });
    expect(await tree.getChildren()).toEqual([(await model.all()).outer.id]);
  });

  it('returns the parent', async () => {
    const { tree, outer, inner } = await shown();
    expect(tree.getParent(inner.id)).toBe(outer.id);
    expect(tree.getParent(outer.id)).toBeUndefined();
  });

  it('knows rows by their IDs, and nothing of what is gone or of another connection', async () => {
    const { model, tree, fired, outer, inner } = await shown();
    expect([outer.id, 'other/outer', 'poolview.folders', outer, undefined].map(tree.hasRow)).toEqual([
      ...[true, false, false, false, false],
    ]);
    expect(await tree.getChildren('other/outer')).toEqual([]);
    expect(tree.getTreeItem('other/outer').label).toBe('');
    await tree.getChildren(outer.id);
    tree.getTreeItem(inner.id);
    model.store.remove(outer, () => true, requestTime());
    // VS Code may ask for it until it has the new rows.
    expect(tree.getTreeItem(inner.id).label).toBe('folder');
    await tree.getChildren(outer.id);
    expect(tree.getTreeItem(inner.id).label).toBe('');
    fired.length = 0;
    model.store.notifyRows([inner]);
    expect(fired).toEqual([]);
  });

  it('has the rows that only a filter adds', async () => {
    const { model, tree } = folders();
    const note: Folder = { kind: 'folder', id: 'root/note', parent: undefined, name: 'Nothing matches' };
    Object.assign(model.rows, { children: () => Promise.resolve([note]), known: () => undefined });
    tree.show(model);
    expect(await tree.getChildren()).toEqual([note.id]);
    expect(tree.getTreeItem(note.id)).toMatchObject({ id: note.id, label: 'folder' });
  });

  it('uses the items and hovers of the view', async () => {
    const { tree, inner, failure } = await shown();
    const item = tree.getTreeItem(inner.id);
    expect(item).toMatchObject({ id: 'root/outer/inner', label: 'folder' });
    expect((await tree.resolveTreeItem(item, inner.id)).tooltip).toEqual(new MarkdownString('hover'));
    expect((await tree.resolveTreeItem(new TreeItem(''), failure.id)).tooltip).toBeUndefined();
  });

  it('reports only rows that look different', async () => {
    useFakeTimers();
    const { model, tree, fired, inner } = await shown();
    tree.getTreeItem(inner.id);
    vi.runAllTimers();
    fired.length = 0;
    model.store.notifyRows([inner]);
    vi.runAllTimers();
    expect(fired).toEqual([]);
    model.suffix = ' that looks different';
    model.store.notifyRows([inner]);
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['root/outer/inner']]);
  });

  it('reports a row that changed while its hover was built when the user has read the hover', async () => {
    useFakeTimers();
    const { model, tree, fired } = folders();
    let show: (hover: string) => void = () => undefined;
    const hover = new Promise<string>((resolve) => (show = resolve));
    model.hover = hover;
    tree.show(model);
    const { outer, inner, failure } = await model.all();
    const items = [outer, inner, failure].map((row) => tree.getTreeItem(row.id));
    vi.runAllTimers();
    fired.length = 0;
    const resolved = tree.resolveTreeItem(items[1] ?? expect.fail(), inner.id);
    model.suffix = ' changed';
    model.store.notifyRows([outer, inner, failure as Folder]);
    show('hover');
    await resolved;
    // Redrawing a row above would close it, too.
    vi.advanceTimersByTime(9_000);
    expect(fired).toEqual([[failure.id]]);
    vi.advanceTimersByTime(2_000);
    expect(fired.flat().toSorted()).toEqual([outer.id, inner.id, failure.id].toSorted());
  });

  it('keeps a hover that is read for a minute, whatever is refreshed, and then reports its row once', async () => {
    useFakeTimers();
    const { model, tree, fired, outer } = await shown();
    await tree.resolveTreeItem(tree.getTreeItem(outer.id), outer.id);
    fired.length = 0;
    for (const seconds of [15, 30, 45]) {
      vi.advanceTimersByTime(15_000);
      model.name = `changed after ${seconds} s`;
      await model.rows.refresh();
    }
    vi.advanceTimersByTime(14_000);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(fired).toEqual([[outer.id]]);
    // VS Code requests the item again, and the hover only when needed.
    tree.getTreeItem(outer.id);
    vi.advanceTimersByTime(600_000);
    expect(fired).toHaveLength(1);
  });

  it('reports a row at once if it looks different, even if its hover is read', async () => {
    useFakeTimers();
    const { model, tree, fired, outer } = await shown();
    await tree.resolveTreeItem(tree.getTreeItem(outer.id), outer.id);
    vi.advanceTimersByTime(15_000);
    fired.length = 0;
    model.suffix = ' that looks different';
    model.store.notifyRows([outer]);
    expect(fired).toEqual([[outer.id]]);
  });

  it('keeps a hover that is read if that of a row above gets old', async () => {
    useFakeTimers();
    const { tree, fired, outer, inner } = await shown();
    await tree.resolveTreeItem(tree.getTreeItem(outer.id), outer.id);
    vi.advanceTimersByTime(50_000);
    await tree.resolveTreeItem(tree.getTreeItem(inner.id), inner.id);
    fired.length = 0;
    vi.advanceTimersByTime(59_000);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(11_000);
    expect(fired).toEqual([[inner.id], [outer.id]]);
  });

  it('reports a row that is expanded only if VS Code has other rows below it than the store', async () => {
    const { model, tree, fired, outer } = await shown();
    const expand = new EventEmitter<{ element: string }>();
    const view = { onDidExpandElement: expand.event, onDidCollapseElement: () => undefined };
    Object.assign(window, { createTreeView: () => view });
    tree.createView('poolview.folders');
    await tree.getChildren(outer.id);
    fired.length = 0;
    expand.fire({ element: outer.id });
    expect(fired).toEqual([]);
    model.store.forget(outer.id);
    expand.fire({ element: outer.id });
    expect(fired).toHaveLength(1);
    // VS Code requests them.
    const requested = tree.getChildren(outer.id);
    expand.fire({ element: outer.id });
    expect(fired).toHaveLength(1);
    await requested;
  });

  it('shows no rows of the previous model, even if that never responds', async () => {
    const { model, tree, fired, outer } = await shown();
    expect(await tree.getChildren()).toEqual([outer.id]);
    const silent = new Folders();
    silent.read = () => new Promise(() => undefined);
    tree.show(silent);
    fired.length = 0;
    expect(await tree.getChildren()).toEqual([]);
    // VS Code asks again, and shows progress until it gets an answer.
    expect(fired).toEqual(['everything']);
    let isAnswered = false;
    void tree.getChildren().then(() => (isAnswered = true));
    await setImmediate();
    expect(isAnswered).toBe(false);
    // Switch back.
    tree.show(model);
    expect(await tree.getChildren()).toEqual([outer.id]);
    tree.show(undefined);
    expect(await tree.getChildren()).toEqual([]);
  });

  it('waits for the same rows only once, and reports them if VS Code asked again', async () => {
    const { model, tree, fired } = folders();
    tree.show(model);
    const [outer] = await tree.getChildren();
    const { read } = model;
    let answer: () => void = () => undefined;
    model.read = (...args) => new Promise<void>((resolve) => (answer = resolve)).then(() => read(...args));
    const first = tree.getChildren(outer);
    // Otherwise the whole view would wait for them.
    expect(await tree.getChildren(outer)).toEqual([]);
    fired.length = 0;
    answer();
    expect(await first).toEqual(['root/outer/inner']);
    expect(fired).toHaveLength(1);
    expect(await tree.getChildren(outer)).toEqual(await first);
  });

  it('gives the same rows to one request at a time, also if a refresh reads them again before the first was answered', async () => {
    const { model, tree } = folders();
    tree.show(model);
    const [outer = ''] = await tree.getChildren();
    const { read } = model;
    const answers: (() => void)[] = [];
    model.read = (...args) => new Promise<void>((resolve) => answers.push(resolve)).then(() => read(...args));
    const first = tree.getChildren(outer);
    await setImmediate();
    answers[0]?.();
    // The refresh comes as soon as the rows have been read.
    model.store.onDidRead(() => {
      if (answers.length === 1) model.store.markStale(outer, () => true);
    });
    await setImmediate();
    expect(answers).toHaveLength(2);
    expect(await tree.getChildren(outer)).toEqual([]);
    answers[1]?.();
    expect(await first).toEqual(['root/outer/inner']);
  });

  it('sets each message once, because VS Code redraws the rows each time', () => {
    const { tree } = folders();
    const said: (string | undefined)[] = [];
    const view = {
      get message(): string | undefined {
        return said.at(-1);
      },
      set message(text: string | undefined) {
        said.push(text);
      },
    } as unknown as TreeView<string>;
    for (const text of ['', 'one', 'one', 'two', '', '']) tree.setMessage(view, text);
    expect(said).toEqual(['one', 'two', '']);
  });
});

function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}
