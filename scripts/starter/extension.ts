import { commands, workspace } from 'vscode';

/** Shows Poolview with its demo, or asks for the API key of the service that the environment names. */
export async function activate(): Promise<void> {
  const { POOLVIEW_START_NAME: name, POOLVIEW_START_URL: baseUrl } = process.env;
  await commands.executeCommand('workbench.view.extension.poolview');
  if (baseUrl === undefined) {
    await commands.executeCommand('poolview.exploreDemo');
  } else if (workspace.getConfiguration('poolview').get<unknown[]>('connections', []).length === 0) {
    await commands.executeCommand('poolview.connect', { name, baseUrl });
  }
}
