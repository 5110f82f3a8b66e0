import { transform } from 'esbuild';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { end, killTree, spawnTree, type ProcessTree } from '../processes';
import { Profile, type UserSettings } from './profile';
import { Problem } from '../script';
import type { WebBuild } from './webBuild';

export interface ServerOptions {
  readonly settings: UserSettings;
  /** Extensions to install: packages (.vsix files), and folders with a package.json. */
  readonly extensions?: readonly string[];
  /** Added to the environment of the extension hosts. */
  readonly env?: Readonly<Record<string, string>>;
  /** A free port if left out. */
  readonly port?: number;
  /** Lets pages run extension tests, see `testsUrl`. VS Code refuses modal dialogs then. */
  readonly testDriver?: boolean;
}

/** A running VS Code for browsers on this computer, with a profile of its own. */
export interface VSCodeServer {
  readonly profile: Profile;
  /** Opens VS Code with an empty folder. Each page has an extension host of its own. */
  readonly url: string;
  /** Opens VS Code with a workspace file. */
  workspaceUrl(file: string): string;
  /**
   * Opens a VS Code that runs extension tests, if the server has the test driver. The page must expose
   * `codeAutomationLog(type, args)`, which is called for each line, and `codeAutomationExit(code)`.
   * @param extension the folder of the extension
   * @param runner the module that exports `run(): Promise<void>`
   */
  testsUrl(extension: string, runner: string): string;
  /**
   * Ends the extension hosts of closed pages, which otherwise wait for hours for the page to reconnect.
   * @returns how many are still running
   */
  endExtensionHosts(): number;
  /** Resolves when the server ends. */
  readonly ended: Promise<unknown>;
  /** Ends everything that it started, and removes the profile. */
  stop(): Promise<void>;
}

/** Starts VS Code and resolves when pages can be opened. It is stopped when this process exits at the latest. */
export async function startServer(build: WebBuild, options: ServerOptions): Promise<VSCodeServer> {
  const profile = await Profile.create(options.settings);
  const env = environment(options.env);
  await installExtensions(build, profile, options.extensions ?? [], env);
  const server = spawnTree(
    build.node,
    ['--import', await secretsKey(), build.serverMain, ...serverArguments(profile, options)],
    env,
  );
  const endNow = (): void => {
    killTree(server);
  };
  // Before the profile is removed.
  process.prependOnceListener('exit', endNow);
  const ended = once(server, 'close');
  const extensionHosts = runningExtensionHosts(server);
  const port = await listening(server);

  const authority = `127.0.0.1:${port}`;
  const urlOf = (kind: 'folder' | 'workspace', file: string): string =>
    `http://${authority}/?${kind}=${encodeURIComponent(decodeURI(uriPath(file)))}`;
  const url = urlOf('folder', profile.workspace);
  return {
    profile,
    url,
    workspaceUrl: (file) => urlOf('workspace', file),
    testsUrl: (extension, runner) => {
      const remote = (file: string): string => `vscode-remote://${authority}${uriPath(file)}`;
      const payload = [
        ['extensionDevelopmentPath', remote(extension)],
        ['extensionTestsPath', remote(runner)],
      ];
      return `${url}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
    },
    endExtensionHosts: () => {
      for (const pid of extensionHosts) {
        end(pid);
      }
      return extensionHosts.size;
    },
    ended,
    stop: async () => {
      process.off('exit', endNow);
      killTree(server);
      await ended;
      await profile.remove();
    },
  };
}

/** The environment of this process, without the variables that VS Code sets in its terminal. */
function environment(extra: ServerOptions['env']): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name),
  );
  // Without a proxy, links to servers on this computer open as they are.
  return { ...Object.fromEntries(own), VSCODE_PROXY_URI: '', ...extra };
}

async function installExtensions(
  { node, serverMain }: WebBuild,
  profile: Profile,
  extensions: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const packages = extensions.filter((extension) => extension.endsWith('.vsix'));
  const folders = extensions.filter((extension) => !packages.includes(extension));
  // A new profile contains the extensions that are in its folder.
  await Promise.all(
    folders.map((folder) =>
      cp(folder, path.join(profile.serverData, 'extensions', path.basename(folder)), { recursive: true }),
    ),
  );
  if (packages.length > 0) {
    const install = packages.flatMap((file) => ['--install-extension', file]);
    await promisify(execFile)(node, [serverMain, ...install, '--server-data-dir', profile.serverData], {
      env,
    });
  }
}

/** `secretsKey.ts` as a URL that Node can import. */
async function secretsKey(): Promise<string> {
  const source = await readFile(path.join(import.meta.dirname, 'secretsKey.ts'), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
}

function serverArguments(profile: Profile, { port = 0, testDriver = false }: ServerOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...['--server-data-dir', profile.serverData],
    ...['--telemetry-level', 'off'],
    '--without-connection-token',
    '--accept-server-license-terms',
    '--disable-workspace-trust',
    ...(testDriver ? ['--enable-smoke-test-driver'] : []),
  ];
}

/**
 * The port, once the server listens.
 * @throws {Problem} with the last output of the server, when it ends or takes too long
 */
function listening(server: ProcessTree): Promise<number> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      reject(new Problem([`VS Code's server ${what}. It said:`, ...said].join('\n')));
    };
    const patience = setTimeout(fail, startTimeout, `was not ready within ${startTimeout / 1000} seconds`);
    server.once('error', ({ message }) => {
      fail(`cannot be started: ${message}`);
    });
    server.once('close', () => {
      fail('ended');
    });
    for (const input of [server.stdout, server.stderr]) {
      createInterface({ input }).on('line', (line) => {
        said.push(line);
        said.splice(0, said.length - 20);
        const port = /^Extension host agent listening on (\d+)/.exec(line)?.[1];
        if (port !== undefined) {
          clearTimeout(patience);
          resolve(Number(port));
        }
        // The server does not exit without a port.
        const refused = /Error: listen (E.*)/.exec(line)?.[1];
        if (refused !== undefined) {
          clearTimeout(patience);
          reject(new Problem(`VS Code's server cannot listen: ${refused}`));
        }
      });
    }
  });
}

/** The process IDs of the extension hosts, kept up to date from the output of the server. */
function runningExtensionHosts(server: ProcessTree): ReadonlySet<number> {
  const running = new Set<number>();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const [, pid, change] =
      /<(\d+)> (Launched Extension Host|Extension Host Process exited)/.exec(line) ?? [];
    if (pid !== undefined) {
      if (change?.startsWith('Launched')) {
        running.add(Number(pid));
      } else {
        running.delete(Number(pid));
      }
    }
  });
  return running;
}

/** In milliseconds. It takes less than a second, but far more on a busy computer. */
const startTimeout = 60_000;

/** The path of a file in a URI, where a Windows drive is the first segment. Percent-encoded. */
function uriPath(file: string): string {
  return pathToFileURL(file).pathname;
}
