import { l10n } from 'vscode';
import { kindOf, type ResourceRow } from '../items/kinds';
import { escapeLinkAddress } from '../text/markdown';
import { copiedLine } from '../ui/copy';
import { commandId } from '../ui/runCommand';

/** The commands that the links of a hover may run. They get an ID, and work only on an item that is known by it. */
export const linkedCommands = [
  commandId('showDetails'),
  commandId('showTimeline'),
  commandId('whoChangedThis'),
  commandId('copyIpAddress'),
  commandId('openInWebConsole'),
] as const;

/** The most characters of a link: VS Code cuts off hovers. Only an item without a UID can have a long ID. */
const maxLink = 4000;

/** Links to the commands that can be run on an item, as Markdown. @param asksWho whether to offer who changed it */
export function hoverLinks(row: ResourceRow, consoleUrl: string | undefined, asksWho: boolean): string {
  const [details, timeline, who, address, webConsole] = linkedCommands;
  const hasPage = consolePage(consoleUrl, row) !== undefined;
  return [
    link(l10n.t('Show Details'), details, row),
    link(l10n.t('Show Timeline'), timeline, row),
    asksWho ? link(l10n.t('Who Changed This?'), who, row) : '',
    copiedText('ipAddress', row) === undefined ? '' : link(l10n.t('Copy Address'), address, row),
    hasPage ? link(l10n.t('Open in Web Console'), webConsole, row) : '',
  ]
    .filter((text) => text.length > 0 && text.length <= maxLink)
    .join(' · ');
}

function link(title: string, command: string, { id }: ResourceRow): string {
  // VS Code decodes it twice, and an ID has escapes of its own.
  const target = encodeURIComponent(encodeURIComponent(JSON.stringify([{ ids: [id] }])));
  return `[${title}](command:${command}?${escapeLinkAddress(target)})`;
}

/**
 * The page of a row in the web console: that of its cluster or its project.
 * @param consoleUrl as `parseConsoleUrl` returns it
 * @returns undefined without a web console, or if a UID is missing or would lead to another page
 */
export function consolePage(consoleUrl: string | undefined, row: ResourceRow): string | undefined {
  const kind = kindOf(row);
  const parentPage = row.parent === undefined ? consoleUrl : consolePage(consoleUrl, row.parent);
  if (kind.consoleFolder === undefined || parentPage === undefined) return parentPage;
  const uid = kind.uid(row) ?? '';
  return pathSegment.test(uid) ? `${parentPage}/${kind.consoleFolder}/${encodeURIComponent(uid)}` : undefined;
}

/** Text that stays one path segment, no matter how often it is encoded and decoded on its way to the browser. */
const pathSegment = /^(?!\.{1,2}$)[^\p{C}\p{Z}/\\?#%]+$/u;

const rawTexts = {
  name: (row) => kindOf(row).name(row),
  uid: (row) => kindOf(row).uid(row),
  ipAddress: (row) => kindOf(row).addresses?.(row)[0],
  sshKeyName: (row) => kindOf(row).sshKeyName?.(row),
} satisfies Readonly<Record<string, (row: ResourceRow) => string | undefined>>;

/** What can be copied from a row as text. */
export type Copied = keyof typeof rawTexts;

export function copiedText(copied: Copied, row: ResourceRow): string | undefined {
  return copiedLine(rawTexts[copied](row));
}
