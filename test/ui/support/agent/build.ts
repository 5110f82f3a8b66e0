import { build } from 'esbuild';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../../../../scripts/paths';

const manifest = {
  name: 'agent',
  publisher: 'test',
  version: '1.0.0',
  engines: { vscode: '^1.100.0' },
  main: './extension.cjs',
  contributes: {
    commands: [
      { command: 'agent.listTools', title: 'Agent: List Tools' },
      { command: 'agent.runTool', title: 'Agent: Run Tool' },
    ],
  },
};

/** Builds the extension that stands in for an agent, and returns its folder. */
export async function agentExtension(): Promise<string> {
  const folder = fromRoot('dist-test/agent');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await build({
    absWorkingDir: fromRoot(),
    entryPoints: ['test/ui/support/agent/extension.ts'],
    outfile: path.join(folder, 'extension.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return folder;
}
