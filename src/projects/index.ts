import { Disposable, env, l10n, window, type ExtensionContext, type TreeView } from 'vscode';
import { readOnlyText, titleOf } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { onDidChangeSettings, readSetting } from '../connections/settings';
import type { Inventories } from '../items/inventories';
import { isNote, projectProgress } from '../items/listState';
import { parts } from '../text/text';
import type { AutoRefresh, Refreshable, RefreshedView } from '../tree/autoRefresh';
import { viewCommands, type ViewCommands } from '../ui/commands';
import { setContextKey } from '../ui/contextKeys';
import { AttentionSigns } from './attentionSigns';
import { readShownCauses, rereadExpiring } from './causes';
import { Favorites, favoritesViewId } from './favorites/favorites';
import { showErrors } from '../ui/errorMessage';
import { throttle } from '../ui/timing';
import { newProjectsTree } from './appearance';
import { EditorHover } from './editorHover';
import { attentionIn, searchDescription, searchMessage, withAttention } from './projectSearch';
import { ProjectsModel } from './model';
import type { FleetView } from './savedQueries';
import { newDetailsDocuments } from './rowCommands/documents';
import { Selection } from './selection';

const viewId = 'poolview.projects';

/** What the Projects view needs. */
interface ProjectsParts {
  readonly connections: Connections;
  readonly inventories: Inventories;
  readonly autoRefresh: AutoRefresh;
  /** The fleet overview. The first call loads its code. */
  readonly fleet: () => Promise<FleetView>;
  readonly context: Pick<ExtensionContext, 'extension'>;
}

/** Registers the Projects view. The code of its commands is loaded when one is first run. */
export function registerProjects(given: ProjectsParts) {
  const { connections, inventories, autoRefresh, context } = given;
  const shown = new ProjectsView(
    inventories,
    autoRefresh,
    () => connections.consoleUrl,
    async (rows, target) => (await commands.find('insertFavorites'))?.(target, rows),
  );
  const { view, favoritesView } = shown;
  const selection = new Selection([view, favoritesView], (id) => shown.model?.store.find(id));
  const views = new Map<unknown, typeof view>([
    [viewId, view],
    [favoritesViewId, favoritesView],
  ]);
  let created: ReturnType<typeof create> | undefined;
  const create = async () =>
    (await import('./commands')).newCommands({
      ...given,
      view,
      viewOf: (id) => views.get(id) ?? view,
      selecting: (argument) => views.get(argument) ?? selection,
      active: () => shown.model,
      linkOrigin: `${env.uriScheme}://${context.extension.id}`,
    });
  const loaded = (): ReturnType<typeof create> => (created ??= create());
  const shownRows = { viewIds: [viewId, favoritesViewId], hasRow: shown.hasRow };
  const commands: ViewCommands = viewCommands(shownRows, loaded);
  const disposables = [
    shown,
    selection,
    selection.onDidChange(() => {
      setContextKey('poolview.rowSelected', selection.row !== undefined);
    }),
    window.registerUriHandler({
      handleUri: async (uri) => {
        await (await loaded()).openLink(uri);
      },
    }),
  ];
  return { disposables, viewCommands: commands, shownItems: shown.shownItems };
}

/** The Projects and Favorites views, and what else shows the active connection: badge, documents and hovers in editors. */
class ProjectsView implements Disposable {
  /** What is shown; undefined if nothing is connected. */
  model: ProjectsModel | undefined;
  /** Set when the marks of the active connection are read, so that its first rows have the favorites. */
  #prepared: Promise<void> = Promise.resolve();
  #favorites: Favorites | undefined;
  readonly #tree;
  readonly view;
  readonly #favoritesTree;
  readonly favoritesView;
  readonly #refreshed: RefreshedView;
  readonly #documents = newDetailsDocuments(() => this.inventories.active);
  readonly #editorHover = new EditorHover(() => this.model);
  readonly #signs;
  #causes: Disposable | undefined;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly inventories: Inventories,
    autoRefresh: AutoRefresh,
    private readonly consoleUrl: () => string | undefined,
    drop: (rows: readonly unknown[], target: unknown) => unknown,
  ) {
    this.#tree = newProjectsTree('projects', { prepare: () => this.#prepared });
    this.view = this.#tree.createView(viewId);
    this.#favoritesTree = newProjectsTree('favorites', {
      drop: { from: [viewId, favoritesViewId], run: drop },
    });
    this.favoritesView = this.#favoritesTree.createView(favoritesViewId);
    this.#signs = new AttentionSigns(this.view, () => this.inventories.active);
    this.#refreshed = autoRefresh.register(eitherOf(this.view, this.favoritesView), () =>
      readSetting('autoRefreshHidden'),
    );
    this.#subscriptions = [
      onDidChangeSettings(() => {
        this.#editorHover.update();
        // That shows the attention, too.
        inventories.active?.updateAll();
      }),
      inventories.onDidChangeActive(this.#showActive),
      // Another window may have changed the marks.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#readMarks();
      }),
    ];
    this.#showActive();
  }

  /** Tells whether one of the views shows the item with an ID. */
  readonly shownItems = (): ((id: string) => boolean) => {
    const inProjects = this.#tree.shownIn(this.view);
    const inFavorites = this.#favoritesTree.shownIn(this.favoritesView);
    return (id) => inProjects(id) || inFavorites(id);
  };

  readonly #showActive = (): void => {
    const inventory = this.inventories.active;
    this.model = inventory && new ProjectsModel(inventory, this.consoleUrl);
    this.model?.store.onDidChange(this.#update);
    this.#editorHover.forget();
    this.model?.store.onDidRead(({ rows }) => {
      if (rows.some(({ kind }) => kind === 'machine')) this.#editorHover.forget();
    });
    this.#showSearch.cancel();
    this.#update();
    const favorites = this.model && new Favorites(this.model);
    this.#favorites = favorites;
    this.#causes?.dispose();
    this.#causes = Disposable.from(
      ...(inventory === undefined ? [] : [rereadExpiring(inventory)]),
      readShownCauses(this.view, inventory),
      readShownCauses(this.favoritesView, inventory, (row) => favorites?.isTop(row) === true),
    );
    this.#signs.update.now();
    // VS Code hides the description of a view that is alone in its container.
    const connection = inventory?.session.connection;
    this.view.title = parts(l10n.t('Projects'), readOnlyText(connection), connection && titleOf(connection));
    this.#tree.show(this.model);
    this.#favoritesTree.show(favorites);
    this.#refreshed.show(favorites && this.#refreshable(favorites));
    inventory?.marks.onDidChange(this.#showFavorites);
    this.#readMarks();
  };

  #readMarks(): void {
    this.#prepared = showErrors(async () => {
      await this.inventories.active?.marks.read();
      this.#showFavorites();
    });
  }

  /** Shows the favorites of the active connection. */
  readonly #showFavorites = (): void => {
    const hasFavorites = (this.model?.inventory.marks.values.favorite.size ?? 0) > 0;
    setContextKey('poolview.hasFavorites', hasFavorites);
    this.favoritesView.description = this.#favorites?.description ?? '';
  };

  /** Whether one of the views shows this row. */
  readonly hasRow = (row: unknown): boolean => this.#tree.hasRow(row) || this.#favoritesTree.hasRow(row);

  /** What is shown is refreshed, in each view that is visible. */
  #refreshable(favorites: Favorites): Refreshable {
    const isRefreshed = ({ visible }: { readonly visible: boolean }): boolean =>
      visible || readSetting('autoRefreshHidden');
    return {
      refreshInBackground: (signal) =>
        favorites.refreshInBackground(signal, isRefreshed(this.view), isRefreshed(this.favoritesView)),
      get isFailing() {
        return favorites.isFailing;
      },
    };
  }

  /** What is not known of a line takes tens of milliseconds in a large fleet. */
  readonly #showSearch = throttle(() => {
    const { model } = this;
    this.view.description = model === undefined ? '' : searchDescription(model.search);
    this.#tree.setMessage(this.view, model === undefined ? '' : searchMessage(model.search, model.inventory));
  }, 500);

  readonly #update = (): void => {
    this.#showSearch();
    showContext(this.model);
    this.#signs.update();
    this.#documents.refresh();
  };

  dispose(): void {
    this.#showSearch.cancel();
    const { view, favoritesView } = this;
    const views = [view, this.#tree, favoritesView, this.#favoritesTree];
    const parts = [...views, this.#documents, this.#editorHover, this.#signs, this.#causes];
    for (const part of [...parts, ...this.#subscriptions]) part?.dispose();
  }
}

/** Visible if one of the views is. */
function eitherOf(one: TreeView<unknown>, other: TreeView<unknown>): Parameters<AutoRefresh['register']>[0] {
  return {
    get visible() {
      return one.visible || other.visible;
    },
    onDidChangeVisibility: (listener) =>
      Disposable.from(one.onDidChangeVisibility(listener), other.onDidChangeVisibility(listener)),
  };
}

/** Sets the context keys that show and hide commands. */
function showContext(model: ProjectsModel | undefined): void {
  const { query = '' } = model ?? {};
  setContextKey('poolview.filtered', withAttention(query, '') !== '');
  setContextKey('poolview.attentionOnly', attentionIn(query) !== '');
  setContextKey('poolview.allLoaded', model !== undefined && !projectProgress(model.store).hasMore);
  const takesPools = model?.store.someBranch(({ list }) => isNote(list.note, 'poolsNotListed'));
  setContextKey('poolview.takesPools', takesPools === true);
}
