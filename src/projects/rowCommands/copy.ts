import { env, l10n, window } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks } from '../../presentation/text';
import type { ActiveProjects } from '../activeProjects';
import type { ProjectsModel } from '../model';
import { rowsOf, type Selecting } from '../rowArguments';
import { shownName, type ResourceRow } from '../rows';
import { copiedText, type Copied } from './copies';
import { jsonOf } from './details';
import { csvOf, markdownOf } from './rowTables';

/** Copies one line for each row. */
export async function copyLines(
  copied: Copied,
  view: Selecting,
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const { title, none, several } = wordsFor(copied);
  const rows = await rowsOf(view, active, argument, selected, {
    title,
    placeholder: placeholder(),
    isOffered: (row: ResourceRow) => copiedText(copied, row) !== undefined,
  });
  const texts = rows.map((row) => copiedText(copied, row)).filter((text) => text !== undefined);
  if (texts.length > 0) await copy(texts.join('\n'), texts, several, rows.length - texts.length);
  else if (rows.length > 0) void window.showInformationMessage(none);
}

/** The forms in which all that is known about rows, or a summary of it, can be copied. */
export type CopiedForm = 'json' | 'markdown' | 'csv';

export async function copyAs(
  form: CopiedForm,
  view: Selecting,
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const { title, several, textOf } = formOf(form);
  const rows = await rowsOf(view, active, argument, selected, { title, placeholder: placeholder() });
  if (rows.length > 0) await copy(textOf(rows, active.model), rows.map(shownName), several);
}

function placeholder(): string {
  return l10n.t('Select an item to copy from');
}

/** What users read about something that can be copied. */
interface Words {
  readonly title: string;
  /** How many were copied, if there are several. */
  readonly several: (count: string) => string;
}

function wordsFor(copied: Copied): Words & { readonly none: string } {
  switch (copied) {
    case 'name':
      return {
        title: l10n.t('Copy Name'),
        none: l10n.t('No name to copy'),
        several: (count) => l10n.t('Copied {0} names', count),
      };
    case 'uid':
      return {
        title: l10n.t('Copy UID'),
        none: l10n.t('No UID to copy'),
        several: (count) => l10n.t('Copied {0} UIDs', count),
      };
    case 'ipAddress':
      return {
        title: l10n.t('Copy IP Address'),
        none: l10n.t('No IP address to copy'),
        several: (count) => l10n.t('Copied {0} IP addresses', count),
      };
    case 'sshKeyName':
      return {
        title: l10n.t('Copy SSH Key Name'),
        none: l10n.t('No SSH key name to copy'),
        several: (count) => l10n.t('Copied {0} SSH key names', count),
      };
  }
}

type TextOf = (rows: readonly ResourceRow[], model: ProjectsModel) => string;

function formOf(form: CopiedForm): Words & { readonly textOf: TextOf } {
  switch (form) {
    case 'json':
      return {
        title: l10n.t('Copy as JSON'),
        several: (count) => l10n.t('Copied {0} items as JSON', count),
        textOf: jsonOf,
      };
    case 'markdown':
      return {
        title: l10n.t('Copy as Markdown Table'),
        several: (count) => l10n.t('Copied {0} items as a Markdown table', count),
        textOf: markdownOf,
      };
    case 'csv':
      return {
        title: l10n.t('Copy as CSV'),
        several: (count) => l10n.t('Copied {0} items as CSV', count),
        textOf: csvOf,
      };
  }
}

/**
 * @param what the names of what is copied
 * @param skipped how many rows have nothing to copy
 */
async function copy(
  text: string,
  what: readonly string[],
  several: Words['several'],
  skipped = 0,
): Promise<void> {
  await env.clipboard.writeText(text);
  const copied =
    what.length === 1
      ? l10n.t('Copied: {0}', escapeIconsAndLinks(what.join(), 60))
      : several(formatNumber(what.length));
  const message = skipped === 0 ? copied : l10n.t('{0} ({1} skipped)', copied, formatNumber(skipped));
  window.setStatusBarMessage(message, 5000);
}
