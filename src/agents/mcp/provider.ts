import {
  EventEmitter,
  lm,
  McpHttpServerDefinition,
  Uri,
  type Disposable,
  type McpServerDefinitionProvider,
} from 'vscode';
import { version } from '../../../package.json';
import type { RunningMcpServer } from './mcpServer';

/** Missing or empty in editors that have no language models. */
const api: Partial<typeof lm> | undefined = lm;

/** Offers the MCP server while agents may read the active connection. It is started when VS Code first uses it. */
export class McpProvider implements McpServerDefinitionProvider, Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  readonly onDidChangeMcpServerDefinitions = this.#onDidChange.event;
  readonly #registration = register(this);
  #isOffered = false;
  #running: Promise<RunningMcpServer> | undefined;

  constructor(private readonly start: () => Promise<RunningMcpServer>) {}

  /** Offers the server, or stops it. */
  offer(isOffered: boolean): void {
    if (isOffered === this.#isOffered) return;
    this.#isOffered = isOffered;
    if (!isOffered) this.#stop();
    this.#onDidChange.fire();
  }

  /** VS Code stores what this returns. The address and the token are therefore not part of it. */
  provideMcpServerDefinitions(): McpHttpServerDefinition[] {
    return this.#isOffered ? definitions('http://127.0.0.1') : [];
  }

  async resolveMcpServerDefinition(): Promise<McpHttpServerDefinition | undefined> {
    if (!this.#isOffered) return undefined;
    const starting = (this.#running ??= this.start());
    const { url, token } = await starting.catch((error: unknown) => {
      if (this.#running === starting) this.#running = undefined;
      throw error;
    });
    // It may have been stopped in the meantime.
    return this.#running === starting ? definitions(url, { Authorization: `Bearer ${token}` })[0] : undefined;
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#stop();
    this.#onDidChange.dispose();
  }

  #stop(): void {
    const starting = this.#running;
    this.#running = undefined;
    starting?.then(
      (server) => {
        server.dispose();
      },
      // VS Code was told of the error when it asked for the server.
      () => undefined,
    );
  }
}

/** VS Code 1.100 has the function only as a proposal, and throws when it is called. */
function register(provider: McpServerDefinitionProvider): Disposable | undefined {
  try {
    return api?.registerMcpServerDefinitionProvider?.('poolview.mcp', provider);
  } catch {
    return undefined;
  }
}

/** Empty in versions of VS Code that do not know MCP servers. */
function definitions(url: string, headers: Readonly<Record<string, string>> = {}): McpHttpServerDefinition[] {
  return McpHttpServerDefinition === undefined
    ? []
    : [new McpHttpServerDefinition('Poolview', Uri.parse(url), headers, version)];
}
