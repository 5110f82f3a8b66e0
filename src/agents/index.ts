import {
  CancellationError,
  LanguageModelTextPart,
  LanguageModelToolResult,
  lm,
  type CancellationToken,
  type LogOutputChannel,
} from 'vscode';
import { setContextKey } from '../ui/contextKeys';
import { AgentAccess } from './access';
import type { AgentSources } from './sources';
import { toolNames } from './toolNames';
import type { ToolRunner } from './toolRunner';

/** Registers the tools of agents. Their code is loaded when one is called. */
export function registerAgents(
  sources: AgentSources,
  log: LogOutputChannel,
): readonly { dispose(): unknown }[] {
  const access = new AgentAccess();
  let loading: Promise<ToolRunner> | undefined;
  const runner = (): Promise<ToolRunner> =>
    (loading ??= import('./toolRunner').then(({ ToolRunner }) => new ToolRunner(sources, access, log)));

  const update = (): void => {
    const connection = sources.items.active?.session.connection;
    setContextKey('poolview.agents', connection !== undefined && access.isOn(connection));
  };
  update();
  return [
    access,
    access.onDidChange(update),
    sources.items.onDidChangeActive(update),
    ...toolNames.map((name) =>
      lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }) => {
          const invocationMessage = (await runner()).invocation(name, input);
          return invocationMessage === undefined ? undefined : { invocationMessage };
        },
        invoke: async ({ input }, token) => {
          const text = await (await runner()).call(name, input, signalOf(token));
          if (token.isCancellationRequested) throw new CancellationError();
          return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
        },
      }),
    ),
  ];
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => {
    controller.abort();
  });
  return controller.signal;
}
