import { l10n, ThemeIcon, window } from 'vscode';
import { savedView } from '../items/marks/stored';
import { formatNumber } from '../text/format';
import { escapeIconsAndLinks, parts, sanitizeLine } from '../text/text';
import { isObject, type JsonObject } from '../service/readers';
import { copyLines } from '../ui/copy';
import { showInputBox } from '../ui/inputBox';
import { pickOne } from '../ui/quickPick';
import { linkText } from './links/link';
import type { ProjectsModel } from './model';
import { parseSearch, searchDescription, type ShownSearch } from './projectSearch';

/** The fleet overview, which is another feature: it alone knows what is in its part of a view. */
export interface FleetView {
  /** What it shows; undefined while it is closed. */
  readonly shownView: JsonObject | undefined;
  show(tab: 'overview', view: JsonObject): void;
  textOf(view: JsonObject): string;
}

const maxViews = 50;

/** Asks for a name, and saves under it what the Projects view shows, and the fleet overview if it is open. */
export async function saveView(projects: ProjectsModel, fleet: FleetView): Promise<void> {
  const { search, isAttentionOnly, inventory } = projects;
  const { marks, session } = inventory;
  await marks.read();
  const saved = marks.values.view;
  const value = savedView({ ...search, isAttentionOnly, fleet: fleet.shownView });
  if (value === undefined || (await session.containsApiKey(JSON.stringify(value)))) {
    const text = l10n.t("Can't save this view: it contains an API key, or selects too many clusters.");
    void window.showErrorMessage(text);
    return;
  }
  const nameOf = (text: string): string => sanitizeLine(text, 100);
  let replaced: string | undefined;
  const text = await showInputBox({
    title: l10n.t('Save View'),
    prompt: l10n.t('Enter a name for: {0}', textOf(value, fleet)),
    required: l10n.t('Enter a name'),
    containsApiKey: session.containsApiKey,
    validate: (typed) => {
      const name = nameOf(typed);
      if (!saved.has(name) && saved.size >= maxViews) {
        return l10n.t('You have {0} views. Delete one in Open View… first', formatNumber(saved.size));
      }
      if (!saved.has(name) || name === replaced) return undefined;
      replaced = name;
      return { warning: l10n.t('This view exists. Press Enter again to replace it') };
    },
  });
  if (typeof text !== 'string') return;
  await marks.set([{ kind: 'view', key: nameOf(text), value }]);
  window.setStatusBarMessage(l10n.t('Saved view: {0}', escapeIconsAndLinks(text, 60)), 5000);
}

/** Lets the user open, share or delete a saved view. @param linkOrigin `vscode://` and the ID of the extension */
export async function openView(projects: ProjectsModel, fleet: FleetView, linkOrigin: string): Promise<void> {
  const { marks } = projects.inventory;
  await marks.read();
  if (marks.values.view.size === 0) {
    void window.showInformationMessage(l10n.t('No views are saved yet. Run Save View…'));
    return;
  }
  const button = (icon: string, tooltip: string, value: () => Promise<unknown>) => {
    return { iconPath: new ThemeIcon(icon), tooltip, value };
  };
  const run = await pickOne<() => Promise<unknown>>({
    title: l10n.t('Open View'),
    placeholder: l10n.t('Select a saved view'),
    items: [...marks.values.view].map(([name, view]) => ({
      label: escapeIconsAndLinks(name),
      detail: textOf(view, fleet),
      value: () => showView(projects, view, fleet),
      buttons: [
        button('link', l10n.t('Copy Link'), () => copyViewLink(projects, view, linkOrigin)),
        button('trash', l10n.t('Delete View'), () => deleteView(projects, name, view)),
      ],
    })),
  });
  if (typeof run === 'function') await run();
}

/** Shows the view of a link, which anyone may have written, if the user agrees. */
export async function offerView(projects: ProjectsModel, view: JsonObject, fleet: FleetView): Promise<void> {
  const action = l10n.t('Open View');
  const question = { modal: true, detail: textOf(view, fleet) };
  const choice = await window.showWarningMessage(l10n.t('Open the view of this link?'), question, action);
  if (choice === action) await showView(projects, view, fleet);
}

/** Shows a view, without what this version cannot read. */
async function showView(projects: ProjectsModel, view: JsonObject, fleet: FleetView): Promise<void> {
  const { search, isAttentionOnly } = shownBy(view);
  await projects.find(search);
  await projects.showAttentionOnly(isAttentionOnly);
  if (isObject(view['fleet'])) fleet.show('overview', view['fleet']);
}

/** What the Projects view shows. */
function shownBy(view: JsonObject): ShownSearch {
  return { search: parseSearch(view), isAttentionOnly: view['isAttentionOnly'] === true };
}

/** `Projects: "pay" · needs attention · Fleet overview: Failed · Machines` */
function textOf(view: JsonObject, fleet: FleetView): string {
  return parts(
    l10n.t('Projects: {0}', searchDescription(shownBy(view)) || l10n.t('all')),
    isObject(view['fleet'])
      ? l10n.t('Fleet overview: {0}', escapeIconsAndLinks(fleet.textOf(view['fleet']), 200))
      : undefined,
  );
}

async function copyViewLink({ inventory }: ProjectsModel, view: JsonObject, origin: string): Promise<void> {
  const { connection, containsApiKey } = inventory.session;
  const link = linkText(origin, { connection: connection.name, view: JSON.stringify(view) });
  const text = link === undefined || (await containsApiKey(link)) ? undefined : link;
  await copyLines([text], { none: l10n.t("Can't copy a link: it would be too long."), several: String });
}

async function deleteView({ inventory }: ProjectsModel, key: string, value: JsonObject): Promise<void> {
  const { marks } = inventory;
  await marks.set([{ kind: 'view', key, value: undefined }]);
  const undo = l10n.t('Undo');
  const message = l10n.t('Deleted view: {0}', escapeIconsAndLinks(key));
  if ((await window.showInformationMessage(message, undo)) === undo) {
    await marks.set([{ kind: 'view', key, value }]);
  }
}
