import { lm, type LogOutputChannel, type Memento } from 'vscode';
import { onDidChangeSettings, settings } from '../connections/settings';
import { connectedCommands } from '../ui/commands';
import { lazy } from '../ui/lazy';
import type { Agents } from './agents';
import type { AgentSources } from './sources';
import { toolNames } from './toolNames';
import { isTurnedOn } from './turnedOn';

/** Registers the tools of agents and their commands. Their code is loaded when the user turns on a connection. */
export function registerAgents(
  sources: AgentSources,
  state: Memento,
  log: LogOutputChannel,
): readonly { dispose(): unknown }[] {
  const agents = lazy(async () => {
    const { Agents } = await import('./agents');
    return new Agents(sources, state, log);
  });
  const loadIfTurnedOn = (): void => {
    const { agents: names, agentTools, connections } = settings;
    if (names.length > 0 || agentTools || connections.some((one) => isTurnedOn(state, one))) void agents();
  };
  loadIfTurnedOn();
  const registerConnected = connectedCommands(() => sources.items.active?.session.connection);
  return [
    agents,
    onDidChangeSettings(loadIfTurnedOn),
    registerConnected('poolview.turnOnAgents', async (connection) =>
      (await import('./turnOn')).turnOnAgents((await agents()).access, connection),
    ),
    registerConnected('poolview.turnOffAgents', async (connection) =>
      (await import('./turnOn')).turnOffAgents((await agents()).access, connection),
    ),
    ...registerTools(lm, agents),
  ];
}

/** @param api undefined or empty in editors that have no language models */
function registerTools(
  api: Partial<typeof lm> | undefined,
  agents: () => Promise<Agents>,
): readonly { dispose(): unknown }[] {
  const register = api?.registerTool?.bind(api);
  if (register === undefined) return [];
  const load = async () => {
    const runner = (await agents()).runner();
    return { ...(await import('./languageModelTool')), runner: await runner };
  };
  return toolNames.map((name) =>
    register<unknown>(name, {
      prepareInvocation: async ({ input }) => {
        const { preparedInvocation, runner } = await load();
        return preparedInvocation(runner, name, input);
      },
      invoke: async ({ input }, token) => {
        const { invokeTool, runner } = await load();
        return invokeTool(runner, name, input, token);
      },
    }),
  );
}
