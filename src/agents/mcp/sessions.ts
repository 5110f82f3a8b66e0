import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createToolServer, type ToolServerOptions } from './toolServer';

/** Clients often leave without ending their session. The session that was unused for longest is closed. */
const maxSessions = 32;

const maxBodyBytes = 100_000;

/** The clients of an MCP server: each has a session of its own, because it may cancel only its own calls. */
export class Sessions {
  /** By ID, the one that was used last at the end. */
  readonly #transports = new Map<string, StreamableHTTPServerTransport>();
  readonly #hungUp = new AsyncLocalStorage<AbortSignal>();

  constructor(private readonly options: ToolServerOptions) {}

  /** Answers a request. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const transport = id === undefined ? await this.#create() : this.#use(String(id));
    if (transport === undefined) {
      response.writeHead(404).end();
      return;
    }
    const closed = new AbortController();
    response.once('close', () => {
      closed.abort();
    });
    await this.#hungUp.run(closed.signal, () => transport.handleRequest(request, response));
    // The request did not begin a session.
    if (transport.sessionId === undefined) await transport.close();
  }

  close(): void {
    for (const transport of this.#transports.values()) void transport.close();
  }

  #use(id: string): StreamableHTTPServerTransport | undefined {
    const transport = this.#transports.get(id);
    if (transport !== undefined) this.#keep(id, transport);
    return transport;
  }

  #keep(id: string, transport: StreamableHTTPServerTransport): void {
    this.#transports.delete(id);
    this.#transports.set(id, transport);
    const [oldest] = this.#transports.values();
    if (this.#transports.size > maxSessions) void oldest?.close();
  }

  async #create(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => {
        this.#keep(id, transport);
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#transports.delete(transport.sessionId);
    };
    const requests = {
      hungUp: () => this.#hungUp.getStore(),
      end: (id: RequestId) => {
        transport.closeSSEStream(id);
      },
    };
    await createToolServer(this.options, requests).connect(transport);
    return transport;
  }
}
