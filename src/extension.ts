import { commands, window, type ExtensionContext } from 'vscode';
import { registerAgents } from './agents';
import { registerConnectionCommands } from './connections/commands';
import { Connections } from './connections/connections';
import { logRequest } from './connections/log';
import { onDidChangeSettings, settings, warnOfSettings } from './connections/settings';
import { registerDemo } from './demo/explore';
import { registerEvents } from './events';
import { ChangeLogs } from './items/changes/changeLogs';
import { registerChanges } from './events/changes';
import { EventLists } from './items/events';
import { Inventories } from './items/inventories';
import { registerFleet } from './fleet';
import { registerProjects } from './projects';
import { registerRoles } from './roles';
import { AutoRefresh } from './tree/autoRefresh';
import { registerCommand } from './ui/commands';

/** Builds the parts and registers the features. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel('Poolview', { log: true });
  const connections = new Connections(context, (record, connection) => {
    logRequest(log, record, connection);
  });
  const autoRefresh = new AutoRefresh(() => settings.autoRefreshMs);
  const events = new EventLists(connections);
  const inventories = new Inventories(connections, events, context);
  const changes = new ChangeLogs(inventories);
  const roles = registerRoles({ connections, inventories, context, log, autoRefresh });
  const projects = registerProjects({
    connections,
    inventories,
    showTeams: roles.showTeams,
    autoRefresh,
    fleet: () => fleet.tab(),
    changes,
    context,
  });
  const fleet = registerFleet(inventories, changes, context, log);
  context.subscriptions.push(
    log,
    connections,
    autoRefresh,
    events,
    inventories,
    changes,
    onDidChangeSettings(autoRefresh.update),
    registerCommand('poolview.showLog', () => {
      log.show();
    }),
    registerCommand('poolview.getStarted', () =>
      commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#poolview.start`),
    ),
    ...registerConnectionCommands(connections, context),
    ...projects.disposables,
    ...roles.disposables,
    ...fleet.disposables,
    ...registerEvents(inventories, projects.selection, events, autoRefresh),
    ...registerChanges(inventories, changes, fleet.isShowingChanges),
    ...registerAgents({ inventories, events, changes, roles: roles.forAgents }, context.globalState, log),
    ...registerDemo(connections),
    warnOfSettings(log),
  );
}
