import { onTestFinished, vi } from 'vitest';
import * as vscode from 'vscode';
import { registerAgents } from '../../../src/agents';
import type { Connection } from '../../../src/connections/connection';
import { Inventories } from '../../../src/reads/inventories';
import { memory, type Memory } from '../../support/memory';
import { connectionsOf } from '../connections/support';
import { dialogs, type Answers } from '../support/dialogs';
import { nothing } from './support';

export const acme = { name: 'Acme', baseUrl: 'https://api.acme.dev' };

/** Whether VS Code lists the tools. */
export const listed = { now: false as unknown };

/** A window of VS Code in which Poolview was activated; closed when the test is over. It stores everything in `kept`. */
export async function windowOf(kept: Memory = memory(), answers?: Answers) {
  const { shown, buttons } = dialogs(answers);
  const tools = new Map<string, vscode.LanguageModelTool<unknown>>();
  vi.spyOn(vscode, 'lm', 'get').mockReturnValue({
    registerTool: (name: string, tool: vscode.LanguageModelTool<unknown>) => {
      tools.set(name, tool);
      return { dispose: () => undefined };
    },
  } as never);
  const connections = connectionsOf(kept);
  const inventories = new Inventories(connections, { globalStorageUri: { fsPath: '/nowhere' } });
  const log = { info: () => undefined, error: () => undefined };
  /** What the command does. */
  const run: Promise<unknown>[] = [];
  Object.assign(vscode.commands, {
    executeCommand: (...given: unknown[]) => {
      if (given[1] === 'poolview.agentsOn') listed.now = given[2];
      // It is not registered yet while Poolview is activated.
      if (given[0] === 'poolview.agentTools')
        run.push(Promise.resolve().then(() => commands?.['agentTools']?.()));
      return Promise.resolve();
    },
  });
  const { disposables, commands } = registerAgents({ ...nothing, inventories }, log as never);
  onTestFinished(() => {
    for (const disposable of [...disposables, inventories]) disposable.dispose();
    vi.restoreAllMocks();
  });
  const settled = async (): Promise<void> => {
    await Promise.all(run);
  };
  await settled();
  return {
    ...{ connections, inventories, tools, kept, shown, buttons, settled },
    /** Runs *Agent Tools…*. */
    choose: async (): Promise<void> => {
      await commands?.['agentTools']?.();
      await settled();
    },
    connect: (connection: Connection, key = 'key'): Promise<void> => connections.add(connection, key),
    /** What a tool answers, or why it does not. */
    ask: async (isCancellationRequested = false): Promise<unknown> => {
      await settled();
      const token = {
        isCancellationRequested,
        onCancellationRequested: () => ({ dispose: () => undefined }),
      };
      const options = { input: { sources: ['change'] }, toolInvocationToken: undefined };
      try {
        return JSON.stringify(await tools.get('poolview_timeline')?.invoke(options, token));
      } catch (error) {
        return error instanceof vscode.CancellationError ? error : String(error);
      }
    },
  };
}
