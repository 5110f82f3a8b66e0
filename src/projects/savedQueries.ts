import { l10n, window } from 'vscode';
import type { SavedQuery } from '../items/marks/stored';
import { maxLineLength } from '../query/query';
import type { JsonObject } from '../service/readers';
import { formatNumber } from '../text/format';
import { escapeIconsAndLinks, parts, sanitizeLine } from '../text/text';
import { copyLines } from '../ui/copy';
import { showInputBox } from '../ui/inputBox';
import { itemButton, pickOne } from '../ui/quickPick';
import { runCommand } from '../ui/runCommand';
import { linkText } from './links/link';
import type { ProjectsModel } from './model';

/** The fleet overview, which is another feature: it alone knows its tabs. */
export interface FleetView {
  /** Its tab, and the line in it as `query`; undefined before its page has told. */
  readonly shownView: JsonObject | undefined;
  /** Whether it is the editor that the user works in. */
  readonly isActive: boolean;
  /** Shows the line of a saved view in the tab that it was saved in. */
  showSaved(view: JsonObject): void;
}

const maxQueries = 50;

/** Asks for a name, and saves the line of the fleet overview under it if the user works there, or else that of the Projects view. */
export async function saveQuery(projects: ProjectsModel, fleet: FleetView): Promise<void> {
  const { marks, session } = projects.inventory;
  await marks.read();
  const saved = marks.values.query;
  const value = savedQueryOf(projects, fleet);
  if (value.line.length > maxLineLength || (await session.containsApiKey(JSON.stringify(value)))) {
    const text = l10n.t("Can't save this query: it contains an API key, or is too long.");
    void window.showErrorMessage(text);
    return;
  }
  const nameOf = (text: string): string => sanitizeLine(text, 100);
  let replaced: string | undefined;
  const text = await showInputBox({
    title: l10n.t('Save Query'),
    prompt: l10n.t('Enter a name for: {0}', textOf(value)),
    required: l10n.t('Enter a name'),
    containsApiKey: session.containsApiKey,
    validate: (typed) => {
      const name = nameOf(typed);
      if (!saved.has(name) && saved.size >= maxQueries) {
        return l10n.t('You have {0} queries. Delete one in Open Query… first', formatNumber(saved.size));
      }
      if (!saved.has(name) || name === replaced) return undefined;
      replaced = name;
      return { warning: l10n.t('This query exists. Press Enter again to replace it') };
    },
  });
  if (typeof text !== 'string') return;
  await marks.set([{ kind: 'query', key: nameOf(text), value }]);
  window.setStatusBarMessage(l10n.t('Saved query: {0}', escapeIconsAndLinks(text, 60)), 5000);
}

function savedQueryOf({ query: line }: ProjectsModel, { isActive, shownView }: FleetView): SavedQuery {
  const { query = '', ...fleet } = shownView ?? {};
  // The menus of both run the same command.
  return isActive && shownView !== undefined && typeof query === 'string' ? { line: query, fleet } : { line };
}

/** Lets the user open, share or delete a saved query. @param linkOrigin `vscode://` and the ID of the extension */
export async function openQuery(
  projects: ProjectsModel,
  fleet: FleetView,
  linkOrigin: string,
): Promise<void> {
  const { marks } = projects.inventory;
  await marks.read();
  if (marks.values.query.size === 0) {
    void window.showInformationMessage(l10n.t('No queries are saved yet. Run Save Query…'));
    return;
  }
  const run = await pickOne<() => Promise<unknown>>({
    title: l10n.t('Open Query'),
    placeholder: l10n.t('Select a saved query'),
    items: [...marks.values.query].map(([name, query]) => ({
      label: escapeIconsAndLinks(name),
      detail: textOf(query),
      value: () => showQuery(projects, query, fleet),
      buttons: [
        itemButton('link', l10n.t('Copy Link'), () => copyQueryLink(projects, query, linkOrigin)),
        itemButton('trash', l10n.t('Delete Query'), () => deleteQuery(projects, name, query)),
      ],
    })),
  });
  if (typeof run === 'function') await run();
}

/** Shows the line of a link, which anyone may have written, if the user agrees: as the question shows it. */
export async function offerQuery(projects: ProjectsModel, written: string): Promise<void> {
  const line = sanitizeLine(written, maxLineLength);
  const action = l10n.t('Open Query');
  const question = { modal: true, detail: escapeIconsAndLinks(line, maxLineLength) };
  const choice = await window.showWarningMessage(l10n.t('Open the query of this link?'), question, action);
  if (choice === action) await showInProjects(projects, line);
}

/** Shows a query where it was saved, or where the user works. */
async function showQuery(
  projects: ProjectsModel,
  { line: query, fleet: part }: SavedQuery,
  fleet: FleetView,
): Promise<void> {
  if (part !== undefined || fleet.isActive) fleet.showSaved({ ...part, query });
  else await showInProjects(projects, query);
}

async function showInProjects(projects: ProjectsModel, query: string): Promise<void> {
  await projects.find(query);
  await runCommand('projects.focus');
}

function textOf({ line, fleet }: SavedQuery): string {
  const shown = line === '' ? l10n.t('Show Everything') : escapeIconsAndLinks(line, 200);
  return parts(shown, fleet && l10n.t('Fleet Overview'));
}

async function copyQueryLink(
  { inventory }: ProjectsModel,
  { line: query }: SavedQuery,
  origin: string,
): Promise<void> {
  const { connection, containsApiKey } = inventory.session;
  const link = linkText(origin, { connection: connection.name, query });
  const text = link === undefined || (await containsApiKey(link)) ? undefined : link;
  await copyLines([text], { none: l10n.t("Can't copy a link: it would be too long."), several: String });
}

async function deleteQuery({ inventory }: ProjectsModel, key: string, value: SavedQuery): Promise<void> {
  const { marks } = inventory;
  await marks.set([{ kind: 'query', key, value: undefined }]);
  const undo = l10n.t('Undo');
  const message = l10n.t('Deleted query: {0}', escapeIconsAndLinks(key));
  if ((await window.showInformationMessage(message, undo)) === undo) {
    await marks.set([{ kind: 'query', key, value }]);
  }
}
