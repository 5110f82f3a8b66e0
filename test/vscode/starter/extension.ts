import { commands, workspace } from 'vscode';

/** Shows Poolview and connects it to the service that the environment names. Without a key Poolview asks for one. */
export async function activate(): Promise<void> {
  const { POOLVIEW_START_NAME: name, POOLVIEW_START_URL: baseUrl, POOLVIEW_START_KEY: apiKey } = process.env;
  await commands.executeCommand('workbench.view.extension.poolview');
  // Once is enough, unless this is another browser, which has no key yet.
  const connections = workspace.getConfiguration('poolview').get<unknown[]>('connections', []);
  if (connections.length === 0 || apiKey !== undefined) {
    await commands.executeCommand('poolview.connect', { name, baseUrl, apiKey });
  }
}
