import { l10n, window, type Disposable, type StatusBarItem } from 'vscode';
import { closeEditors } from '../connections/disconnect';
import type { Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { commandId } from '../ui/runCommand';
import { showDemoMenu } from './demoMenu';
import { startDemoService, type DemoService } from './server';

interface Demo {
  readonly service: DemoService;
  /** The same object while the service runs, because the removal journal belongs to a connection. */
  readonly connection: Connection;
}

async function start(): Promise<Demo> {
  // Requests are recorded only for tests.
  const service = await startDemoService({ keptRequests: 0, isUnsteady: true });
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
  mark.tooltip = l10n.t(
    'Poolview shows sample data. Select to explore it, to connect to a service or to leave the demo.',
  );
  mark.command = commandId('showDemoMenu');
  mark.show();
  return mark;
}

/** The demo service while it runs, and the mark in the status bar. */
export class DemoSession {
  readonly #connections: Connections;
  readonly #subscription: Disposable;
  readonly showMenu = showDemoMenu;
  #starting: Promise<Demo> | undefined;
  #isConnected = false;
  #mark: StatusBarItem | undefined;
  /** The connection to the demo service, while it is active. */
  #shown: Connection | undefined;

  constructor(connections: Connections) {
    this.#connections = connections;
    this.#subscription = connections.onDidChange(() => {
      this.#follow();
    });
  }

  /** Starts the demo service, unless it runs, and connects to it. Disconnecting stops it. */
  async connect(): Promise<void> {
    this.#starting ??= start().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    const { service, connection } = await this.#starting;
    await this.#connections.add(connection, service.apiKey);
    this.#isConnected = true;
  }

  #follow(): void {
    const connection = this.#connections.session?.connection;
    this.#mark?.dispose();
    this.#mark = connection?.isDemo ? showMark(connection) : undefined;
    // So that sample data is not shown without the mark.
    if (this.#shown !== undefined && this.#shown !== connection) void closeEditors(this.#shown);
    this.#shown = connection?.isDemo ? connection : undefined;
    if (this.#isConnected && !this.#connections.all.some(({ isDemo }) => isDemo)) this.#stop();
  }

  #stop(): void {
    void this.#starting?.then(({ service }) => service.close());
    this.#starting = undefined;
    this.#isConnected = false;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#mark?.dispose();
    this.#stop();
  }
}
