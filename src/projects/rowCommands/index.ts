import type { Disposable } from 'vscode';
import { connectedCommands } from '../../ui/commands';
import type { ActiveProjects } from '../activeProjects';
import type { Selecting } from '../rowArguments';
import type { Copied } from './copies';
import type { CopiedForm } from './copy';

/**
 * Registers the commands that show and copy what is known about rows.
 * @param consoleUrl where the web console of the active connection is
 */
export function registerRowCommands(
  view: Selecting,
  active: () => ActiveProjects | undefined,
  consoleUrl: () => string | undefined,
): readonly Disposable[] {
  const register = connectedCommands(active);
  const registerCopy = (command: string, copied: Copied) =>
    register(command, async (projects, ...given) =>
      (await import('./copy')).copyValues(copied, view, projects, given),
    );
  const registerCopyAs = (command: string, form: CopiedForm) =>
    register(command, async (projects, ...given) =>
      (await import('./copy')).copyAs(form, view, projects, given),
    );
  return [
    register('poolview.showDetails', async (projects, ...given) =>
      (await import('./showDetails')).showDetails(view, projects, given),
    ),
    register('poolview.compareSelected', async (projects, ...given) =>
      (await import('./compare')).compare(view, projects, given),
    ),
    registerCopy('poolview.copyName', 'name'),
    registerCopy('poolview.copyUid', 'uid'),
    registerCopy('poolview.copyIpAddress', 'ipAddress'),
    registerCopy('poolview.copySshKeyName', 'sshKeyName'),
    registerCopyAs('poolview.copyAsJson', 'json'),
    registerCopyAs('poolview.copyAsMarkdownTable', 'markdown'),
    registerCopyAs('poolview.copyAsCsv', 'csv'),
    registerCopyAs('poolview.copyAsTabSeparatedText', 'tabSeparated'),
    register('poolview.openInWebConsole', async (projects, ...given) =>
      (await import('./openInWebConsole')).openInWebConsole(consoleUrl(), view, projects, given),
    ),
  ];
}
