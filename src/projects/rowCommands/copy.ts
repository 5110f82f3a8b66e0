import { l10n } from 'vscode';
import type { CommandArguments } from '../../ui/commands';
import {
  copy,
  copyLines,
  jsonWords,
  nameWords,
  uidWords,
  type CopyWords,
  type LineWords,
} from '../../ui/copy';
import type { Inventory } from '../../items/inventory';
import { jsonOfRows } from '../../tree/rowData';
import { isObject } from '../../service/readers';
import type { ProjectsModel } from '../model';
import { rowsOf, type Selecting } from '../rowArguments';
import { kindOf, shownName, type ResourceRow } from '../../items/kinds';
import { copiedText, type Copied } from './copiedText';
import { csvOf, tabSeparatedOf, ticketOf, type TicketContext } from './rowTables';

/** Copies one line for each row. */
export async function copyValues(
  copied: Copied,
  view: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
): Promise<void> {
  const words = wordsFor(copied);
  const rows = await rowsOf(view, projects, given, {
    title: words.title,
    placeholder: placeholder(),
    isOffered: (row: ResourceRow) => copiedText(copied, row) !== undefined,
  });
  await copyLines(
    rows.map((row) => copiedText(copied, row)),
    words,
  );
}

/** The formats in which rows can be copied. */
export type CopiedForm = 'json' | 'ticket' | 'csv' | 'tabSeparated';

/** @param linkOf for a ticket */
export async function copyAs(
  form: CopiedForm,
  view: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
  linkOf: TicketContext['linkOf'],
): Promise<void> {
  const { title, several, textOf } = formOf(form);
  const rows = await rowsOf(view, projects, given, { title, placeholder: placeholder() });
  if (rows.length === 0) return;
  const [argument] = given;
  const ofPage = isObject(argument) ? argument['filter'] : undefined;
  const context = { now: Date.now(), filter: typeof ofPage === 'string' ? ofPage : '', linkOf };
  await copy(await textOf(rows, projects.inventory, context), rows.map(shownName), several);
}

function placeholder(): string {
  return l10n.t('Select an item to copy from');
}

function wordsFor(copied: Copied): LineWords {
  const words: Readonly<Record<Copied, LineWords>> = {
    name: nameWords(),
    uid: uidWords(),
    ipAddress: {
      title: l10n.t('Copy IP Address'),
      none: l10n.t('No IP address to copy'),
      several: (count) => l10n.t('Copied {0} IP addresses', count),
    },
    sshKeyName: {
      title: l10n.t('Copy SSH Key Name'),
      none: l10n.t('No SSH key name to copy'),
      several: (count) => l10n.t('Copied {0} SSH key names', count),
    },
  };
  return words[copied];
}

type TextOf = (
  rows: readonly ResourceRow[],
  inventory: Inventory,
  context: TicketContext,
) => string | Promise<string>;

function formOf(form: CopiedForm): CopyWords & { readonly textOf: TextOf } {
  const forms: Readonly<Record<CopiedForm, ReturnType<typeof formOf>>> = {
    json: { ...jsonWords(), textOf: (rows, { store }) => jsonOfRows(rows, kindOf, store) },
    ticket: {
      title: l10n.t('Copy for Ticket'),
      several: (count) => l10n.t('Copied {0} items for a ticket', count),
      textOf: ticketOf,
    },
    csv: {
      title: l10n.t('Copy as CSV'),
      several: (count) => l10n.t('Copied {0} items as CSV', count),
      textOf: csvOf,
    },
    tabSeparated: {
      title: l10n.t('Copy as Tab-Separated Text'),
      several: (count) => l10n.t('Copied {0} items as tab-separated text', count),
      textOf: tabSeparatedOf,
    },
  };
  return forms[form];
}
