import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ThemeIcon, TreeItemCollapsibleState } from 'vscode';
import { requestTime } from '../../../src/service/requestTime';
import { textOf } from '../support/rowItem';
import type { StoreRow, TreeRow } from '../../../src/items/store/row';
import { Lists } from '../../../src/items/store/lists';
import { Refreshes } from '../../../src/items/store/refreshes';
import { ListView } from '../../../src/tree/listView';
import type { RowSpec } from '../../../src/tree/rowSpec';
import { StoreTree } from '../../../src/tree/treeView';
import { FakeTree } from '../support/fakeTree';
import { serviceFault } from '../support/lists';

interface Item extends TreeRow {
  readonly kind: 'item';
  readonly parent: Item | undefined;
  readonly text: string;
}
type ViewRow = StoreRow<Item, Item>;

/** How deep the tree is. */
const depth = 3;
const never = new AbortController().signal;

function isParent(row: TreeRow): row is Item {
  return row.kind === 'item' && row.id.split('/').length <= depth;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Model {
  readonly rows: ListView<Item, Item>;
  specOf(row: ViewRow): RowSpec<ViewRow, Model>;
}

const spec: RowSpec<ViewRow, Model> = {
  look: (row) => ({
    label: row.kind === 'item' ? row.text : row.kind,
    description: [],
    icon: new ThemeIcon('file'),
    words: [],
    collapsibleState: isParent(row) ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
  }),
};

/** A service with two rows below each row, and the view of them. */
class View {
  /** The rows that have changed, by ID, and how often. */
  readonly #versions = new Map<string, number>();
  latencyMs = 0;
  isFailing = false;
  /** Whether another view needs the rows below collapsed ones. */
  store = this.#newStore();
  rows = this.#newRows();
  readonly #tree = new StoreTree<StoreRow<Item, Item>, Item, Model>({ isParent });
  readonly shown: FakeTree;

  constructor() {
    this.#tree.show({ rows: this.rows, specOf: () => spec });
    this.shown = new FakeTree(this.#tree, () => this.#tree.createView('view'));
  }

  #newStore(): Lists<Item, Item> {
    return new Lists<Item, Item>({
      rootId: 'root',
      isParent,
      read: async (parent) => {
        const time = requestTime();
        const rows = this.rowsBelow(parent).map((row) => ({ ...row, ...time }));
        const { isFailing } = this;
        await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
        if (isFailing) throw serviceFault;
        return { rows };
      },
    });
  }

  #newRows(): ListView<Item, Item> {
    return new ListView(this.store, new Refreshes(this.store), {
      emptyRow: (parent) => ({ kind: 'item', id: `${parent?.id ?? 'root'}/empty`, parent, text: 'empty' }),
    });
  }

  rowsBelow(parent: Item | undefined): readonly Item[] {
    const id = parent?.id ?? 'root';
    return ['1', '2'].map((name) => ({
      kind: 'item',
      id: `${id}/${name}`,
      parent,
      text: this.#textOf(`${id}/${name}`),
    }));
  }

  #textOf(id: string): string {
    return `${id} ${this.#versions.get(id) ?? 0}`;
  }

  /** Switches to a store with the same rows, as a connection that is started again. */
  restart(): void {
    this.store.dispose();
    this.store = this.#newStore();
    this.rows = this.#newRows();
    this.#tree.show({ rows: this.rows, specOf: () => spec });
  }

  /** Reads rows for another view, and the rows below one of them. */
  learn(place: number): void {
    const time = requestTime();
    const rows = this.rowsBelow(undefined).map((row) => ({ ...row, ...time }));
    this.store.take([{ parent: undefined, rows, isWhole: true }], time);
    const parents = this.store.descendants().filter(isParent);
    const parent = parents[place % Math.max(1, parents.length)];
    if (parent === undefined) return;
    const below = this.rowsBelow(parent).map((row) => ({ ...row, ...time }));
    this.store.take([{ parent, rows: below, isWhole: place % 2 === 0 }], time);
  }

  readBelow(place: number): void {
    const parents = this.store.descendants().filter(isParent);
    const parent = parents[place % Math.max(1, parents.length)];
    if (parent !== undefined) this.store.readToEnd(parent, { priority: 'timer' }).catch(() => undefined);
  }

  /** Changes one of the visible rows in the service. */
  change(place: number): void {
    const { visible } = this.shown;
    const { id = '' } = visible[place % Math.max(1, visible.length)] ?? {};
    this.#versions.set(id, (this.#versions.get(id) ?? 0) + 1);
  }

  toggle(place: number): void {
    const { parents } = this.shown;
    const node = parents[place % Math.max(1, parents.length)];
    if (node !== undefined) this.shown.toggle(node);
  }

  /** The texts of the visible rows, and what they should be. */
  texts(): { readonly shown: readonly string[]; readonly current: readonly string[] } {
    const current = (id: string, level: number): readonly string[] =>
      ['1', '2'].flatMap((name) => {
        const child = `${id}/${name}`;
        const node = this.shown.visible.find((one) => one.id === child);
        const isExpanded = node !== undefined && !node.isCollapsed && level < depth;
        return [this.#textOf(child), ...(isExpanded ? current(child, level + 1) : [])];
      });
    return { shown: this.shown.visible.map(({ item }) => textOf(item.label)), current: current('root', 1) };
  }

  dispose(): void {
    this.shown.dispose();
    this.#tree.dispose();
    this.store.dispose();
  }
}

type Step = (view: View, place: number) => void;

const place = fc.nat({ max: 4 });

/** What may happen, with a name for a report of a failure. */
const steps: Readonly<Record<string, Step>> = {
  toggle: (view, n) => {
    view.toggle(n);
  },
  learn: (view, n) => {
    view.learn(n);
  },
  readBelow: (view, n) => {
    view.readBelow(n);
  },
  refresh: (view) => void view.rows.refresh(),
  autoRefresh: (view) => void view.rows.refreshInBackground(never),
  change: (view, n) => {
    view.change(n);
  },
  slow: (view) => {
    view.latencyMs = view.latencyMs === 0 ? 300 : 0;
  },
  fail: (view) => {
    view.isFailing = !view.isFailing;
  },
  restart: (view) => {
    view.restart();
  },
};
const weights = {
  toggle: 6,
  learn: 2,
  readBelow: 2,
  refresh: 3,
  autoRefresh: 1,
  change: 1,
  slow: 1,
  fail: 1,
  restart: 1,
};
const names = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name) })),
);
const history = fc.array(fc.tuple(names, place, fc.constantFrom(0, 30, 300, 2000)), {
  maxLength: 30,
  size: 'max',
});

/** What once led to rows that were not refreshed any more. */
const examples: [[string, number, number][], number][] = [
  // A refresh forgot a collapsed list, which VS Code still had, and another view read it before it was expanded again.
  [[...toggles(0, 0), ['refresh', 0, 0], ['toggle', 0, 0]], 1],
  [[...toggles(0, 0), ['refresh', 0, 0], ['readBelow', 0, 0], ['toggle', 0, 0]], 1],
  // The same, with rows that look the same, of which one is expanded.
  [[...toggles(0, 1, 0), ['refresh', 0, 0], ['readBelow', 0, 0], ['toggle', 0, 0]], 2],
  // Another view read the list below a row that stayed expanded while the one above was collapsed.
  [[...toggles(0, 2, 0), ['refresh', 0, 0], ['toggle', 0, 0], ['readBelow', 2, 0]], 3],
  // A row with an expanded row below it was collapsed during a refresh.
  [[...toggles(0, 1), ['slow', 0, 0], ['refresh', 0, 0], ['toggle', 0, 300], ['toggle', 0, 0]], 2],
];

function toggles(...places: readonly number[]): [string, number, number][] {
  return places.map((n) => ['toggle', n, 0]);
}

it.each([
  ['a refresh', (view: View) => view.rows.refresh()],
  ['an auto-refresh', (view: View) => view.rows.refreshInBackground(never)],
])('what VS Code shows expanded is refreshed by %s, whatever happened before', async (_what, refresh) => {
  await fc.assert(
    fc.asyncProperty(history, place, async (happened, changed) => {
      const view = new View();
      try {
        await vi.advanceTimersByTimeAsync(1000);
        for (const [name, n, waitMs] of happened) {
          steps[name]?.(view, n);
          await vi.advanceTimersByTimeAsync(waitMs);
        }
        await vi.advanceTimersByTimeAsync(10_000);
        view.isFailing = false;
        view.change(changed);
        void refresh(view);
        await vi.advanceTimersByTimeAsync(10_000);
        const { shown, current } = view.texts();
        expect(shown).toEqual(current);
      } finally {
        view.dispose();
      }
    }),
    { numRuns: 300, examples },
  );
});
