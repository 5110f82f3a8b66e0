import { env, l10n, window, type Disposable } from 'vscode';
import { formatNumber } from '../../details/format';
import { inert } from '../../details/text';
import type { RegisterCommand } from '../activeProjects';
import { shownName } from '../identity';
import type { ResourceNode } from '../nodes';
import { copiedText, type Copied } from './copies';
import { documentOf, documentOfAll } from './documents';
import type { GivenRows } from './givenRows';

/** The commands that copy something of rows: a line for each, or their details as JSON. */
export function registerCopyCommands(register: RegisterCommand, rowsFor: GivenRows): readonly Disposable[] {
  const placeholder = l10n.t('What to copy it of');
  const registerCopy = (command: string, copied: Copied, title: string, none: string): Disposable =>
    register(command, async (active, argument, selected) => {
      const isOffered = (row: ResourceNode): boolean => copiedText(copied, row) !== undefined;
      const rows = await rowsFor(active, argument, selected, { title, placeholder, isOffered });
      const texts = rows.map((row) => copiedText(copied, row)).filter((text) => text !== undefined);
      if (texts.length > 0) await copy(texts.join('\n'), texts, rows.length);
      else if (rows.length > 0) void window.showInformationMessage(none);
    });
  return [
    registerCopy('poolview.copyName', 'name', l10n.t('Copy Name'), l10n.t('There is no name to copy here.')),
    registerCopy('poolview.copyUid', 'uid', l10n.t('Copy UID'), l10n.t('There is no uid to copy here.')),
    registerCopy(
      'poolview.copyIpAddress',
      'ipAddress',
      l10n.t('Copy IP Address'),
      l10n.t('There is no IP address to copy here.'),
    ),
    registerCopy(
      'poolview.copySshKeyName',
      'sshKeyName',
      l10n.t('Copy SSH Key Name'),
      l10n.t('There is no SSH key name to copy here.'),
    ),
    register('poolview.copyAsJson', async (active, argument, selected) => {
      const title = l10n.t('Copy as JSON');
      const rows = await rowsFor(active, argument, selected, { title, placeholder });
      const [row] = rows;
      if (row === undefined) return;
      const { model } = active;
      const json = rows.length === 1 ? documentOf(row, model) : documentOfAll(rows, model);
      await copy(json, rows.map(shownName), rows.length);
    }),
  ];
}

/** @param what is copied, of each of the rows that have it */
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
        ? l10n.t('Copied: {0}', inert(what.join(), 60))
        : l10n.t('Copied from {0} rows', formatNumber(rows));
  window.setStatusBarMessage(said, 5000);
}
