import {
  CancellationError,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type CancellationToken,
  type PreparedToolInvocation,
} from 'vscode';
import { withSignal } from '../ui/abortSignal';
import type { ToolName } from './toolNames';
import type { ToolRunner } from './toolRunner';

/** What VS Code shows while a tool runs. */
export function preparedInvocation(
  runner: ToolRunner,
  name: ToolName,
  input: unknown,
): PreparedToolInvocation | undefined {
  const text = runner.invocation(name, input);
  // VS Code may render a string as Markdown.
  return text === undefined ? undefined : { invocationMessage: new MarkdownString().appendText(text) };
}

/** Runs a tool for VS Code. */
export async function invokeTool(
  runner: ToolRunner,
  name: ToolName,
  input: unknown,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  try {
    const text = await withSignal(token, (signal) => runner.call(name, input, signal));
    return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
  } catch (error) {
    throw token.isCancellationRequested ? new CancellationError() : error;
  }
}
