import { env, l10n, Uri, window } from 'vscode';
import { clusterRef } from '../../items/details/clusterReads';
import type { Inventory } from '../../items/inventory';
import { clusterOf, pathOfRow, shownName, type ResourceRow } from '../../items/kinds';
import { isObject } from '../../service/readers';
import { csvText, tabSeparatedText } from '../../text/csv';
import { escapeIconsAndLinks } from '../../text/text';
import { jsonOfRows } from '../../tree/rowSpec';
import type { CommandArguments, ConnectedCommand, ConnectedCommands } from '../../ui/commands';
import {
  copy,
  copyLines,
  jsonWords,
  nameWords,
  uidWords,
  type CopyWords,
  type LineWords,
} from '../../ui/copy';
import { mostAtOnce, openDetails } from '../../ui/detailsDocuments';
import { runCommand } from '../../ui/runCommand';
import { readFact, readApproval } from '../causes';
import { noteOpened } from '../find/opened';
import { consolePage, copiedText, type Copied } from '../hoverLinks';
import { linkTo } from '../links/link';
import type { ProjectsModel } from '../model';
import type { Selecting } from '../../tree/givenRows';
import { rowsOf } from '../chooseRow';
import { detailsUri } from './documents';
import { tableOf, ticketOf, type TicketContext } from './rowTables';
import { isGroup } from '../../items/kinds/levels';

type RowsCommand = ConnectedCommand<ProjectsModel>;

/** What the commands need. */
interface CopyContext {
  readonly selection: Selecting;
  /** `vscode://` and the ID of the extension. */
  readonly linkOrigin: string;
}

/** The commands that show and copy what is known about rows, by the end of their names. */
export function rowCommands(context: CopyContext) {
  const { selection } = context;
  return {
    ...copyCommands(context),
    showDetails: async (projects, ...given) => {
      const choice = { title: l10n.t('Show Details'), placeholder: l10n.t('Select an item') };
      await showDetails(await rowsOf(selection, projects, given, choice), projects.inventory);
    },
    showTimeline: async (projects, ...given) => {
      const rows = await rowsOf(selection, projects, given);
      await openTimeline(rows);
      // Without a selection, it is that of the fleet; not if the item of a link or a menu is gone.
      if (rows.length + given.length === 0) await runCommand('openTimeline', {});
    },
    openInWebConsole: (projects, ...given) => openInWebConsole(selection, projects, given),
    whoChangedThis: async (projects, ...given) => {
      const rows = await rowsOf(selection, projects, given, {
        title: l10n.t('Who Changed This?'),
        placeholder: l10n.t('Select an item to show who changed it'),
      });
      await openTimeline(rows, { sources: ['audit'], period: 'week' });
    },
  } satisfies ConnectedCommands<ProjectsModel>;
}

/** Opens the timeline of a row. Of several, it is that of the first. */
async function openTimeline([row, ...others]: readonly ResourceRow[], asked: object = {}): Promise<void> {
  if (row === undefined) return;
  await runCommand('openTimeline', { item: pathOfRow(row), ...asked });
  const name = escapeIconsAndLinks(shownName(row));
  if (others.length > 0)
    void window.showInformationMessage(l10n.t('This is the timeline of {0} only.', name));
}

function copyCommands(context: CopyContext) {
  const copyCsv = copyAll(context, (rows, { inventory }) => csvText(tableOf(rows, inventory)), {
    title: l10n.t('Copy as CSV'),
    several: (count) => l10n.t('Copied {0} items as CSV', count),
  });
  const copyTabSeparated = copyAll(
    context,
    (rows, { inventory }) => tabSeparatedText(tableOf(rows, inventory)),
    {
      title: l10n.t('Copy as Tab-Separated Text'),
      several: (count) => l10n.t('Copied {0} items as tab-separated text', count),
    },
  );
  return {
    copyName: copyText(context, 'name', nameWords()),
    copyUid: copyText(context, 'uid', uidWords()),
    copyIpAddress: copyText(context, 'ipAddress', {
      title: l10n.t('Copy IP Address'),
      none: l10n.t('No IP address to copy'),
      several: (count) => l10n.t('Copied {0} IP addresses', count),
    }),
    copySshKeyName: copyText(context, 'sshKeyName', {
      title: l10n.t('Copy SSH Key Name'),
      none: l10n.t('No SSH key name to copy'),
      several: (count) => l10n.t('Copied {0} SSH key names', count),
    }),
    copyLink: copyEach(
      context,
      async (row, { session }) => {
        const link = linkTo(row, context.linkOrigin, session.connection.name);
        return link === undefined || (await session.containsApiKey(link)) ? undefined : link;
      },
      {
        title: l10n.t('Copy Link'),
        none: l10n.t('No link to copy'),
        several: (count) => l10n.t('Copied {0} links', count),
      },
    ),
    copyAsJson: copyAll(context, jsonOfRows, jsonWords()),
    copyForTicket: copyAll(context, (rows, { inventory }, ticket) => ticketOf(rows, inventory, ticket), {
      title: l10n.t('Copy for Ticket'),
      several: (count) => l10n.t('Copied {0} items for a ticket', count),
    }),
    copyAsCsv: (projects, ...given) => {
      const [argument] = given;
      const isTabSeparated = isObject(argument) && argument['separator'] === 'tab';
      return (isTabSeparated ? copyTabSeparated : copyCsv)(projects, ...given);
    },
  } satisfies ConnectedCommands<ProjectsModel>;
}

/** Copies one line for each row. @param isOffered limits what the user can choose */
function copyEach(
  { selection }: CopyContext,
  lineOf: (row: ResourceRow, inventory: Inventory) => string | undefined | Promise<string | undefined>,
  words: LineWords,
  isOffered?: (row: ResourceRow) => boolean,
): RowsCommand {
  return async (projects, ...given) => {
    const choice = { title: words.title, placeholder: placeholder(), ...(isOffered && { isOffered }) };
    const rows = await rowsOf(selection, projects, given, choice);
    await copyLines(await Promise.all(rows.map(async (row) => lineOf(row, projects.inventory))), words);
  };
}

function copyText(context: CopyContext, copied: Copied, words: LineWords): RowsCommand {
  const textOf = (row: ResourceRow): string | undefined => copiedText(copied, row);
  return copyEach(context, textOf, words, (row) => textOf(row) !== undefined);
}

/** Copies all rows as one text. */
function copyAll(
  { selection, linkOrigin }: CopyContext,
  textOf: (
    rows: readonly ResourceRow[],
    projects: ProjectsModel,
    context: TicketContext,
  ) => string | Promise<string>,
  { title, several }: CopyWords,
): RowsCommand {
  return async (projects, ...given) => {
    const { inventory, consoleUrl } = projects;
    const rows = await rowsOf(selection, projects, given, { title, placeholder: placeholder() });
    if (rows.length === 0) return;
    const [argument] = given;
    const ofPage = isObject(argument) ? argument['filter'] : undefined;
    const filter = typeof ofPage === 'string' ? ofPage : '';
    const linkOf = (row: ResourceRow): string | undefined =>
      consolePage(consoleUrl, row) ?? linkTo(row, linkOrigin, inventory.session.connection.name);
    await copy(
      await textOf(rows, projects, { now: Date.now(), filter, linkOf }),
      rows.map(shownName),
      several,
    );
  };
}

function placeholder(): string {
  return l10n.t('Select an item to copy from');
}

/** Opens a document for each row. */
async function showDetails(rows: readonly ResourceRow[], inventory: Inventory): Promise<void> {
  // Documents are updated when it arrives.
  for (const row of rows.slice(0, mostAtOnce)) {
    if (!isGroup(row)) void inventory.clusterReads.read('events', clusterRef(clusterOf(row)));
    if (row.kind !== 'cluster') continue;
    void readFact('overview', row, inventory);
    void readFact('certificates', row, inventory);
    void readApproval(row, inventory);
  }
  const [first] = rows;
  if (first !== undefined) await noteOpened(inventory, first);
  await openDetails(rows.map(detailsUri));
}

/** Opens the page of a row. */
async function openInWebConsole(
  selection: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
): Promise<void> {
  const { consoleUrl } = projects;
  if (consoleUrl === undefined) {
    void window.showInformationMessage(
      l10n.t(
        'This connection has no web console URL. Add a consoleUrl to it in the setting poolview.connections.',
      ),
    );
    return;
  }
  const [row] = await rowsOf(selection, projects, given, {
    title: l10n.t('Open in Web Console'),
    placeholder: l10n.t('Select an item to open'),
    isOffered: (node) => consolePage(consoleUrl, node) !== undefined,
  });
  if (row === undefined) return;
  const page = consolePage(consoleUrl, row);
  if (page !== undefined) await env.openExternal(Uri.parse(page, true));
  else {
    void window.showInformationMessage(
      l10n.t(
        "{0} can't be opened in the web console: its UID is missing or invalid.",
        escapeIconsAndLinks(shownName(row)),
      ),
    );
  }
}
