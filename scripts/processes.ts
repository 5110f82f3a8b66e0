import {
  execFile,
  spawn,
  spawnSync,
  type ChildProcess,
  type ChildProcessByStdio,
  type SpawnOptions,
} from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const onWindows = process.platform === 'win32';

/** How to start npm. npm passes its path to scripts; without it, Windows has npm.cmd, which needs a shell. */
function npmCommand(): { command: string; first: string[]; shell: boolean } {
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('npm-cli.js')
    ? { command: process.execPath, first: [cli], shell: false }
    : { command: 'npm', first: [], shell: onWindows };
}

/** Runs an npm command and shows its output. Resolves with its exit code. */
export async function npm(args: string[], options: SpawnOptions = {}): Promise<number> {
  const { command, first, shell } = npmCommand();
  const child = spawn(command, [...first, ...args], { stdio: 'inherit', shell, ...options });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/**
 * Runs an npm command, and measures it.
 * @param output the file descriptor for its output
 * @returns its exit code, and the CPU time of all processes that it waited for; not on Windows, which does not tell
 */
export async function measuredNpm(
  args: string[],
  output: number,
): Promise<{ code: number; cpuSeconds?: number }> {
  const { command, first, shell } = npmCommand();
  const [program = command, ...rest] = onWindows
    ? [command, ...first, ...args]
    : ['sh', '-c', '"$@"; code=$?; times >&3; exit $code', 'sh', command, ...first, ...args];
  const child = spawn(program, rest, { stdio: ['ignore', output, output, 'pipe'], shell });
  const told: Buffer[] = [];
  child.stdio[3]?.on('data', (data: Buffer) => told.push(data));
  const [code] = (await once(child, 'close')) as [number | null];
  // `0m1.52s 0m0.31s` for each of the shell and its children, user and system.
  const times = [
    ...Buffer.concat(told)
      .toString()
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  const seconds = times.reduce((total, [, minutes, rest]) => total + Number(minutes) * 60 + Number(rest), 0);
  return { code: code ?? 1, ...(times.length > 0 && { cpuSeconds: Math.round(seconds) }) };
}

/**
 * Runs an npm command silently.
 * @param timeout in milliseconds; 0 waits without limit
 * @throws what `execFile` throws, with `stdout` and `stderr`, if it fails
 */
export async function npmQuietly(args: string[], cwd: string, timeout = 0): Promise<void> {
  const { command, first, shell } = npmCommand();
  await promisify(execFile)(command, [...first, '--loglevel=error', ...args], { cwd, timeout, shell });
}

/** Its output has to be read. */
export type ProcessTree = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a program that `killTree` can end together with its child processes. */
export function spawnTree(command: string, args: string[], env: NodeJS.ProcessEnv): ProcessTree {
  // Its own process group: on Windows it would be its own console window instead.
  return spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: !onWindows });
}

/** Ends a process of `spawnTree` and its descendants at once. Synchronous, so that an 'exit' listener can call it. */
export function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) {
    return;
  }
  if (onWindows) {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  end(-pid, 'SIGKILL');
}

/** Sends a signal to a process, or to a process group by its negative ID. Does nothing if it has ended. */
export function end(pid: number, signal: NodeJS.Signals = 'SIGTERM'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
