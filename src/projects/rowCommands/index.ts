import type { Disposable } from 'vscode';
import { connectedCommands } from '../../ui/commands';
import type { ActiveProjects } from '../activeProjects';
import type { Selecting } from '../rowArguments';
import { compare } from './compare';
import type { Copied } from './copies';
import { copyAsJson, copyLines } from './copy';
import { openInWebConsole } from './openInWebConsole';
import { showDetails } from './showDetails';

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
    register(command, (...given) => copyLines(copied, view, ...given));
  return [
    register('poolview.showDetails', (...given) => showDetails(view, ...given)),
    register('poolview.compareSelected', (...given) => compare(view, ...given)),
    registerCopy('poolview.copyName', 'name'),
    registerCopy('poolview.copyUid', 'uid'),
    registerCopy('poolview.copyIpAddress', 'ipAddress'),
    registerCopy('poolview.copySshKeyName', 'sshKeyName'),
    register('poolview.copyAsJson', (...given) => copyAsJson(view, ...given)),
    register('poolview.openInWebConsole', (projects, argument) =>
      openInWebConsole(consoleUrl(), view, projects, argument),
    ),
  ];
}
