import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { startMcpServer, type RunningMcpServer } from '../../../../src/agents/mcp/mcpServer';
import type { ToolRunner } from '../../../../src/agents/toolRunner';
import { atEnd } from '../../support/service';

export interface ServerSetup {
  readonly call?: ToolRunner['call'];
  readonly isOn?: () => boolean;
}

/** An MCP server that is stopped when the test ends, and the lines that it logs. */
export async function startServer({
  call = () => Promise.resolve('{}'),
  isOn = () => true,
}: ServerSetup = {}) {
  const lines: string[] = [];
  const server = await startMcpServer({ runner: { call }, isOn }, { info: (line) => lines.push(line) });
  atEnd(() => {
    server.dispose();
  });
  return { server, lines };
}

/** The client of the official SDK, connected to a server. It checks results against the schemas that it listed. */
export async function connectClient({ url, token }: Pick<RunningMcpServer, 'url' | 'token'>) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  atEnd(() => client.close());
  return { client, transport };
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a request as any program can, by default an MCP request with the right token. */
export async function send(
  { url, token }: RunningMcpServer,
  { method = 'POST', path = '/mcp', headers, body }: RawRequest = {},
) {
  const request = httpRequest(new URL(path, url), {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

/** The first request of a client. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};
