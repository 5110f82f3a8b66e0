import { EventEmitter, l10n, type Event, type TreeView } from 'vscode';
import { hostOf, type Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import type { Session } from '../connections/session';
import { onDidChangeSettings, settings } from '../connections/settings';
import type { SelectedItem } from '../items/selectedItem';
import { parts, sanitizeLine } from '../presentation/text';
import type { AutoRefresh } from '../tree/autoRefresh';
import { connectedCommands } from '../ui/commands';
import { completeStep, setContextKey } from '../ui/contextKeys';
import type { ActiveProjects } from './activeProjects';
import { newProjectsTree } from './appearance';
import { AttentionSigns } from './attentionSigns';
import type { ProjectCommandName, ShowTeams } from './commands';
import type { ClusterEvents } from '../items/events/clusterEvents';
import { EditorHover } from './editorHover';
import { searchDescription, searchMessage } from './find/searchWords';
import { Inventory } from '../items/inventory';
import { registerLinks } from './links';
import { ProjectsModel } from './model';
import { registerRowCommands } from './rowCommands';
import { newDetailsDocuments } from './rowCommands/documents';
import type { ViewRow } from '../items/kinds';
import { updateHovers } from '../items/events/rowEvents';
import { Selection } from './selection';
import { showRow } from './showRow';

/** The Projects view, as other parts of Poolview see it. */
interface Projects {
  readonly disposables: readonly { dispose(): unknown }[];
  readonly fleet: {
    /** Undefined if nothing is connected. */
    readonly active: Inventory | undefined;
    /** Fires when another connection became active, or none. */
    readonly onDidChangeActive: Event<unknown>;
    /** Undefined if no item is selected. */
    readonly selected: SelectedItem | undefined;
    /** Fires when another item was selected, or none. */
    readonly onDidChangeSelected: Event<unknown>;
  };
}

/** By the end of their names. */
const commandNames: readonly ProjectCommandName[] = [
  'refresh',
  'refreshRow',
  'retry',
  'loadMore',
  'loadAllProjects',
  'showTeamRoles',
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
];

/**
 * The Projects view, with the rows and commands of the active connection.
 * @param showTeams shows the teams of a project in another view
 * @param events the events that were read
 */
export function registerProjects(
  connections: Connections,
  showTeams: ShowTeams,
  events: ClusterEvents,
  autoRefresh: AutoRefresh,
  extensionId: string,
): Projects {
  let active: ActiveProjects | undefined;
  const tree = newProjectsTree();
  const view = tree.createView('poolview.projects');
  const selection = new Selection(view, (id) => active?.model.store.find(id));
  const refreshed = autoRefresh.register(view, () => settings.autoRefreshHidden);
  const documents = newDetailsDocuments(() => active?.model);
  const editorHover = new EditorHover(() => active?.model);
  const signs = new AttentionSigns(view, () => active);

  const update = (): void => {
    const model = active?.model;
    view.description = model === undefined ? '' : searchDescription(model);
    tree.setMessage(view, model === undefined ? '' : searchMessage(model));
    showContext(model);
    signs.update();
    editorHover.forget();
    documents.refresh();
  };

  const follow = (): void => {
    active?.model.dispose();
    active?.fleet.dispose();
    const { session } = connections;
    active = session === undefined ? undefined : newActive(session, events, view);
    active?.model.store.onDidRead(update);
    update();
    signs.update.now();
    // VS Code hides the description of a view that is alone in its container.
    view.title =
      session === undefined ? l10n.t('Projects') : parts(l10n.t('Projects'), titleOf(session.connection));
    tree.show(active?.model);
    refreshed.show(active?.model.store);
    onDidChangeActive.fire();
  };
  const onDidChangeActive = new EventEmitter<void>();
  follow();

  const register = connectedCommands(() => active);
  const disposables = [
    view,
    onDidChangeActive,
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
    connections.onDidChange(follow),
    events.onDidRead(() => {
      if (active !== undefined) updateHovers(active.model);
      documents.refresh();
    }),
    {
      dispose: () => {
        active?.model.dispose();
        active?.fleet.dispose();
      },
    },
    ...commandNames.map((name) =>
      register(`poolview.${name}`, async (projects, ...given) =>
        (await import('./commands'))
          .projectCommands({ view, showTeams, active: () => active })
          [name](projects, ...given),
      ),
    ),
    ...registerLinks({ connections, view, active: () => active }, extensionId),
    ...registerRowCommands(
      view,
      () => active,
      () => connections.consoleUrl,
    ),
  ];
  return {
    disposables,
    fleet: {
      get active() {
        return active?.fleet;
      },
      onDidChangeActive: onDidChangeActive.event,
      get selected() {
        return selection.item;
      },
      onDidChangeSelected: selection.onDidChange,
    },
  };
}

function newActive(session: Session, events: ClusterEvents, view: TreeView<ViewRow>): ActiveProjects {
  const model = new ProjectsModel(session, events);
  return { session, model, fleet: new Inventory(session, model, (row) => showRow(view, model, row)) };
}

/** Sets the context keys that show and hide commands. */
function showContext(model: ProjectsModel | undefined): void {
  setContextKey('poolview.filtered', (model?.search.name ?? '') !== '');
  setContextKey('poolview.attentionOnly', model?.isAttentionOnly === true);
  setContextKey('poolview.allLoaded', model?.hasMoreProjects === false);
  setContextKey('poolview.takesPools', model?.canAddPoolsSomewhere === true);
  const isRead = model?.store.someBranch(undefined, ({ isExpanded, readAt }) => {
    return isExpanded === true && readAt !== undefined;
  });
  if (isRead) completeStep('browse');
}

/** `Acme (api.acme.dev)` */
function titleOf(connection: Connection): string {
  const host = hostOf(connection);
  return connection.name === host ? host : `${sanitizeLine(connection.name, 60)} (${host})`;
}
