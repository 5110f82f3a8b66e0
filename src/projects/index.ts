import { env, l10n, window, type Disposable, type ExtensionContext } from 'vscode';
import { readOnlyText, titleOf } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { onDidChangeSettings, settings } from '../connections/settings';
import type { Inventories } from '../items/inventories';
import type { TimelineContext } from '../items/timeline';
import { isNote, projectProgress } from '../items/known';
import { parts } from '../presentation/text';
import type { AutoRefresh, RefreshedView } from '../tree/autoRefresh';
import { connectedCommands } from '../ui/commands';
import { completeStep, setContextKey } from '../ui/contextKeys';
import { lazy } from '../ui/lazy';
import { showErrors } from '../ui/errorMessage';
import { newProjectsTree } from './appearance';
import type { ProjectCommandName, ProjectCommands, ShowTeams } from './commands';
import { EditorHover } from './editorHover';
import { searchDescription, searchMessage } from './find/searchWords';
import { ProjectsModel } from './model';
import type { FleetView } from './savedViews';
import { newDetailsDocuments } from './rowCommands/documents';
import { Selection } from './selection';

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

/** By the end of their names. */
const commandNames: readonly ProjectCommandName[] = [
  'refresh',
  'refreshRow',
  'turnOnAutoRefresh',
  'retry',
  'loadMore',
  'loadAllProjects',
  'showTeamRoles',
  'revealInProjects',
  'filterProjects',
  'clearFilter',
  'sortProjects',
  'goTo',
  'goToAttention',
  'showAttentionOnly',
  'showEverything',
  'saveView',
  'openView',
  'addMachinePool',
  'addMachinePoolHere',
  'renamePinnedPool',
  'removePinnedPool',
  'showDetails',
  'showTimeline',
  'copyTimeline',
  'compareSelected',
  'showUsage',
  'copyName',
  'copyUid',
  'copyIpAddress',
  'copySshKeyName',
  'copyAsJson',
  'copyForTicket',
  'copyAsCsv',
  'copyAsTabSeparatedText',
  'copyLink',
  'openInWebConsole',
  'whoChangedThis',
  'markAsKnown',
  'markAsNotKnown',
  'knownProblems',
  'showKnown',
  'hideKnown',
  'addToFavorites',
  'removeFromFavorites',
  'moveFavoriteUp',
  'moveFavoriteDown',
  'sortFavorites',
  'exportFavorites',
  'importFavorites',
  'insertFavorites',
];

/** Registers the Projects view, and the commands for its rows. Their code is loaded when one is first run. */
export function registerProjects({
  connections,
  inventories,
  showTeams,
  autoRefresh,
  fleet,
  changes,
  context,
}: ProjectsParts): {
  readonly disposables: readonly { dispose(): unknown }[];
  readonly selection: Selection;
} {
  const shown = new ProjectsView(inventories, autoRefresh, () => connections.consoleUrl);
  const { view } = shown;
  const selection = new Selection(view, (id) => shown.model?.store.find(id));
  const active = (): ProjectsModel | undefined => shown.model;
  let created: Promise<ProjectCommands> | undefined;
  const create = async (): Promise<ProjectCommands> =>
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
  const commands = (): Promise<ProjectCommands> => (created ??= create());
  const register = connectedCommands(active);
  const disposables = [
    shown,
    selection,
    selection.onDidChange(() => {
      setContextKey('poolview.rowSelected', selection.item !== undefined);
    }),
    ...commandNames.map((name) =>
      register(`poolview.${name}`, async (projects, ...given) =>
        (await commands()).run(name, projects, ...given),
      ),
    ),
    window.registerUriHandler({
      handleUri: async (uri) => {
        await (await commands()).openLink(uri);
      },
    }),
  ];
  return { disposables, selection };
}

/** The view, and what else shows the inventory of the active connection: its badge, documents and hovers in editors. */
class ProjectsView implements Disposable {
  /** What is shown; undefined if nothing is connected. */
  model: ProjectsModel | undefined;
  /** Set when the marks of the active connection are read, so that its first rows have the favorites. */
  #prepared: Promise<void> = Promise.resolve();
  /** The model whose favorites are shown. */
  #withFavorites: ProjectsModel | undefined;
  readonly #tree = newProjectsTree(() => this.#prepared);
  readonly view = this.#tree.createView('poolview.projects');
  readonly #refreshed: RefreshedView;
  readonly #documents = newDetailsDocuments(() => this.inventories.active);
  readonly #editorHover = new EditorHover(() => this.model);
  // Not needed before the view.
  readonly #signs = lazy(async () => {
    const { AttentionSigns } = await import('./attentionSigns');
    return new AttentionSigns(this.view, () => this.inventories.active);
  });
  readonly #causes = lazy(async () =>
    (await import('./causes')).readShownCauses(this.view, this.inventories.active),
  );
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly inventories: Inventories,
    autoRefresh: AutoRefresh,
    private readonly consoleUrl: () => string | undefined,
  ) {
    this.#refreshed = autoRefresh.register(this.view, () => settings.autoRefreshHidden);
    this.#subscriptions = [
      onDidChangeSettings(() => {
        this.#editorHover.update();
        // That shows the attention, too.
        inventories.active?.updateKnown();
      }),
      inventories.onDidChangeActive(() => {
        this.#showActive();
      }),
      inventories.onDidReadEvents(() => {
        this.#documents.refresh();
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
    void this.#causes.dispose();
    void this.#causes();
    void this.#signs().then((signs) => {
      signs.update.now();
    });
    // VS Code hides the description of a view that is alone in its container.
    const connection = inventory?.session.connection;
    this.view.title = parts(l10n.t('Projects'), readOnlyText(connection), connection && titleOf(connection));
    this.#tree.show(this.model);
    this.#refreshed.show(this.model?.store);
    inventory?.marks.onDidChange(() => void this.#showFavorites());
    this.#readMarks();
  }

  #readMarks(): void {
    this.#prepared = showErrors(async () => {
      await this.inventories.active?.marks.read();
      await this.#showFavorites();
    });
  }

  /** Shows the favorites of the active connection. Their code is loaded with the first one. */
  async #showFavorites(): Promise<void> {
    const { model } = this;
    const hasFavorites = (model?.inventory.marks.values.favorite.size ?? 0) > 0;
    setContextKey('poolview.hasFavorites', hasFavorites);
    if (model === undefined || !hasFavorites || this.#withFavorites === model) return;
    this.#withFavorites = model;
    const { FavoriteRows } = await import('./favorites/rows');
    if (model !== this.model) return;
    const rows = new FavoriteRows(model);
    this.#tree.show(rows, true);
    this.#refreshed.show(rows);
  }

  #update(): void {
    const { model } = this;
    this.view.description = model === undefined ? '' : searchDescription(model);
    this.#tree.setMessage(this.view, model === undefined ? '' : searchMessage(model));
    showContext(model);
    void this.#signs().then((signs) => {
      signs.update();
    });
    this.#editorHover.forget();
    this.#documents.refresh();
  }

  dispose(): void {
    const parts = [this.view, this.#tree, this.#documents, this.#editorHover, this.#signs, this.#causes];
    for (const part of [...parts, ...this.#subscriptions]) part.dispose();
  }
}

/** Sets the context keys that show and hide commands. */
function showContext(model: ProjectsModel | undefined): void {
  setContextKey('poolview.filtered', (model?.search.name ?? '') !== '');
  setContextKey('poolview.attentionOnly', model?.isAttentionOnly === true);
  setContextKey('poolview.knownShown', model?.showsKnown === true);
  setContextKey('poolview.allLoaded', model !== undefined && !projectProgress(model.store).hasMore);
  const takesPools = model?.store.someBranch(({ list }) => isNote(list.note, 'poolsNotListed'));
  setContextKey('poolview.takesPools', takesPools === true);
  const isRead = model?.store.someBranch(({ isExpanded, readAt }) => {
    return isExpanded === true && readAt !== undefined;
  });
  if (isRead === true) completeStep('browse');
}
