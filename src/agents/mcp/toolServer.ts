import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  ToolSchema,
  type CallToolResult,
  type RequestId,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { version } from '../../../package.json';
import titles from '../../../package.nls.json';
import { isObject } from '../../service/readers';
import { toolNames, type ToolName } from '../toolNames';
import { tools, type ToolRunner } from '../toolRunner';
import { ToolError } from '../tools/toolError';

export interface ToolServerOptions {
  readonly runner: Pick<ToolRunner, 'call'>;
  /** Whether agents may read the active connection. */
  readonly isOn: () => boolean;
}

/** The requests of one client. */
interface ClientRequests {
  /** Aborted when the client hangs up on the request that is being handled. */
  hungUp(): AbortSignal | undefined;
  /** Ends the response to a request that the client canceled. */
  end(id: RequestId): void;
}

/** The tools as an MCP server, for one client. */
export function createToolServer({ runner, isOn }: ToolServerOptions, requests: ClientRequests): McpServer {
  const mcpServer = new McpServer({ name: 'poolview', version });
  // The tools check their arguments themselves and have JSON schemas, which McpServer.registerTool does not take.
  const { server } = mcpServer;
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: isOn() ? toolNames.map(definitionOf) : [],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId }) => {
    const name = toolNames.find((known) => known === params.name);
    if (name === undefined) throw new McpError(ErrorCode.InvalidParams, 'There is no tool of this name.');
    // A canceled call has no result, for which the client would wait forever.
    signal.addEventListener('abort', () => {
      requests.end(requestId);
    });
    const signals = [signal, requests.hungUp()].filter((each) => each !== undefined);
    return resultOf(runner.call(name, params.arguments, AbortSignal.any(signals)));
  });
  return mcpServer;
}

function definitionOf(name: ToolName): Tool {
  const { description, isReadOnly, inputSchema, outputSchema } = tools[name];
  return ToolSchema.parse({
    name,
    title: titles[`${name}.title`],
    description,
    inputSchema,
    outputSchema,
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: !isReadOnly,
      idempotentHint: isReadOnly,
      // Results contain text that others wrote into the service.
      openWorldHint: true,
    },
  });
}

async function resultOf(call: Promise<string>): Promise<CallToolResult> {
  try {
    const text = await call;
    const json: unknown = JSON.parse(text);
    return {
      content: [{ type: 'text', text }],
      ...(isObject(json) ? { structuredContent: json } : {}),
    };
  } catch (error) {
    const text =
      error instanceof ToolError ? error.message : 'The tool failed. Tell the user; do not try again.';
    return { content: [{ type: 'text', text }], isError: true };
  }
}
