import { packagedExtension } from '../../../scripts/vscode/packaged';
import { webBuild } from '../../../scripts/vscode/webBuild';

/** Does the slow one-time setup, so that no test times out because of it. */
export default async function globalSetup(): Promise<void> {
  await packagedExtension();
  await webBuild();
}
