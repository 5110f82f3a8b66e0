import type { Disposable, LogOutputChannel, Memento } from 'vscode';
import type { KeyIdentity } from '../connections/keyIdentity';
import { settings } from '../connections/settings';
import { setContextKey } from '../ui/contextKeys';
import { AgentAccess } from './access';
import { McpProvider } from './mcp/provider';
import type { RunningMcpServer } from './mcp/server';
import type { AgentSources } from './sources';
import type { ToolRunner } from './toolRunner';

/** Which connections agents may read, and what runs their tools. Loaded when the user has turned on a connection. */
export class Agents implements Disposable {
  readonly access: AgentAccess;
  readonly #mcp = new McpProvider(() => this.#startMcpServer());
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** What the user was told about. */
  readonly #told = new WeakSet<KeyIdentity>();
  #runner: Promise<ToolRunner> | undefined;

  constructor(
    private readonly sources: AgentSources,
    state: Memento,
    private readonly log: LogOutputChannel,
  ) {
    this.access = new AgentAccess(state);
    const update = (): void => {
      this.#update();
    };
    this.#subscriptions = [
      this.access,
      this.#mcp,
      this.access.onDidChange(update),
      sources.items.onDidChangeActive(update),
    ];
    update();
  }

  /** Loads the tools with the first call. */
  runner(): Promise<ToolRunner> {
    return (this.#runner ??= import('./toolRunner').then(
      ({ ToolRunner }) => new ToolRunner(this.sources, this.access, this.log),
    ));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #startMcpServer(): Promise<RunningMcpServer> {
    const { startMcpServer } = await import('./mcp/server');
    return startMcpServer({ runner: await this.runner(), isOn: () => this.#state === 'on' }, this.log);
  }

  /** Whether agents may read the active connection. */
  get #state(): ReturnType<AgentAccess['stateOf']> {
    const connection = this.sources.items.active?.session.connection;
    return connection === undefined ? 'off' : this.access.stateOf(connection);
  }

  #update(): void {
    this.access.follow(this.sources.items.active?.session.connection);
    const state = this.#state;
    setContextKey('poolview.agents', state === 'on');
    this.#mcp.offer(state === 'on' && settings.mcpServer);
    if (state !== 'unconfirmed') return;
    const { session } = this.sources.items.active ?? {};
    if (session === undefined || this.#told.has(session.keyIdentity)) return;
    this.#told.add(session.keyIdentity);
    const { connection } = session;
    void import('./turnOn').then(({ offerToTurnOn }) => offerToTurnOn(connection));
  }
}
