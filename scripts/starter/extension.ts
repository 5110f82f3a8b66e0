import { commands, workspace } from 'vscode';

/** Shows the demo in Poolview, with the fleet overview, or connects to the service in the environment variables, which asks for its API key. */
export async function activate(): Promise<void> {
  const { POOLVIEW_START_NAME: name, POOLVIEW_START_URL: baseUrl } = process.env;
  await commands.executeCommand('workbench.view.extension.poolview');
  if (baseUrl === undefined) {
    await commands.executeCommand('poolview.exploreDemo');
    await commands.executeCommand('poolview.openFleetOverview');
  } else if (workspace.getConfiguration('poolview').get<unknown[]>('connections', []).length === 0) {
    await commands.executeCommand('poolview.connect', { name, baseUrl });
  }
}
