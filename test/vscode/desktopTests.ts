import { downloadAndUnzipVSCode, runTests, TestRunFailedError } from '@vscode/test-electron';
import { bundleHostTests } from './bundleHostTests';
import { fromRoot } from '../../scripts/paths';
import { Profile, quietSettings } from '../../scripts/vscode/profile';
import { Problem, runScript } from '../../scripts/script';
import { vscodeVersion } from '../../scripts/vscode/version';

/** Runs the suites of test/host in the desktop VS Code, which is downloaded the first time. It opens a window. */
await runScript(async () => {
  const extensionTestsPath = await bundleHostTests();
  const vscodeExecutablePath = await download();
  const profile = await Profile.create(quietSettings);
  try {
    return await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: fromRoot(),
      extensionTestsPath,
      launchArgs: [
        profile.workspace,
        `--user-data-dir=${profile.userData}`,
        '--disable-extensions',
        '--disable-workspace-trust',
      ],
    });
  } catch (error) {
    if (error instanceof TestRunFailedError) {
      return error.code ?? 1;
    }
    throw error;
  } finally {
    await profile.remove();
  }
});

async function download(): Promise<string> {
  try {
    return await downloadAndUnzipVSCode(vscodeVersion);
  } catch (error) {
    throw new Problem(
      `VS Code ${vscodeVersion} cannot be downloaded (${(error as Error).message}). \`npm run test:host\` runs the same tests without it.`,
    );
  }
}
