import { env, l10n, window } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks } from '../../presentation/text';
import type { ActiveProjects } from '../activeProjects';
import { rowsOf, type Selecting } from '../rowArguments';
import { shownName, type ResourceRow } from '../rows';
import { copiedText, type Copied } from './copies';
import { detailsOf } from './documents';

/** Copies one line for each row. */
export async function copyLines(
  copied: Copied,
  view: Selecting,
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const { title, none } = wordsFor(copied);
  const rows = await rowsOf(view, active, argument, selected, {
    title,
    placeholder: placeholder(),
    isOffered: (row: ResourceRow) => copiedText(copied, row) !== undefined,
  });
  const texts = rows.map((row) => copiedText(copied, row)).filter((text) => text !== undefined);
  if (texts.length > 0) await copy(texts.join('\n'), texts, rows.length);
  else if (rows.length > 0) void window.showInformationMessage(none);
}

/** Copies the details of rows as JSON. */
export async function copyAsJson(
  view: Selecting,
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const rows = await rowsOf(view, active, argument, selected, {
    title: l10n.t('Copy as JSON'),
    placeholder: placeholder(),
  });
  if (rows.length === 0) return;
  const json = detailsOf(rows, active.model);
  await copy(json, rows.map(shownName), rows.length);
}

function placeholder(): string {
  return l10n.t('What to copy it of');
}

function wordsFor(copied: Copied): { readonly title: string; readonly none: string } {
  switch (copied) {
    case 'name':
      return { title: l10n.t('Copy Name'), none: l10n.t('There is no name to copy here.') };
    case 'uid':
      return { title: l10n.t('Copy UID'), none: l10n.t('There is no uid to copy here.') };
    case 'ipAddress':
      return { title: l10n.t('Copy IP Address'), none: l10n.t('There is no IP address to copy here.') };
    case 'sshKeyName':
      return {
        title: l10n.t('Copy SSH Key Name'),
        none: l10n.t('There is no SSH key name to copy here.'),
      };
  }
}

/** @param what the copied texts; rows without one have none */
async function copy(text: string, what: readonly string[], rows: number): Promise<void> {
  await env.clipboard.writeText(text);
  const said =
    what.length < rows
      ? l10n.t(
          'Copied from {0} of {1} rows: the others have none',
          formatNumber(what.length),
          formatNumber(rows),
        )
      : rows === 1
        ? l10n.t('Copied: {0}', escapeIconsAndLinks(what.join(), 60))
        : l10n.t('Copied from {0} rows', formatNumber(rows));
  window.setStatusBarMessage(said, 5000);
}
