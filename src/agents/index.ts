import { lm, type LogOutputChannel, type Memento } from 'vscode';
import { onDidChangeSettings, settings } from '../connections/settings';
import { connected, type Feature } from '../ui/commands';
import { lazy } from '../ui/lazy';
import type { Agents } from './agents';
import type { AgentSources } from './sources';
import { toolNames } from './toolNames';
import { isTurnedOn } from './turnedOn';

/** Registers the tools of agents and their commands. Their code is loaded when agents are turned on, or when one is run. */
export function registerAgents(sources: AgentSources, state: Memento, log: LogOutputChannel): Feature {
  const agents = lazy(async () => new (await import('./agents')).Agents(sources, state, log));
  const createIfTurnedOn = (): void => {
    const { agents: names, agentTools, connections } = settings;
    if (names.length > 0 || agentTools || connections.some((one) => isTurnedOn(state, one))) void agents();
  };
  createIfTurnedOn();
  const active = () => sources.inventories.active?.session.connection;
  return {
    disposables: [agents, onDidChangeSettings(createIfTurnedOn), ...registerTools(lm, agents)],
    commands: {
      turnOnAgents: connected(active, async (connection) => (await agents()).turnOn(connection)),
      turnOffAgents: connected(active, async (connection) => (await agents()).turnOff(connection)),
    },
  };
}

/** @param api undefined or empty in editors that have no language models */
function registerTools(
  api: Partial<typeof lm> | undefined,
  agents: () => Promise<Agents>,
): readonly { dispose(): unknown }[] {
  const register = api?.registerTool?.bind(api);
  if (register === undefined) return [];
  return toolNames.map((name) =>
    register<unknown>(name, {
      prepareInvocation: async ({ input }) => (await agents()).preparedInvocation(name, input),
      invoke: async ({ input }, token) => (await agents()).invoke(name, input, token),
    }),
  );
}
