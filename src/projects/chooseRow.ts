import { l10n, QuickPickItemKind, ThemeIcon } from 'vscode';
import { errorSentence } from '../presentation/errors';
import { escapeIconsAndLinks, parts } from '../presentation/text';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import { nameOr } from '../tree/rowParts';
import { withViewProgress } from '../ui/progress';
import { pickOne, type PickItem } from '../ui/quickPick';
import type { ActiveProjects } from './activeProjects';
import { RowMatches } from './find/matches';
import type { Found } from './find/serviceSearch';
import { addressesOf, pathOf, shownName } from './identity';
import type { ProjectsModel } from './model';
import type { ResourceNode } from './nodes';

/** A question for a row. */
export interface RowChoice {
  readonly title: string;
  readonly placeholder: string;
  /** Limits the choice to the loaded rows for which it is true. Without it, the service is searched too. */
  readonly isOffered?: (node: ResourceNode) => boolean;
}

/** Items that a user can still look through. */
const maxItems = 100;

/** A row that may have to be put into the view first. */
type ChosenRow = () => ResourceNode | Promise<ResourceNode>;

/** Lets the user choose one of the loaded rows or, a moment after typing, of the rows that the service finds. */
export async function chooseRow(
  { model, session }: ActiveProjects,
  { title, placeholder, isOffered }: RowChoice,
): Promise<ResourceNode | undefined> {
  const matches = new RowMatches(isOffered ? model.loadedRows.filter(isOffered) : model.loadedRows);
  const search = async (text: string, signal: AbortSignal): Promise<readonly PickItem<ChosenRow>[]> =>
    (await session.containsApiKey(text)) ? [] : foundItems(model, await model.lookFor(text, signal));
  const row = await pickOne<ChosenRow>({
    title,
    placeholder,
    items: {
      find: (text) => matches.find(text, maxItems).map(itemOf),
      search: isOffered === undefined ? search : undefined,
      nothingFound: {
        label: l10n.t('Nothing found'),
        description: l10n.t('Machine pools and machines are found where they are loaded.'),
        alwaysShow: true,
      },
    },
  });
  if (typeof row !== 'function') return undefined;
  return withViewProgress('poolview.projects', async () => row());
}

function itemOf(row: ResourceNode): PickItem<ChosenRow> {
  return item(row.kind, shownName(row), whereOf(row), () => row);
}

function item(
  kind: ResourceNode['kind'],
  name: string,
  where: string,
  value: ChosenRow,
): PickItem<ChosenRow> {
  return {
    label: escapeIconsAndLinks(name),
    description: escapeIconsAndLinks(where),
    iconPath: iconOf(kind),
    alwaysShow: true,
    value,
  };
}

function whereOf(row: ResourceNode): string {
  const path = pathOf(row);
  switch (row.kind) {
    case 'project':
      return l10n.t('Project');
    case 'cluster':
      return l10n.t('Cluster in {0}', path);
    case 'pool':
      return l10n.t('Machine pool in {0}', path);
    case 'machine':
      return parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine));
  }
}

function iconOf(kind: ResourceNode['kind']): ThemeIcon {
  return new ThemeIcon(
    { project: 'project', cluster: 'server-environment', pool: 'layers', machine: 'vm' }[kind],
  );
}

function foundItems(
  model: ProjectsModel,
  { projects, clusters, errors }: Found,
): readonly PickItem<ChosenRow>[] {
  const nameIn = ({ metadata }: Project | ClusterSummary): string =>
    nameOr(metadata?.name, metadata?.uid, '?');
  const items = [
    ...projects.map((project) =>
      item('project', nameIn(project), l10n.t('Project'), () => model.rowOfProject(project)),
    ),
    ...clusters.map((found) =>
      item('cluster', nameIn(found.cluster), l10n.t('Cluster in {0}', nameIn(found.project)), () =>
        model.rowOfFound(found),
      ),
    ),
  ];
  return [
    ...(items.length === 0
      ? []
      : [{ label: l10n.t('found by the service'), kind: QuickPickItemKind.Separator }, ...items]),
    ...errors.map((error) => ({
      label: l10n.t('The service could not be searched'),
      detail: escapeIconsAndLinks(errorSentence(error)),
      iconPath: new ThemeIcon('error'),
      alwaysShow: true,
    })),
  ];
}
