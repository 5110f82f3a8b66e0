import os from 'node:os';

/** An error that the user can fix: only its message is shown, without a stack trace. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/**
 * Runs a script; `main` resolves with the exit code. Prints a Problem and exits with code 1.
 * A signal also exits, so that listeners of the 'exit' event can stop what was started.
 */
export async function runScript(main: () => Promise<number>): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Not `once`: npm and tsx repeat the signal of a terminal, and the second one would end the process at once.
    process.on(signal, () => process.exit(128 + os.constants.signals[signal]));
  }
  try {
    return process.exit(await main());
  } catch (error) {
    return exitWith(error);
  }
}

/** Returns what `work` returns. A Problem ends the process, as in `runScript`. */
export function orExit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return exitWith(error);
  }
}

function exitWith(error: unknown): never {
  if (!(error instanceof Problem)) {
    throw error;
  }
  console.error(error.message);
  return process.exit(1);
}
