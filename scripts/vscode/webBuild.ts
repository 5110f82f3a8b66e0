import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../paths';
import { npmQuietly } from '../processes';
import { Problem } from '../script';
import { vscodeVersion } from './version';

/** VS Code as a web server with the real extension host, as the npm package code-server brings it. */
export interface WebBuild {
  /** The VS Code version, such as 1.100.3. */
  readonly version: string;
  /** The Node to run it with. */
  readonly node: string;
  readonly serverMain: string;
}

/** Gets the web build of a VS Code version, the first time from the npm registry. Concurrent calls are safe. */
export async function webBuild(version = vscodeVersion): Promise<WebBuild> {
  if (!/^1\.\d+\.\d+$/.test(version)) {
    throw new Problem(`The web build of VS Code needs an exact version such as 1.100.3, not ${version}.`);
  }
  const codeServer = version.replace('1.', '4.');
  const installed = await installOnce(`code-server-${codeServer}`, async (folder) => {
    console.log(
      `Getting VS Code ${version} (npm package code-server ${codeServer}), once, in about a minute…`,
    );
    // Its install scripts build native modules that aren't needed, and refuse to run as root.
    await npmInstall([`code-server@${codeServer}`, '--ignore-scripts'], folder);
    const vscode = path.join(folder, codeServerFolder, 'lib/vscode');
    await npmInstall(['--omit=dev', '--ignore-scripts'], vscode);
    await buildLogWriter(vscode);
  });
  const folder = path.join(installed, codeServerFolder);
  return {
    version,
    node: await nodeFor(folder),
    serverMain: path.join(folder, 'lib/vscode/out/server-main.js'),
  };
}

const codeServerFolder = 'node_modules/code-server';

/**
 * Fills `.vscode-test/<name>` with `install`, unless it exists. It is always complete: the installation
 * has another name until it is finished, so an interrupted one is not mistaken for it.
 */
async function installOnce(name: string, install: (folder: string) => Promise<void>): Promise<string> {
  const finished = fromRoot('.vscode-test', name);
  if (existsSync(finished)) {
    return finished;
  }
  await removeInterruptedInstalls();
  const unfinished = fromRoot('.vscode-test', `${unfinishedPrefix}${process.pid}-${name}`);
  await mkdir(unfinished, { recursive: true });
  try {
    // Without this file, npm would install into the repository.
    await writeFile(path.join(unfinished, 'package.json'), '{ "private": true }\n');
    await install(unfinished);
    await rename(unfinished, finished);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(finished)) {
      throw error;
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return finished;
}

const unfinishedPrefix = 'installing-';

async function removeInterruptedInstalls(): Promise<void> {
  const names = existsSync(fromRoot('.vscode-test')) ? await readdir(fromRoot('.vscode-test')) : [];
  const interrupted = names.filter(
    (name) => name.startsWith(unfinishedPrefix) && !isRunning(Number.parseInt(name.split('-')[1] ?? '', 10)),
  );
  await Promise.all(
    interrupted.map((name) => rm(fromRoot('.vscode-test', name), { recursive: true, force: true })),
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function npmInstall(args: string[], folder: string): Promise<void> {
  try {
    await npmQuietly(['install', ...args, '--no-audit', '--no-fund'], folder);
  } catch (error) {
    throw new Problem(
      `npm install ${args.join(' ')} failed:\n${(error as { stderr: string }).stderr.trim()}`,
    );
  }
}

/** Builds the native module that log output channels need. A failure is a warning: the rest works without it. */
async function buildLogWriter(vscode: string): Promise<void> {
  const nodeFolder = path.resolve(process.execPath, '../..');
  // Headers that came with this Node save a download. They fit every Node, because the module uses Node-API.
  const nodedir = existsSync(path.join(nodeFolder, 'include/node/node.h')) ? [`--nodedir=${nodeFolder}`] : [];
  try {
    const nodeGyp = ['node-gyp', 'rebuild', ...nodedir];
    await npmQuietly(['explore', '@vscode/spdlog', '--', ...nodeGyp], vscode, buildTimeout);
  } catch {
    console.warn(
      '@vscode/spdlog could not be built (is there a C++ compiler?): log channels will write nothing.',
    );
  }
}

/** In milliseconds. It takes 20 seconds, and up to a minute more to download headers. */
const buildTimeout = 300_000;

/** The Node that a code-server requires: this one if it is new enough, otherwise one from the npm registry. */
async function nodeFor(codeServer: string): Promise<string> {
  const { engines } = JSON.parse(await readFile(path.join(codeServer, 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const major = Number.parseInt(engines.node, 10);
  if (Number.parseInt(process.versions.node, 10) >= major) {
    return process.execPath;
  }
  const folder = await installOnce(`node-${major}`, async (target) => {
    console.log(`Getting Node ${major} (npm package node), once…`);
    // The install script downloads the binary.
    await npmInstall([`node@${major}`, '--ignore-scripts=false'], target);
  });
  return path.join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
