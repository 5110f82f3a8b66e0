import { env, l10n, Uri, window } from 'vscode';
import { escapeIconsAndLinks } from '../../presentation/text';
import type { CommandArguments } from '../../ui/commands';
import type { ActiveProjects } from '../activeProjects';
import { rowsOf, type Selecting } from '../rowArguments';
import { shownName } from '../../items/kinds';
import { consolePage } from './consolePage';

/** Opens the page of a row. @param url of the web console */
export async function openInWebConsole(
  url: string | undefined,
  view: Selecting,
  active: ActiveProjects,
  given: CommandArguments,
): Promise<void> {
  if (url === undefined) {
    void window.showInformationMessage(
      l10n.t(
        'This connection has no web console URL. Add a consoleUrl to it in the setting poolview.connections.',
      ),
    );
    return;
  }
  const [row] = await rowsOf(view, active, given, {
    title: l10n.t('Open in Web Console'),
    placeholder: l10n.t('Select an item to open'),
    isOffered: (node) => consolePage(url, node) !== undefined,
  });
  if (row === undefined) return;
  const page = consolePage(url, row);
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
