import { env, l10n, Uri, window } from 'vscode';
import { escapeIconsAndLinks } from '../../presentation/text';
import type { CommandArguments } from '../../ui/commands';
import type { ProjectsModel } from '../model';
import { rowsOf, type Selecting } from '../rowArguments';
import { kindOf, shownName, type ResourceRow } from '../../items/kinds';
import { rowKindOf } from '../rows';

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

/**
 * The page of a row in the web console: that of its cluster or its project.
 * @param consoleUrl as `parseConsoleUrl` returns it
 * @returns undefined without a web console, or if a UID is missing or would lead to another page
 */
export function consolePage(consoleUrl: string | undefined, row: ResourceRow): string | undefined {
  const { consoleFolder } = rowKindOf(row);
  const parentPage = row.parent === undefined ? consoleUrl : consolePage(consoleUrl, row.parent);
  if (consoleFolder === undefined || parentPage === undefined) return parentPage;
  const uid = kindOf(row).uid(row) ?? '';
  return pathSegment.test(uid) ? `${parentPage}/${consoleFolder}/${encodeURIComponent(uid)}` : undefined;
}

/** Text that stays one path segment, no matter how often it is encoded and decoded on its way to the browser. */
const pathSegment = /^(?!\.{1,2}$)[^\p{C}\p{Z}/\\?#%]+$/u;
