import { l10n } from 'vscode';
import type { ResourceRow } from '../items/kinds';
import { escapeLinkAddress } from '../text/markdownParts';
import { commandId } from '../ui/runCommand';
import { consolePage } from './consolePage';
import { copiedText } from './rowCommands/copiedText';

/** The commands that the links of a hover may run. They get an ID, and work only on an item that is known by it. */
export const linkedCommands = [
  commandId('showDetails'),
  commandId('copyIpAddress'),
  commandId('openInWebConsole'),
] as const;

/** The most characters of a link: VS Code cuts off hovers. Only an item without a UID can have a long ID. */
const maxLink = 4000;

/** Links to the commands that can be run on an item, as Markdown. */
export function hoverLinks(row: ResourceRow, consoleUrl: string | undefined): string {
  const [details, address, webConsole] = linkedCommands;
  const hasPage = consolePage(consoleUrl, row) !== undefined;
  return [
    link(l10n.t('Show Details'), details, row),
    copiedText('ipAddress', row) === undefined ? '' : link(l10n.t('Copy Address'), address, row),
    hasPage ? link(l10n.t('Open in Web Console'), webConsole, row) : '',
  ]
    .filter((text) => text.length > 0 && text.length <= maxLink)
    .join(' · ');
}

function link(title: string, command: string, { kind, id }: ResourceRow): string {
  // VS Code decodes it twice, and an ID has escapes of its own.
  const target = encodeURIComponent(encodeURIComponent(JSON.stringify([{ kind, id }])));
  return `[${title}](command:${command}?${escapeLinkAddress(target)})`;
}
