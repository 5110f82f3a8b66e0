import { expect, it, onTestFinished, vi } from 'vitest';
import * as vscode from 'vscode';
import { registerAgents } from '../../../src/agents';
import type { AgentSources } from '../../../src/agents/sources';
import { memory } from '../../support/memory';

it.each([
  ['no language models', undefined],
  ['language models, but no tools', {}],
])('in an editor with %s, the commands are still registered', (_what, lm) => {
  const names: string[] = [];
  vi.spyOn(vscode, 'lm', 'get').mockReturnValue(lm as typeof vscode.lm);
  const { commands } = vscode;
  const before = { ...commands };
  Object.assign(commands, { registerCommand: (name: string) => names.push(name) });
  onTestFinished(() => {
    Object.assign(commands, before);
    vi.restoreAllMocks();
  });
  registerAgents({} as AgentSources, memory().globalState, {} as vscode.LogOutputChannel);
  expect(names).toEqual(['poolview.turnOnAgents', 'poolview.turnOffAgents']);
});
