import { commands, window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { registerAgents } from './agents';
import { registerConnections } from './connections/commands';
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
import { registerReview } from './review';
import { registerRoles } from './roles';
import { AutoRefresh } from './tree/autoRefresh';
import { registerCommands, type Commands, type Feature } from './ui/commands';

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
    autoRefresh,
    fleet: () => fleet.tab(),
    changes,
    context,
  });
  const fleet = registerFleet({ inventories, changes, extensionUri: context.extensionUri, log });
  const features: readonly Feature[] = [
    registerConnections(connections, context),
    projects,
    registerEvents(inventories, projects.selection, events, autoRefresh),
    registerReview({ connections, inventories, context, log }, roles.forReview),
    roles,
    fleet,
    registerChanges(inventories, changes, () => (fleet.isVisible() ? () => true : projects.shownItems())),
    registerAgents({ inventories, changes, roles: roles.forAgents }, context.globalState, log),
    registerDemo(connections),
    { disposables: [log, warnOfSettings(log)], commands: helpCommands(log, context.extension.id) },
  ];
  const { packageJSON } = context.extension as { packageJSON: unknown };
  context.subscriptions.push(
    connections,
    autoRefresh,
    events,
    inventories,
    changes,
    onDidChangeSettings(autoRefresh.update),
    ...features.flatMap(({ disposables }) => disposables),
    ...registerCommands(packageJSON, features),
  );
}

function helpCommands(log: LogOutputChannel, extensionId: string): Commands {
  return {
    showLog: () => {
      log.show();
    },
    getStarted: () =>
      commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#poolview.start`),
  };
}
