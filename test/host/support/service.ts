import assert from 'node:assert/strict';
import { afterEach } from 'mocha';
import { commands, ConfigurationTarget, window, workspace } from 'vscode';
import { answerInputs, answerPicks } from '../../support/inputBoxes';
import { startScriptedService, type ScriptedOptions, type ScriptedService } from '../../support/demo/service';

const cleanUps: (() => unknown)[] = [];

/** Calls `cleanUp` when the test is over, the last one first. */
export function atEnd(cleanUp: () => unknown): void {
  cleanUps.unshift(cleanUp);
}

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A demo service that is closed when the test is over. */
export async function demo(options: Partial<ScriptedOptions> = {}): Promise<ScriptedService> {
  const service = await startScriptedService(options);
  atEnd(() => service.close());
  return service;
}

/** A demo service that Poolview is connected to, through its command and its SecretStorage, until the test is over. */
export async function connected(
  name: string,
  options: Partial<ScriptedOptions> = {},
): Promise<ScriptedService> {
  const service = await demo(options);
  await connect(name, service.baseUrl, service.apiKey);
  return service;
}

/** Connects Poolview with its command, as the user does, until the test is over. */
export async function connect(name: string, baseUrl: string, apiKey: string): Promise<void> {
  atEnd(disconnect);
  const { restore } = answerInputs(baseUrl, apiKey, name, '');
  const picks = answerPicks('Browse and make changes');
  try {
    await commands.executeCommand('poolview.connect');
  } finally {
    restore();
    picks.restore();
  }
}

/** Checks that every request had the key, except the first, which checked the host. */
export function assertKeysSent({ requests, apiKey }: ScriptedService): void {
  assert.deepEqual(
    requests.map(({ headers }) => headers['apikey']),
    requests.map((_, index) => (index === 0 ? undefined : apiKey)),
  );
}

/** Refreshes the Projects view until the service got `count` requests: what is not shown yet is not refreshed. */
export async function refreshUntil(count: number, { requests }: ScriptedService): Promise<void> {
  for (let attempt = 0; attempt < 15 && requests.length < count; attempt++) {
    await commands.executeCommand('poolview.refresh');
    // VS Code waits for the end of changes that follow each other within 200 ms.
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Says yes to the modal, which VS Code refuses to show in tests like these, and disconnects. */
export async function disconnect(): Promise<void> {
  answerModals('Disconnect');
  await commands.executeCommand('poolview.disconnect');
}

/**
 * Answers every modal of this test with the button called so; undefined cancels.
 * @returns what was asked
 */
export function answerModals(button: string | undefined): readonly string[] {
  const asked: string[] = [];
  const original = window.showWarningMessage;
  const stub = (message: string): Promise<string | undefined> => {
    asked.push(message);
    return Promise.resolve(button);
  };
  Object.assign(window, { showWarningMessage: stub });
  atEnd(() => Object.assign(window, { showWarningMessage: original }));
  return asked;
}

/** The context keys that are set from here on until the test is over, as they are then. */
export function contextKeys(): ReadonlyMap<string, unknown> {
  const keys = new Map<string, unknown>();
  const original = commands.executeCommand;
  const recording = (command: string, ...values: unknown[]): Thenable<unknown> => {
    if (command === 'setContext') keys.set(String(values[0]), values[1]);
    return original(command, ...values);
  };
  Object.assign(commands, { executeCommand: recording });
  atEnd(() => Object.assign(commands, { executeCommand: original }));
  return keys;
}

/** Sets one of Poolview's settings until the test is over. */
export async function setting(name: string, value: unknown): Promise<void> {
  const update = (to: unknown): Thenable<void> =>
    workspace.getConfiguration('poolview').update(name, to, ConfigurationTarget.Global);
  atEnd(() => update(undefined));
  await update(value);
}

/** Resolves when `condition` holds, looking again each time something may have changed; mocha ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
