import { type Disposable, env, l10n, window, type ExtensionContext, type TreeView } from 'vscode';
import { readOnlyText, connectionTitle } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { onDidChangeSettings, readSetting } from '../connections/settings';
import type { Inventories } from '../reads/inventories';
import type { Inventory } from '../items/inventory';
import { isResourceRow } from '../items/kinds';
import { isNote, projectProgress } from '../items/listState';
import { parts } from '../text/text';
import type { AutoRefresh, RefreshedView } from '../tree/autoRefresh';
import { givenRow } from '../tree/givenRows';
import { viewCommands } from '../ui/commands';
import { setContextKey } from '../ui/contextKeys';
import { AttentionSigns } from './attentionSigns';
import { readShownCauses } from './causes';
import { showErrors } from '../ui/errorMessage';
import { throttle } from '../ui/timing';
import { newProjectsTree, ProjectsModel } from './model';
import { EditorHover } from './editorHover';
import { lineText, searchMessage } from './projectSearch';
import type { FleetView } from './savedQueries';
import { newDetailsDocuments } from './rowCommands/documents';
import { viewId } from './rows/items';

/** What the Projects view needs. */
interface ProjectsParts {
  readonly connections: Connections;
  readonly inventories: Inventories;
  readonly autoRefresh: AutoRefresh;
  /** The fleet overview. The first call loads its code. */
  readonly fleet: () => Promise<FleetView>;
  readonly context: ExtensionContext;
}

/** Registers the Projects view. The code of its commands is loaded when one is first run. */
export function registerProjects(given: ProjectsParts) {
  const { connections, inventories, autoRefresh, context } = given;
  const tree = newProjectsTree(() => shown.prepared);
  const view = tree.createView(viewId);
  const refreshed = autoRefresh.register(view, () => readSetting('autoRefreshHidden'));
  const shown = new ProjectsView({ connections, inventories, tree, view, refreshed });
  let selected: readonly string[] = [];
  view.onDidChangeSelection(({ selection }) => {
    selected = selection;
    const isResource = (id: string): boolean => isResourceRow(shown.model && givenRow(shown.model.rows, id));
    setContextKey('poolview.rowSelected', selection.some(isResource));
  });
  const loaded = async () =>
    (await import('./commands')).newCommands({
      ...given,
      view,
      selection: {
        // While VS Code draws a selected row again, it does not know it.
        get selection() {
          return view.selection.length > 0 ? view.selection : selected;
        },
      },
      active: () => shown.model,
      linkOrigin: `${env.uriScheme}://${context.extension.id}`,
    });
  const disposables = [
    shown,
    window.registerUriHandler({
      handleUri: async (uri) => {
        await (await loaded()).openLink(uri);
      },
    }),
  ];
  return {
    disposables,
    viewCommands: viewCommands({ viewId, hasRow: tree.hasRow }, loaded),
    /** Tells whether the view shows the item with an ID. */
    shownItems: () => tree.shownIn(view),
  };
}

/** What the view needs, and consists of before anything is shown. */
interface ShownParts extends Pick<ProjectsParts, 'connections' | 'inventories'> {
  readonly tree: ReturnType<typeof newProjectsTree>;
  readonly view: TreeView<string>;
  readonly refreshed: RefreshedView;
}

/** The Projects view, and what else shows the active connection: badge, documents and hovers in editors. */
class ProjectsView implements Disposable {
  /** What is shown; undefined if nothing is connected. */
  model: ProjectsModel | undefined;
  /** Set when the marks of the active connection are read, so that its first rows have the favorites. */
  prepared: Promise<void> = Promise.resolve();
  readonly #documents = newDetailsDocuments(() => this.given.inventories.active);
  readonly #signs;
  #causes: Disposable | undefined;
  readonly #subscriptions: readonly Disposable[];

  constructor(private readonly given: ShownParts) {
    const { inventories, view } = given;
    const editorHover = new EditorHover(() => this.model);
    this.#signs = new AttentionSigns(view, () => inventories.active);
    this.#subscriptions = [
      editorHover,
      onDidChangeSettings(() => {
        editorHover.update();
        // That shows the attention, too.
        inventories.active?.updateAll();
      }),
      inventories.onDidChangeActive(this.#showActive),
      view.onDidChangeVisibility(({ visible }) => {
        if (visible) this.model?.reorder();
      }),
      // Another window may have changed the marks.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.prepared = readMarks(inventories.active);
      }),
    ];
    this.#showActive();
  }

  readonly #showActive = (): void => {
    const { connections, inventories, tree, view, refreshed } = this.given;
    const inventory = inventories.active;
    this.model?.dispose();
    this.model = inventory && new ProjectsModel(inventory, () => connections.consoleUrl);
    this.model?.rows.onDidChange(this.#update);
    this.#showSearch.cancel();
    this.#update();
    this.#causes?.dispose();
    this.#causes = this.model && readShownCauses(view, this.model);
    this.#signs.update.now();
    // VS Code hides the description of a view that is alone in its container.
    const connection = inventory?.session.connection;
    view.title = parts(
      l10n.t('Projects'),
      readOnlyText(connection),
      connection && connectionTitle(connection),
    );
    tree.show(this.model);
    refreshed.show(this.model);
    inventory?.marks.onDidChange(this.#update);
    this.prepared = readMarks(inventory);
  };

  /** What is not known of a line takes tens of milliseconds in a large fleet. */
  readonly #showSearch = throttle(() => {
    const { model } = this;
    const { tree, view } = this.given;
    view.description = lineText(model?.query ?? '');
    tree.setMessage(view, model === undefined ? '' : searchMessage(model.query, model.inventory));
  }, 500);

  readonly #update = (): void => {
    this.#showSearch();
    showContext(this.model);
    this.#signs.update();
    this.#documents.refresh();
  };

  dispose(): void {
    this.#showSearch.cancel();
    const { tree, view } = this.given;
    const parts = [view, tree, this.#documents, this.#signs, this.#causes];
    for (const part of [...parts, ...this.#subscriptions]) part?.dispose();
  }
}

function readMarks(inventory: Inventory | undefined): Promise<void> {
  return showErrors(async () => {
    await inventory?.marks.read();
  });
}

/** Sets the context keys that show and hide commands. */
function showContext(model: ProjectsModel | undefined): void {
  setContextKey('poolview.filtered', (model?.query ?? '') !== '');
  setContextKey('poolview.hasFavorites', (model?.inventory.marks.values.favorite.size ?? 0) > 0);
  setContextKey('poolview.allLoaded', model !== undefined && !projectProgress(model.store).hasMore);
  const takesPools = model?.store.all.some(({ loaded }) => isNote(loaded.note, 'poolsNotListed'));
  setContextKey('poolview.takesPools', takesPools === true);
}
