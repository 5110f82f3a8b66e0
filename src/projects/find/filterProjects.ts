import { l10n, window, type QuickPickItem } from 'vscode';
import { apiKeyRefusal } from '../../connections/apiKeyCheck';
import type { ProjectSort } from '../../service/resources/project';
import type { ActiveProjects } from '../activeProjects';
import type { ProjectsModel } from '../model';
import { sortFields } from '../projectSearch';

/** After so many milliseconds without typing, what was typed is looked for. */
const restMs = 300;

/**
 * Asks for a part of the names of the projects to show; nothing of it shows all. The view follows what is typed; Escape
 * brings back what was shown before.
 */
export async function filterProjects({ session, model }: ActiveProjects): Promise<void> {
  const { name: before = '', sort } = model.search;
  const input = window.createInputBox();
  input.title = l10n.t('Filter Projects');
  input.prompt = model.searchesInService
    ? l10n.t('A part of the names of the projects to show')
    : l10n.t('A part of the names of the projects to show, among those that are loaded');
  input.value = before;
  // Whoever clicks a row that was found has not given up.
  input.ignoreFocusOut = true;
  let typing: NodeJS.Timeout | undefined;
  /** @returns whether what is typed can be a filter */
  const follow = async (): Promise<boolean> => {
    const name = input.value.trim();
    const refusal = await apiKeyRefusal(name, session.containsApiKey);
    input.validationMessage = refusal;
    if (refusal !== undefined) return false;
    if (name === (model.search.name ?? '')) return true;
    input.busy = true;
    await model.find({ name, sort });
    void model.children().then(() => {
      input.busy = name !== (model.search.name ?? '');
    });
    return true;
  };
  try {
    const isKept = await new Promise<boolean>((resolve, reject) => {
      input.onDidChangeValue(() => {
        clearTimeout(typing);
        typing = setTimeout(() => void follow().catch(reject), restMs);
      });
      input.onDidAccept(() => {
        clearTimeout(typing);
        follow().then((isName) => {
          if (isName) resolve(true);
        }, reject);
      });
      input.onDidHide(() => {
        resolve(false);
      });
      input.show();
    });
    if (!isKept && before !== (model.search.name ?? '')) await model.find({ name: before, sort });
  } finally {
    clearTimeout(typing);
    input.dispose();
  }
}

export async function clearFilter(model: ProjectsModel): Promise<void> {
  await model.find({ sort: model.search.sort });
}

/** Asks for the order that projects are shown in. */
export async function sortProjects(model: ProjectsModel): Promise<void> {
  const { name, sort: current } = model.search;
  const item = (label: string, sort?: ProjectSort): SortItem => ({
    label,
    ...(sort?.field === current?.field && sort?.order === current?.order
      ? { description: l10n.t('in use') }
      : {}),
    sort,
  });
  const choice = await window.showQuickPick(
    [
      item(l10n.t('As the service lists them')),
      ...sortFields.flatMap((field) =>
        (['asc', 'desc'] as const).map((order) => item(sortLabel({ field, order }), { field, order })),
      ),
    ],
    {
      title: l10n.t('Sort Projects'),
      placeHolder: model.searchesInService
        ? l10n.t('Order of the projects')
        : l10n.t('Order of the projects, among those that are loaded'),
    },
  );
  if (choice !== undefined) await model.find({ name, sort: choice.sort });
}

interface SortItem extends QuickPickItem {
  readonly sort: ProjectSort | undefined;
}

function sortLabel({ field, order }: ProjectSort): string {
  switch (field) {
    case 'name':
      return order === 'asc' ? l10n.t('Name, A to Z') : l10n.t('Name, Z to A');
    case 'creationTimestamp':
      return order === 'asc' ? l10n.t('Oldest first') : l10n.t('Newest first');
    case 'lastModifiedTimestamp':
      return order === 'asc' ? l10n.t('Longest unchanged first') : l10n.t('Last changed first');
  }
}
