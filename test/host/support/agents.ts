import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import { commands, LanguageModelTextPart, lm, version, type CancellationToken } from 'vscode';
import { toolNames, type ToolName } from '../../../src/agents/toolNames';
import { tools } from '../../../src/agents/toolRunner';
import { maxAnswerBytes } from '../../../src/agents/tools/answer';
import { isObject } from '../../../src/service/readers';
import { answerModals, atEnd, setting, until } from './service';

const ajv = new Ajv({ allErrors: true });

/** What the schema of each tool says about its arguments. */
const checks = new Map(toolNames.map((name) => [name, ajv.compile(tools[name].inputSchema)]));

/** Whether the schema accepts arguments. */
export function isValidInput(name: ToolName, input: unknown): boolean {
  return checks.get(name)?.(input) === true;
}

/** Turns on the tools for the active connection with the command, until the test is over. @returns what was asked */
export async function turnOn(): Promise<readonly string[]> {
  await setting('agents', []);
  atEnd(() => commands.executeCommand('notifications.clearAll'));
  const asked = answerModals('Turn On');
  await commands.executeCommand('poolview.agentTools');
  return asked;
}

/** Waits until VS Code offers all tools to agents, or none. */
export async function untilOffered(isOffered: boolean): Promise<void> {
  // Newer versions list all tools to extensions. Only in chat, they leave out those that are off.
  if (!version.startsWith('1.100.')) return;
  const wanted = isOffered ? toolNames : [];
  const offered = (): readonly string[] =>
    lm.tools.map(({ name }) => name).filter((name) => name.startsWith('poolview_'));
  await until(() => isDeepStrictEqual(offered(), wanted));
}

/** What a tool returned, and the same as a text. */
export interface Result {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Of a list that is cut, how many items it has. */
  readonly shown: number | undefined;
}

/** Runs a tool as an agent does, and checks arguments and size. */
export async function call(name: ToolName, input: object, token?: CancellationToken): Promise<Result> {
  assert(isValidInput(name, input), `${name} ${JSON.stringify(input)}`);
  const text = await run(name, input, token);
  assert(Buffer.byteLength(text) <= maxAnswerBytes, `${name} returned ${Buffer.byteLength(text)} bytes.`);
  const value: unknown = JSON.parse(text);
  assert(isObject(value) && isObject(value['data']));
  const { cut, data } = value;
  return { text, data, shown: typeof cut === 'string' ? Number.parseInt(cut) : undefined };
}

/** The message with which a tool refuses any arguments. */
export async function refusal(name: ToolName, input: unknown): Promise<string> {
  try {
    // VS Code passes on what is not an object, too.
    await run(name, input as object);
  } catch (error) {
    assert(error instanceof Error);
    return error.message;
  }
  return assert.fail(`${name} accepted ${JSON.stringify(input).slice(0, 200)}`);
}

async function run(name: ToolName, input: object, token?: CancellationToken): Promise<string> {
  const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
}
