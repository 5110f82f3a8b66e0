import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EventEmitter, MarkdownString, TreeItem, type TreeView } from 'vscode';
import { ServiceError } from '../../../src/service/errors';
import { errorNode, type ErrorNode } from '../../../src/tree/nodes';
import { ModelTree, type TreeModel } from '../../../src/tree/view';

interface Folder {
  readonly kind: 'folder';
  readonly id: string;
  readonly parent: Folder | undefined;
}
type Node = Folder | ErrorNode<Folder>;

/** Two folders, one in the other, and in that a failure. */
class Folders implements TreeModel<Node, Folder> {
  readonly outer: Folder = { kind: 'folder', id: 'outer', parent: undefined };
  readonly inner: Folder = { kind: 'folder', id: 'outer/inner', parent: this.outer };
  readonly failure = errorNode(
    this.inner.id,
    this.inner,
    new ServiceError({ kind: 'serviceFault', operation: 'listTeams' }),
  );
  name = '';
  reload: (row: Folder | undefined) => void = () => undefined;
  look: (row: Node, contentChanged?: boolean) => void = () => undefined;

  get all(): readonly Node[] {
    return [this.outer, this.inner, this.failure];
  }

  children(parent?: Folder): Promise<readonly Node[]> {
    return Promise.resolve(this.all.filter((node) => node.parent === parent));
  }

  known(): readonly Node[] | undefined {
    return undefined;
  }

  rowWithId(id: string): Node | undefined {
    return this.all.find((node) => node.id === id);
  }

  onDidReload(listener: (row: Folder | undefined) => void): void {
    this.reload = listener;
  }

  onDidChangeLook(listener: (row: Node, contentChanged?: boolean) => void): void {
    this.look = listener;
  }

  updatedAt(): undefined {
    return undefined;
  }

  isStale(): boolean {
    return false;
  }

  readonly open = new Set<string>();

  setExpanded({ id }: Folder, isExpanded: boolean): void {
    if (isExpanded) this.open.add(id);
    else this.open.delete(id);
  }
}

function folders() {
  const model = new Folders();
  const tree = new ModelTree<Node, Folder, Folders>({
    rowOf: ({ kind }, { name }) => new TreeItem(kind + name),
    hovers: () => Promise.resolve({ hoverOf: ({ kind }) => (kind === 'folder' ? 'hover' : undefined) }),
    isParent: (node) => node.kind === 'folder',
    hasRowsToOpen: () => false,
  });
  const fired: (readonly string[] | 'everything')[] = [];
  tree.onDidChangeTreeData((rows) => fired.push(rows?.map(({ id }) => id) ?? 'everything'));
  return { model, tree, fired };
}

describe('the tree of any view', () => {
  it('asks for what is below parents only, and for nothing without a model', async () => {
    const { model, tree } = folders();
    expect(await tree.getChildren()).toEqual([]);
    tree.show(model);
    expect(await tree.getChildren()).toEqual([model.outer]);
    expect(await tree.getChildren(model.inner)).toEqual([model.failure]);
    expect(await tree.getChildren(model.failure)).toEqual([]);
    tree.dispose();
  });

  it('finds the row above one as it is shown now', () => {
    const { model, tree } = folders();
    tree.show(model);
    const before: Folder = { ...model.outer };
    expect(tree.getParent({ ...model.inner, parent: before })).toBe(model.outer);
    expect(tree.getParent(model.outer)).toBeUndefined();
    tree.dispose();
  });

  it('has the looks and hovers that the view gives', async () => {
    const { model, tree } = folders();
    tree.show(model);
    const row = tree.getTreeItem(model.inner);
    expect(row).toMatchObject({ id: 'outer/inner', label: 'folder' });
    expect((await tree.resolveTreeItem(row, model.inner)).tooltip).toEqual(new MarkdownString('hover'));
    expect((await tree.resolveTreeItem(new TreeItem(''), model.failure)).tooltip).toBeUndefined();
    tree.dispose();
  });

  it('tells VS Code of rows that look different, not of those that do not', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { model, tree, fired } = folders();
    tree.show(model);
    expect(fired.splice(0)).toEqual(['everything']);
    tree.getTreeItem(model.inner);
    model.look(model.inner);
    vi.runAllTimers();
    expect(fired).toEqual([]);
    model.name = ' with another name';
    model.look(model.inner);
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['outer/inner']]);
    tree.dispose();
  });

  it('tells VS Code of a row that says something else and whose hover it has already, once', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { model, tree, fired } = folders();
    tree.show(model);
    fired.length = 0;
    const { failure } = model;
    void tree.resolveTreeItem(tree.getTreeItem(failure), failure);
    // What is known below it is another.
    model.look(failure);
    vi.runAllTimers();
    expect(fired).toEqual([]);
    model.look(failure, true);
    vi.runAllTimers();
    expect(fired).toEqual([[failure.id]]);
    tree.getTreeItem(failure);
    model.look(failure, true);
    vi.runAllTimers();
    expect(fired).toHaveLength(1);
    tree.dispose();
  });

  it('tells the model which of its parents are open', () => {
    const { model, tree } = folders();
    tree.show(model);
    const expand = new EventEmitter<{ element: Node }>();
    const collapse = new EventEmitter<{ element: Node }>();
    const view = { onDidExpandElement: expand.event, onDidCollapseElement: collapse.event };
    const watching = tree.watch(view as unknown as TreeView<Node>);
    for (const element of model.all) expand.fire({ element });
    expect([...model.open]).toEqual(['outer', 'outer/inner']);
    collapse.fire({ element: model.outer });
    expect([...model.open]).toEqual(['outer/inner']);
    for (const one of watching) one.dispose();
    expand.fire({ element: model.outer });
    expect([...model.open]).toEqual(['outer/inner']);
    tree.dispose();
  });

  it('shows none of the rows of another model, even if that never answers', async () => {
    const { model, tree, fired } = folders();
    tree.show(model);
    expect(await tree.getChildren()).toEqual([model.outer]);
    const silent = new Folders();
    silent.children = () => new Promise(() => undefined);
    tree.show(silent);
    fired.length = 0;
    expect(await tree.getChildren()).toEqual([]);
    // VS Code asks again, and shows its progress until there is an answer.
    expect(fired).toEqual(['everything']);
    let isAnswered = false;
    void tree.getChildren().then(() => (isAnswered = true));
    await setImmediate();
    expect(isAnswered).toBe(false);
    // And back.
    tree.show(model);
    expect(await tree.getChildren()).toEqual([model.outer]);
    tree.show(undefined);
    expect(await tree.getChildren()).toEqual([]);
    tree.dispose();
  });

  it('waits for rows once, and reports them if VS Code has asked for them again', async () => {
    const { model, tree, fired } = folders();
    tree.show(model);
    let answer: (rows: readonly Node[]) => void = () => undefined;
    model.children = () => new Promise((resolve) => (answer = resolve));
    const first = tree.getChildren(model.outer);
    // Everything else would wait for it as well.
    expect(await tree.getChildren(model.outer)).toEqual([]);
    fired.length = 0;
    answer([model.inner]);
    expect(await first).toEqual([model.inner]);
    expect(fired).toHaveLength(1);
    model.known = () => [model.inner];
    expect(await tree.getChildren(model.outer)).toEqual([model.inner]);
    tree.dispose();
  });

  it('says something above the rows once, since VS Code shows the rows anew for it', () => {
    const { tree } = folders();
    const said: (string | undefined)[] = [];
    const view = {
      get message(): string | undefined {
        return said.at(-1);
      },
      set message(text: string | undefined) {
        said.push(text);
      },
    } as unknown as TreeView<Node>;
    for (const text of ['', 'one', 'one', 'two', '', '']) tree.say(view, text);
    expect(said).toEqual(['one', 'two', '']);
    tree.dispose();
  });
});
