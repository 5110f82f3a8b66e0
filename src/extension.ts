import { commands, window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { registerAgents } from './agents';
import { registerConnections } from './connections/commands';
import { Connections } from './connections/connections';
import { logRequest } from './connections/connection';
import { warnOfSecrets, onDidChangeSettings, readSetting } from './connections/settings';
import { registerDemo } from './demo/explore';
import { ChangeLogs } from './timeline/changeLogs';
import { Inventories } from './reads/inventories';
import { registerFleet } from './fleet';
import { registerNotifications } from './notifications';
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
  const autoRefresh = new AutoRefresh(() => readSetting('autoRefreshSeconds') * 1000);
  const inventories = new Inventories(connections, context);
  const changes = new ChangeLogs(inventories);
  const roles = registerRoles({ connections, inventories, context, log, autoRefresh });
  const projects = registerProjects({
    connections,
    inventories,
    autoRefresh,
    fleet: () => fleet.tab(),
    context,
  });
  const fleet = registerFleet({ inventories, changes, autoRefresh, context, log });
  const features: readonly Feature[] = [
    registerConnections(connections, context),
    projects,
    registerReview({ connections, inventories, context, log }, roles.forReview),
    roles,
    fleet,
    registerNotifications(inventories, changes, () => {
      const hasRow = projects.shownItems();
      const isShown = fleet.shows();
      return (id) => isShown || hasRow(id);
    }),
    registerAgents({ inventories, changes, roles: roles.forAgents }, log),
    registerDemo(connections),
    { disposables: [log, warnOfSecrets(log)], commands: helpCommands(log, context.extension.id) },
  ];
  const { packageJSON } = context.extension as { packageJSON: unknown };
  context.subscriptions.push(
    connections,
    autoRefresh,
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
