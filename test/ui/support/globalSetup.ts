import { packagedExtension } from '../../../scripts/vscode/packaged';
import { webBuild } from '../../../scripts/vscode/webBuild';

/** Gets what takes long the first time, so that no test's time runs out over it. */
export default async function globalSetup(): Promise<void> {
  await packagedExtension();
  await webBuild();
}
