import {
  commands,
  l10n,
  ProgressLocation,
  TabInputText,
  TabInputTextDiff,
  window,
  type StatusBarItem,
} from 'vscode';
import type { Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { registerCommand } from '../ui/commands';
import type { DemoService } from './server';

interface Demo {
  readonly service: DemoService;
  /** The same object while the service runs, because the removal journal belongs to a connection. */
  readonly connection: Connection;
}

/** Loads the demo service, which is in a separate file, and starts it. */
async function start(): Promise<Demo> {
  const { startDemoService } = await import('./server');
  // Requests are recorded only for tests.
  const service = await startDemoService({ keptRequests: 0 });
  return {
    service,
    connection: { name: l10n.t('Demo service'), baseUrl: service.baseUrl, isDemo: true },
  };
}

/** Shows in the status bar that the demo service is active. */
function showMark({ name }: Connection): StatusBarItem {
  const mark = window.createStatusBarItem('poolview.demo');
  mark.name = name;
  mark.text = `$(beaker) Poolview: ${name}`;
  mark.tooltip = l10n.t('Poolview shows sample data. Select to leave the demo service.');
  mark.command = 'poolview.disconnect';
  mark.show();
  return mark;
}

/** Closes the editors with data of a connection, so that sample data is not shown without the mark. */
async function closeEditors({ name }: Connection): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const opened = tabs.filter(({ input }) => {
    const uri =
      input instanceof TabInputText
        ? input.uri
        : input instanceof TabInputTextDiff
          ? input.modified
          : undefined;
    // The query is the ID of a row, which starts with its connection.
    return uri?.scheme === 'poolview' && uri.query.startsWith(`${encodeURIComponent(name)}/`);
  });
  await window.tabGroups.close(opened);
}

/** Registers the command that starts a demo service on this computer and connects to it. Disconnecting stops it. */
export function registerDemo(connections: Connections): readonly { dispose(): unknown }[] {
  let starting: Promise<Demo> | undefined;
  let isConnected = false;
  let mark: StatusBarItem | undefined;
  /** The connection to the demo service, while it is active. */
  let shown: Connection | undefined;
  const stop = (): void => {
    void starting?.then(({ service }) => service.close());
    starting = undefined;
    isConnected = false;
  };
  return [
    registerCommand('poolview.exploreDemo', async () => {
      await window.withProgress(
        { location: ProgressLocation.Window, title: l10n.t('Poolview: starting the demo service…') },
        async () => {
          starting ??= start().catch((error: unknown) => {
            starting = undefined;
            throw error;
          });
          const { service, connection } = await starting;
          await connections.add(connection, service.apiKey);
          isConnected = true;
        },
      );
      await commands.executeCommand('poolview.projects.focus');
    }),
    connections.onDidChange(() => {
      const connection = connections.session?.connection;
      mark?.dispose();
      mark = connection?.isDemo ? showMark(connection) : undefined;
      if (shown !== undefined && shown !== connection) void closeEditors(shown);
      shown = connection?.isDemo ? connection : undefined;
      if (isConnected && !connections.all.some(({ isDemo }) => isDemo)) stop();
    }),
    {
      dispose: () => {
        mark?.dispose();
        stop();
      },
    },
  ];
}
