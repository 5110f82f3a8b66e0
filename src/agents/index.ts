import {
  CancellationError,
  LanguageModelTextPart,
  LanguageModelToolResult,
  lm,
  MarkdownString,
  type LogOutputChannel,
} from 'vscode';
import { connected, type Feature } from '../ui/commands';
import { withSignal } from '../ui/progress';
import { AgentAccess, chooseAgentTools, watchAccess } from './access';
import type { AgentSources } from './tools/context';
import { toolNames } from './toolNames';
import type { ToolRunner } from './toolRunner';

/** Registers the tools of agents, which are loaded with the first call, and the command that turns them on. */
export function registerAgents(sources: AgentSources, log: LogOutputChannel): Feature {
  const { inventories } = sources;
  const access = new AgentAccess(inventories);
  let runner: Promise<ToolRunner> | undefined;
  const load = (): Promise<ToolRunner> =>
    (runner ??= import('./toolRunner').then(({ ToolRunner }) => new ToolRunner(sources, access, log)));
  return {
    disposables: [access, watchAccess(access, inventories), ...registerTools(lm, load)],
    commands: {
      agentTools: connected(
        () => inventories.active?.session,
        (session) => chooseAgentTools(access, session),
      ),
    },
  };
}

/** @param api undefined or empty in editors that have no language models */
function registerTools(
  api: Partial<typeof lm> | undefined,
  load: () => Promise<ToolRunner>,
): readonly { dispose(): unknown }[] {
  const register = api?.registerTool?.bind(api);
  if (register === undefined) return [];
  return toolNames.map((name) =>
    register<unknown>(name, {
      prepareInvocation: async ({ input }) => {
        const text = (await load()).invocation(name, input);
        // VS Code may render a string as Markdown.
        return text === undefined ? undefined : { invocationMessage: new MarkdownString().appendText(text) };
      },
      invoke: async ({ input }, token) => {
        const tools = await load();
        try {
          const text = await withSignal(token, (signal) => tools.call(name, input, signal));
          return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
        } catch (error) {
          throw token.isCancellationRequested ? new CancellationError() : error;
        }
      },
    }),
  );
}
