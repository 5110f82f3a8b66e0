import { commands, extensions, l10n, Uri, window } from 'vscode';
import { previewEnd } from '../../connections/closeEditors';
import { titleOf } from '../../connections/connection';
import { isRow, shownName, type ResourceRow } from '../../items/kinds';
import { readTimeline, type TimelineContext } from '../../items/timeline';
import { escapeMarkdownCell } from '../../text/markdownParts';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { copy } from '../../ui/copy';
import { fileName } from '../../ui/detailsDocuments';
import { withCancellableProgress } from '../../ui/progress';
import { chooseRow } from '../chooseRow';
import type { ProjectsModel } from '../model';
import { scheme, shownTexts } from './documents';
import { formatZoned } from './rowTables';

/**
 * Reads what happened to a cluster or a machine in the last 24 hours, shows it as Markdown, and offers to copy it.
 * @param rows one of them, or else the user chooses it
 */
export async function showTimeline(
  rows: readonly ResourceRow[],
  projects: ProjectsModel,
  changes: TimelineContext['changes'],
): Promise<void> {
  const isOffered = (row: ResourceRow): boolean => isRow(row, 'cluster', 'machine');
  const choice = {
    title: l10n.t('Show Timeline'),
    placeholder: l10n.t('Select a cluster or a machine'),
    isOffered,
  };
  const row = rows.find(isOffered) ?? (await chooseRow(projects, choice));
  if (!isRow(row, 'cluster', 'machine')) return;
  const { inventory } = projects;
  const name = shownName(row);
  const now = Date.now();
  const progress = l10n.t('Reading the timeline of {0}…', escapeIconsAndLinks(name, 60));
  const read = await withCancellableProgress(progress, (canceled) => {
    const signal = AbortSignal.any([canceled, inventory.closed]);
    const context = { inventory, changes, now, signal };
    return readTimeline(row, context, now - 86_400_000).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  });
  if (read === undefined) return;
  const heading = l10n.t('Timeline of {0}', name);
  const text = timelineText(
    parts(heading, l10n.t('last 24 hours'), titleOf(inventory.session.connection)),
    read,
    now,
  );
  // The user may have turned off what renders Markdown.
  const hasPreview = extensions.getExtension('vscode.markdown-language-features') !== undefined;
  // Each text has a URI of its own, because the preview does not read the same one again.
  const query = `${projects.store.rootId}/#${performance.now()}`;
  shownTexts.set(query, text);
  for (const oldest of shownTexts.keys()) if (shownTexts.size > 20) shownTexts.delete(oldest);
  const uri = Uri.from({
    scheme,
    path: `/${fileName(heading)}${previewEnd(inventory.session.connection.name)}`,
    query,
  });
  await commands.executeCommand(hasPreview ? 'markdown.showPreview' : 'vscode.open', uri);
  // A preview has no buttons.
  const copyTitle = l10n.t('Copy for Ticket');
  const button = await window.showInformationMessage(escapeIconsAndLinks(heading), copyTitle);
  if (button === copyTitle) await copy(text, [name], String);
}

/** A timeline as Markdown, with local times. A list, because tables are cut off in narrow editors. */
export function timelineText(
  heading: string,
  { entries, notes }: Awaited<ReturnType<typeof readTimeline>>,
  now: number,
): string {
  // Renderers turn addresses into links, even if they are escaped.
  const escaped = (text: string): string => escapeMarkdownCell(text).replaceAll('//', '/\u200b/');
  const zone = formatZoned(now).slice(19);
  const lines = entries.map(
    ({ time, source, text }) =>
      `- **${formatZoned(time).replace(zone, '')}** ${escaped(parts(source, text))}\n`,
  );
  return [
    `### ${escaped(parts(heading, formatZoned(now)))}\n\n`,
    ...notes.map((note) => `> ${escaped(note)}\n>\n`),
    `\n${lines.join('') || l10n.t('Nothing happened, as far as was read.')}\n`,
  ].join('');
}
