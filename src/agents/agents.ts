import {
  CancellationError,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type CancellationToken,
  type Disposable,
  type LogOutputChannel,
  type Memento,
  type PreparedToolInvocation,
} from 'vscode';
import type { Connection } from '../connections/connection';
import type { KeyIdentity } from '../connections/keyIdentity';
import { settings } from '../connections/settings';
import { withSignal } from '../ui/progress';
import { setContextKey } from '../ui/contextKeys';
import { AgentAccess } from './access';
import { McpProvider } from './mcp/provider';
import type { RunningMcpServer } from './mcp/mcpServer';
import type { AgentSources } from './sources';
import type { ToolName } from './toolNames';
import type { ToolRunner } from './toolRunner';
import { offerToTurnOn, turnOffAgents, turnOnAgents } from './turnOn';

/** Which connections agents may read, and their tools for VS Code and for MCP clients, which are loaded with the first call. */
export class Agents implements Disposable {
  readonly access: AgentAccess;
  readonly #mcp = new McpProvider(() => this.#startMcpServer());
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** For which the user was asked to confirm what the setting says. */
  readonly #offered = new WeakSet<KeyIdentity>();
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
      sources.inventories.onDidChangeActive(update),
    ];
    update();
  }

  turnOn(connection: Connection): Promise<void> {
    return turnOnAgents(this.access, connection);
  }

  turnOff(connection: Connection): Promise<void> {
    return turnOffAgents(this.access, connection);
  }

  /** What VS Code shows while a tool runs. */
  async preparedInvocation(name: ToolName, input: unknown): Promise<PreparedToolInvocation | undefined> {
    const text = (await this.#loadRunner()).invocation(name, input);
    // VS Code may render a string as Markdown.
    return text === undefined ? undefined : { invocationMessage: new MarkdownString().appendText(text) };
  }

  /** Runs a tool for VS Code. */
  async invoke(name: ToolName, input: unknown, token: CancellationToken): Promise<LanguageModelToolResult> {
    const runner = await this.#loadRunner();
    try {
      const text = await withSignal(token, (signal) => runner.call(name, input, signal));
      return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
    } catch (error) {
      throw token.isCancellationRequested ? new CancellationError() : error;
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #loadRunner(): Promise<ToolRunner> {
    return (this.#runner ??= import('./toolRunner').then(
      ({ ToolRunner }) => new ToolRunner(this.sources, this.access, this.log),
    ));
  }

  async #startMcpServer(): Promise<RunningMcpServer> {
    const { startMcpServer } = await import('./mcp/mcpServer');
    return startMcpServer({ runner: await this.#loadRunner(), isOn: () => this.#state === 'on' }, this.log);
  }

  /** Whether agents may read the active connection. */
  get #state(): ReturnType<AgentAccess['stateOf']> {
    const connection = this.sources.inventories.active?.session.connection;
    return connection === undefined ? 'off' : this.access.stateOf(connection);
  }

  #update(): void {
    this.access.setActive(this.sources.inventories.active?.session.connection);
    const state = this.#state;
    setContextKey('poolview.agents', state === 'on');
    this.#mcp.offer(state === 'on' && settings.mcpServer);
    if (state !== 'unconfirmed') return;
    const { session } = this.sources.inventories.active ?? {};
    if (session === undefined || this.#offered.has(session.keyIdentity)) return;
    this.#offered.add(session.keyIdentity);
    void offerToTurnOn(session.connection);
  }
}
