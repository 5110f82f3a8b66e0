import { onTestFinished } from 'vitest';
import { workspace } from 'vscode';
import { Connections } from '../../../src/connections/connections';
import { memory, type Memory } from '../../support/memory';
import { clearSettings } from '../support/vscode';

/** Connections over `kept`, until the test is over. */
export function connectionsOf(kept: Memory = memory()): Connections {
  const connections = new Connections(kept, () => undefined);
  onTestFinished(() => {
    connections.dispose();
    clearSettings();
  });
  return connections;
}

/** The list of connections in the settings. */
export function listed(): unknown {
  return workspace.getConfiguration('poolview').get('connections');
}

/** How many projects the connection in use lists on its first page. */
export async function countProjects({ session }: Connections): Promise<number | undefined> {
  const pages = await session?.projects();
  return (await pages?.next())?.value?.items.length;
}
