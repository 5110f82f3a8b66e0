import { packagedExtension } from '../../../scripts/vscode/packaged';
import { webBuild } from '../../../scripts/vscode/webBuild';

/** Prepares what takes long the first time, so that no test times out because of it. */
export default async function globalSetup(): Promise<void> {
  await packagedExtension();
  await webBuild();
}
