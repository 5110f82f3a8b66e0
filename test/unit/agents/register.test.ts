import { expect, it, onTestFinished, vi } from 'vitest';
import * as vscode from 'vscode';
import { registerAgents } from '../../../src/agents';
import { toolNames } from '../../../src/agents/toolNames';
import { nothing } from './support';
import { acme, windowOf } from './window';

/** Registers the tools in an editor with this API of language models. */
function register(lm: object | undefined) {
  vi.spyOn(vscode, 'lm', 'get').mockReturnValue(lm as typeof vscode.lm);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { inventories, access, kept } = windowOf(acme);
  const agents = registerAgents({ ...nothing, inventories }, kept.globalState, {
    info: () => undefined,
  } as never);
  return { names: Object.keys(agents.commands ?? {}), access };
}

it.each([
  ['no language models', undefined],
  ['language models, but no tools', {}],
])('in an editor with %s, the command is still registered', (_what, lm) => {
  expect(register(lm).names).toEqual(['agentTools']);
});

it('the tools return text to VS Code, or end as VS Code expects it when they are canceled', async () => {
  const tools = new Map<string, vscode.LanguageModelTool<unknown>>();
  const { access } = register({
    registerTool: (name: string, tool: vscode.LanguageModelTool<unknown>) => tools.set(name, tool),
  });
  expect([...tools.keys()]).toEqual(toolNames);
  const invoke = (isCancellationRequested: boolean) => {
    const token = { isCancellationRequested, onCancellationRequested: () => ({ dispose: () => undefined }) };
    return tools.get('poolview_timeline')?.invoke({ input: {}, toolInvocationToken: undefined }, token);
  };
  await expect(invoke(true)).rejects.toBeInstanceOf(vscode.CancellationError);
  await expect(invoke(false)).rejects.toThrow('The user has not turned on agent tools for this connection.');
  await access.turnOn(acme);
  expect(await invoke(false)).toEqual({
    content: [{ value: expect.stringContaining('"items":[]') as unknown }],
  });
});
