import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../../support/service';

/** It has the stand-in for `vscode`, as `vitest.config.ts` does. */
const config = fileURLToPath(new URL('../../../../scripts/tools/tsconfig.json', import.meta.url));

/** Runs a script of this folder in a separate process, which is killed at the end of the test at the latest. */
export function startProcess(script: string, argument: string) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, argument], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TSX_TSCONFIG_PATH: config },
  });
  const exit = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
  };
  atEnd(kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, kill, lines };
}
