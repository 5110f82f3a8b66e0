import { env, l10n, window } from 'vscode';
import { hostOf, type Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { onDidChangeSettings, settings } from '../connections/settings';
import { updateHovers } from '../items/events/rowEvents';
import type { Inventories } from '../items/inventories';
import { isNote, projectProgress } from '../items/known';
import { parts, sanitizeLine } from '../presentation/text';
import type { AutoRefresh } from '../tree/autoRefresh';
import { connectedCommands } from '../ui/commands';
import { completeStep, setContextKey } from '../ui/contextKeys';
import { newProjectsTree } from './appearance';
import { AttentionSigns } from './attentionSigns';
import type { ProjectCommandName, ProjectCommands, ShowTeams } from './commands';
import { EditorHover } from './editorHover';
import { searchDescription, searchMessage } from './find/searchWords';
import { ProjectsModel } from './model';
import { newDetailsDocuments } from './rowCommands/documents';
import { Selection } from './selection';

/** What the Projects view needs. */
interface ProjectsParts {
  readonly connections: Connections;
  readonly inventories: Inventories;
  /** Shows the teams of a project in another view. */
  readonly showTeams: ShowTeams;
  readonly autoRefresh: AutoRefresh;
  readonly extensionId: string;
}

/** By the end of their names. */
const commandNames: readonly ProjectCommandName[] = [
  'refresh',
  'refreshRow',
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
  'addMachinePool',
  'addMachinePoolHere',
  'renamePinnedPool',
  'removePinnedPool',
  'showDetails',
  'compareSelected',
  'copyName',
  'copyUid',
  'copyIpAddress',
  'copySshKeyName',
  'copyAsJson',
  'copyAsMarkdownTable',
  'copyAsCsv',
  'copyAsTabSeparatedText',
  'copyLink',
  'openInWebConsole',
];

/** Registers the Projects view, and the commands for its rows. Their code is loaded when one is first run. */
export function registerProjects(projects: ProjectsParts): {
  readonly disposables: readonly { dispose(): unknown }[];
  readonly selection: Selection;
} {
  const { connections, inventories, showTeams, autoRefresh, extensionId } = projects;
  let model: ProjectsModel | undefined;
  const active = (): ProjectsModel | undefined => model;
  const tree = newProjectsTree();
  const view = tree.createView('poolview.projects');
  const selection = new Selection(view, (id) => model?.store.find(id));
  const refreshed = autoRefresh.register(view, () => settings.autoRefreshHidden);
  const documents = newDetailsDocuments(() => inventories.active);
  const editorHover = new EditorHover(() => inventories.active);
  const signs = new AttentionSigns(view, () => inventories.active);
  let commands: ProjectCommands | undefined;
  const loadCommands = async (): Promise<ProjectCommands> =>
    (commands ??= (await import('./commands')).newCommands({
      connections,
      view,
      active,
      showTeams,
      consoleUrl: () => connections.consoleUrl,
      linkOrigin: `${env.uriScheme}://${extensionId}`,
    }));

  const update = (): void => {
    view.description = model === undefined ? '' : searchDescription(model);
    tree.setMessage(view, model === undefined ? '' : searchMessage(model));
    showContext(model);
    signs.update();
    editorHover.forget();
    documents.refresh();
  };
  const showActive = (): void => {
    const inventory = inventories.active;
    model = inventory && new ProjectsModel(inventory);
    model?.store.onDidChange(update);
    update();
    signs.update.now();
    // VS Code hides the description of a view that is alone in its container.
    view.title =
      inventory === undefined
        ? l10n.t('Projects')
        : parts(l10n.t('Projects'), titleOf(inventory.session.connection));
    tree.show(model);
    refreshed.show(model?.store);
  };
  showActive();

  const register = connectedCommands(active);
  const disposables = [
    view,
    tree,
    selection,
    selection.onDidChange(() => {
      setContextKey('poolview.rowSelected', selection.item !== undefined);
    }),
    documents,
    editorHover,
    signs,
    onDidChangeSettings(() => {
      editorHover.update();
      signs.update();
    }),
    inventories.onDidChangeActive(showActive),
    inventories.onDidReadEvents(() => {
      if (inventories.active !== undefined) updateHovers(inventories.active);
      documents.refresh();
    }),
    ...commandNames.map((name) =>
      register(`poolview.${name}`, async (shown, ...given) =>
        (await loadCommands()).run(name, shown, ...given),
      ),
    ),
    window.registerUriHandler({
      handleUri: async (uri) => {
        await (await loadCommands()).openLink(uri);
      },
    }),
  ];
  return { disposables, selection };
}

/** Sets the context keys that show and hide commands. */
function showContext(model: ProjectsModel | undefined): void {
  setContextKey('poolview.filtered', (model?.search.name ?? '') !== '');
  setContextKey('poolview.attentionOnly', model?.isAttentionOnly === true);
  setContextKey('poolview.allLoaded', model !== undefined && !projectProgress(model.store).hasMore);
  const takesPools = model?.store.someBranch(({ list }) => isNote(list.note, 'poolsNotListed'));
  setContextKey('poolview.takesPools', takesPools === true);
  const isRead = model?.store.someBranch(({ isExpanded, readAt }) => {
    return isExpanded === true && readAt !== undefined;
  });
  if (isRead === true) completeStep('browse');
}

/** `Acme (api.acme.dev)` */
function titleOf(connection: Connection): string {
  const host = hostOf(connection);
  return connection.name === host ? host : `${sanitizeLine(connection.name, 60)} (${host})`;
}
