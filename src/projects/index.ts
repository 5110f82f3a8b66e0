import { env, l10n, window, type Disposable, type ExtensionContext } from 'vscode';
import { readOnlyText, titleOf } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { onDidChangeSettings, settings } from '../connections/settings';
import type { Inventories } from '../items/inventories';
import type { TimelineContext } from '../items/timeline';
import { isNote, projectProgress } from '../items/listState';
import { parts } from '../text/text';
import type { AutoRefresh, RefreshedView } from '../tree/autoRefresh';
import { viewCommands, type Feature, type ViewCommands } from '../ui/commands';
import { setContextKey } from '../ui/contextKeys';
import { AttentionSigns } from './attentionSigns';
import { readShownCauses } from './causes';
import { FavoriteRows } from './favorites/rows';
import { showErrors } from '../ui/errorMessage';
import { newProjectsTree, type DropRows } from './appearance';
import type { ShowTeams } from './commands';
import { EditorHover } from './editorHover';
import { searchDescription, searchMessage } from './find/searchWords';
import { ProjectsModel } from './model';
import type { FleetView } from './savedViews';
import { newDetailsDocuments } from './rowCommands/documents';
import { Selection } from './selection';

const viewId = 'poolview.projects';

/** What the Projects view needs. */
interface ProjectsParts {
  readonly connections: Connections;
  readonly inventories: Inventories;
  /** Shows the teams of a project in another view. */
  readonly showTeams: ShowTeams;
  readonly autoRefresh: AutoRefresh;
  /** The fleet overview. The first call loads its code. */
  readonly fleet: () => Promise<FleetView>;
  readonly changes: TimelineContext['changes'];
  readonly context: Pick<ExtensionContext, 'extension' | 'globalState'>;
}

/** Registers the Projects view. The code of its commands is loaded when one is first run. */
export function registerProjects({
  connections,
  inventories,
  showTeams,
  autoRefresh,
  fleet,
  changes,
  context,
}: ProjectsParts): Feature & { readonly selection: Selection } {
  const shown = new ProjectsView(
    inventories,
    autoRefresh,
    () => connections.consoleUrl,
    async (rows, target) => (await commands.find('insertFavorites'))?.(target, rows),
  );
  const { view } = shown;
  const selection = new Selection(view, (id) => shown.model?.store.find(id));
  const active = (): ProjectsModel | undefined => shown.model;
  let created: ReturnType<typeof create> | undefined;
  const create = async () =>
    (await import('./commands')).newCommands({
      connections,
      view,
      active,
      showTeams,
      fleet,
      changes,
      linkOrigin: `${env.uriScheme}://${context.extension.id}`,
      globalState: context.globalState,
    });
  const loaded = (): ReturnType<typeof create> => (created ??= create());
  const commands: ViewCommands = viewCommands({ viewId, hasRow: shown.hasRow }, async () => {
    const { table } = await loaded();
    return { table, active };
  });
  const disposables = [
    shown,
    selection,
    selection.onDidChange(() => {
      setContextKey('poolview.rowSelected', selection.item !== undefined);
    }),
    window.registerUriHandler({
      handleUri: async (uri) => {
        await (await loaded()).openLink(uri);
      },
    }),
  ];
  return { disposables, viewCommands: commands, selection };
}

/** The view, and what else shows the inventory of the active connection: its badge, documents and hovers in editors. */
class ProjectsView implements Disposable {
  /** What is shown; undefined if nothing is connected. */
  model: ProjectsModel | undefined;
  /** Set when the marks of the active connection are read, so that its first rows have the favorites. */
  #prepared: Promise<void> = Promise.resolve();
  /** The model whose favorites are shown. */
  #withFavorites: ProjectsModel | undefined;
  readonly #tree;
  readonly view;
  readonly hasRow;
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
    drop: DropRows,
  ) {
    this.#tree = newProjectsTree(() => this.#prepared, drop);
    this.view = this.#tree.createView(viewId);
    this.hasRow = this.#tree.hasRow;
    this.#signs = new AttentionSigns(this.view, () => this.inventories.active);
    this.#refreshed = autoRefresh.register(this.view, () => settings.autoRefreshHidden);
    this.#subscriptions = [
      onDidChangeSettings(() => {
        this.#editorHover.update();
        // That shows the attention, too.
        inventories.active?.updateAll();
      }),
      inventories.onDidChangeActive(() => {
        this.#showActive();
      }),
      // Another window may have changed the marks.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#readMarks();
      }),
    ];
    this.#showActive();
  }

  #showActive(): void {
    const inventory = this.inventories.active;
    this.model = inventory && new ProjectsModel(inventory, this.consoleUrl);
    this.model?.store.onDidChange(() => {
      this.#update();
    });
    this.#update();
    this.#causes?.dispose();
    this.#causes = readShownCauses(this.view, inventory);
    this.#signs.update.now();
    // VS Code hides the description of a view that is alone in its container.
    const connection = inventory?.session.connection;
    this.view.title = parts(l10n.t('Projects'), readOnlyText(connection), connection && titleOf(connection));
    this.#tree.show(this.model);
    this.#refreshed.show(this.model?.store);
    inventory?.marks.onDidChange(() => {
      this.#showFavorites();
    });
    this.#readMarks();
  }

  #readMarks(): void {
    this.#prepared = showErrors(async () => {
      await this.inventories.active?.marks.read();
      this.#showFavorites();
    });
  }

  /** Shows the favorites of the active connection. */
  #showFavorites(): void {
    const { model } = this;
    const hasFavorites = (model?.inventory.marks.values.favorite.size ?? 0) > 0;
    setContextKey('poolview.hasFavorites', hasFavorites);
    if (model === undefined || !hasFavorites || this.#withFavorites === model) return;
    this.#withFavorites = model;
    const rows = new FavoriteRows(model);
    this.#tree.show(rows, true);
    this.#refreshed.show(rows);
  }

  #update(): void {
    const { model } = this;
    this.view.description = model === undefined ? '' : searchDescription(model);
    this.#tree.setMessage(this.view, model === undefined ? '' : searchMessage(model));
    showContext(model);
    this.#signs.update();
    this.#editorHover.forget();
    this.#documents.refresh();
  }

  dispose(): void {
    const parts = [this.view, this.#tree, this.#documents, this.#editorHover, this.#signs, this.#causes];
    for (const part of [...parts, ...this.#subscriptions]) part?.dispose();
  }
}

/** Sets the context keys that show and hide commands. */
function showContext(model: ProjectsModel | undefined): void {
  setContextKey('poolview.filtered', (model?.search.name ?? '') !== '');
  setContextKey('poolview.attentionOnly', model?.isAttentionOnly === true);
  setContextKey('poolview.allLoaded', model !== undefined && !projectProgress(model.store).hasMore);
  const takesPools = model?.store.someBranch(({ list }) => isNote(list.note, 'poolsNotListed'));
  setContextKey('poolview.takesPools', takesPools === true);
}
