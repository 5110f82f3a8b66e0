import { lm, type LogOutputChannel, type Memento } from 'vscode';
import { onDidChangeSettings, settings } from '../connections/settings';
import { connectedCommands } from '../ui/commands';
import { isTurnedOn } from './access';
import { Agents } from './agents';
import type { AgentSources } from './sources';
import { toolNames } from './toolNames';
import { turnOffAgents, turnOnAgents } from './turnOn';

/** Registers the tools of agents and their commands. */
export function registerAgents(
  sources: AgentSources,
  state: Memento,
  log: LogOutputChannel,
): readonly { dispose(): unknown }[] {
  let created: Agents | undefined;
  const agents = (): Agents => (created ??= new Agents(sources, state, log));
  const createIfTurnedOn = (): void => {
    const { agents: names, agentTools, connections } = settings;
    if (names.length > 0 || agentTools || connections.some((one) => isTurnedOn(state, one))) agents();
  };
  createIfTurnedOn();
  const registerConnected = connectedCommands(() => sources.inventories.active?.session.connection);
  return [
    { dispose: () => created?.dispose() },
    onDidChangeSettings(createIfTurnedOn),
    registerConnected('poolview.turnOnAgents', (connection) => turnOnAgents(agents().access, connection)),
    registerConnected('poolview.turnOffAgents', (connection) => turnOffAgents(agents().access, connection)),
    ...registerTools(lm, agents),
  ];
}

/** @param api undefined or empty in editors that have no language models */
function registerTools(
  api: Partial<typeof lm> | undefined,
  agents: () => Agents,
): readonly { dispose(): unknown }[] {
  const register = api?.registerTool?.bind(api);
  if (register === undefined) return [];
  return toolNames.map((name) =>
    register<unknown>(name, {
      prepareInvocation: ({ input }) => agents().preparedInvocation(name, input),
      invoke: ({ input }, token) => agents().invoke(name, input, token),
    }),
  );
}
