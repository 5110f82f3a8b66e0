import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { LogOutputChannel } from 'vscode';
import { Sessions } from './sessions';
import type { ToolServerOptions } from './toolServer';

const path = '/mcp';

export interface RunningMcpServer {
  readonly url: string;
  /** Every request needs it. A new one is made at each start. */
  readonly token: string;
  /** Stops listening and closes all connections at once. */
  dispose(): void;
}

/** Starts an MCP server on a free port of this computer, for clients that know its token. */
export async function startMcpServer(
  options: ToolServerOptions,
  log: Pick<LogOutputChannel, 'info'>,
): Promise<RunningMcpServer> {
  const token = randomBytes(32).toString('base64url');
  const sessions = new Sessions(options);
  const server = createServer((request, response) => {
    const status = refusal(request, token);
    if (status !== undefined) {
      response.writeHead(status, refusalHeaders[status]).end();
      return;
    }
    sessions.handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The MCP server has no port.');
  log.info(`MCP server started on 127.0.0.1:${address.port}`);
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    token,
    dispose: () => {
      server.close();
      sessions.close();
      server.closeAllConnections();
      log.info('MCP server stopped');
    },
  };
}

const refusalHeaders = {
  401: { 'WWW-Authenticate': 'Bearer' },
  403: {},
  404: {},
  405: { Allow: 'POST, DELETE' },
} as const;

/** The status with which a request is refused; undefined if it is not. */
function refusal(
  { headers, method, socket, url }: IncomingMessage,
  token: string,
): keyof typeof refusalHeaders | undefined {
  // A web page can send requests here under its own name, if that is resolved to this computer. Browsers add an Origin.
  const hosts = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  if (!hosts.includes(headers.host ?? '') || headers.origin !== undefined) return 403;
  if (!isEqual(headers.authorization ?? '', `Bearer ${token}`)) return 401;
  if (url !== path) return 404;
  // A GET would open a stream of notifications, but there are none.
  return method === 'POST' || method === 'DELETE' ? undefined : 405;
}

/** Compares in a time that does not depend on the texts. */
function isEqual(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
