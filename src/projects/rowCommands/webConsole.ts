import { env, l10n, Uri, window } from 'vscode';
import { escapeIconsAndLinks } from '../../text/text';
import type { CommandArguments } from '../../ui/commands';
import type { ProjectsModel } from '../model';
import { rowsOf, type Selecting } from '../rowArguments';
import { shownName } from '../../items/kinds';
import { consolePage } from '../consolePage';

/** Opens the page of a row. */
export async function openInWebConsole(
  view: Selecting,
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
  const [row] = await rowsOf(view, projects, given, {
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
