import { l10n, window, workspace } from 'vscode';
import { escapeIconsAndLinks } from '../text/text';
import { connected, type Feature } from '../ui/commands';
import { setContextKey } from '../ui/contextKeys';
import { closeEditorsOfEndedKeys, disconnect } from './disconnect';
import { connectionTitle } from './connection';
import type { Connections } from './connections';
import type { FileStorage } from './storage';
import { connectionList, showRefused } from './settings';
import { runCommand } from '../ui/runCommand';

/** The commands for connections, and what keeps their context keys up to date. */
export function registerConnections(connections: Connections, storage: FileStorage): Feature {
  const allow = async (): Promise<void> => (await import('./connect')).allowChanges(connections);
  /** Why the chosen connection can't be used, as the user was told. */
  let told: string | undefined;
  const update = (): void => {
    setContextKey('poolview.state', connections.session === undefined ? 'disconnected' : 'connected');
    const { refused, isWhole } = connectionList();
    setContextKey('poolview.severalConnections', connections.all.length + refused.length > 1);
    setContextKey('poolview.readOnly', connections.session?.connection.readOnly === true);
    setContextKey('poolview.hasConsole', connections.consoleUrl !== undefined);
    setContextKey('poolview.settingsWrong', !isWhole);
    const chosen = refused.find(({ name }) => name === connections.chosenName);
    if (chosen !== undefined && chosen.reason !== told) void showRefused(chosen);
    told = chosen?.reason;
    // The window in which the settings were edited asks.
    if (window.state.focused && connections.takeQuestion()) void allow();
  };
  update();
  /** The results of checks, by the queries of their URIs. */
  const checks = new Map<string, string>();
  const commands = {
    allowChanges: allow,
    connect: (argument: unknown) => connectAndTell(connections, argument),
    checkConnection: connected(
      () => connections.session,
      async (session) =>
        (await import('./check/showCheck')).showCheck(session, connections.appVersion, checks),
    ),
    replaceApiKey: async () => {
      const { connect, replaceApiKey } = await import('./connect');
      const connection = connections.session?.connection;
      if (connection === undefined) await connect(connections);
      else if (await replaceApiKey(connections, connection)) {
        window.setStatusBarMessage(l10n.t('Poolview: API key stored'), 5000);
      }
    },
    disconnect: () => disconnect(connections, storage),
    switchConnection: async () => (await import('./connect')).switchConnection(connections),
  };
  const disposables = [
    closeEditorsOfEndedKeys(connections),
    workspace.registerTextDocumentContentProvider('poolview-check', {
      provideTextDocumentContent: ({ query }) => checks.get(query) ?? l10n.t('Run Check Connection… again.'),
    }),
    connections.onDidChange(update),
    connections.onDidChangeList(update),
    window.onDidChangeWindowState(update),
  ];
  return { disposables, commands };
}

async function connectAndTell(connections: Connections, argument: unknown): Promise<void> {
  const { connect, parseConnectRequest } = await import('./connect');
  const connection = await connect(connections, parseConnectRequest(argument));
  if (connection === undefined) return;
  await runCommand('projects.focus');
  const check = l10n.t('Check Connection…');
  const message = l10n.t('Connected to {0}.', escapeIconsAndLinks(connectionTitle(connection)));
  // Not awaited, because VS Code shows it until the user closes it.
  void window.showInformationMessage(message, check).then(async (choice) => {
    if (choice === check) await runCommand('checkConnection');
  });
}
