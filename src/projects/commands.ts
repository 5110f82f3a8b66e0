import { l10n, type Uri, window } from 'vscode';
import type { Inventories } from '../reads/inventories';
import { isParentRow, isRow, type ResourceRow } from '../items/kinds';
import { canAddPools, projectProgress } from '../items/listState';
import { clickedRow, givenId, givenRow } from '../tree/givenRows';
import { revealNextPage } from '../tree/revealRow';
import { present } from '../text/text';
import type { ConnectedCommands } from '../ui/commands';
import { withViewProgress, withCancellableProgress } from '../ui/progress';
import { chooseRow, type CommandView } from './chooseRow';
import { favoriteCommands } from './favorites/commands';
import { filterProjects } from './find/filterProjects';
import { goTo, readProblems, revealItem } from './find/goTo';
import { knownCommands } from './knownProblems';
import { openLink, type LinkContext } from './links/openLink';
import type { ProjectsModel } from './model';
import { asksForProblems } from './projectSearch';
import { openQuery, saveQuery, type FleetView } from './savedQueries';
import { addMachinePool, removePinnedPool, renamePinnedPool } from './pinPools';
import { rowCommands } from './rowCommands/commands';
import { viewId } from './rows/items';
import { showServiceError } from '../ui/errorMessage';
import { formatProgress } from '../text/format';
import { cutReason } from '../text/errors';

/** What the commands need. */
interface CommandContext extends LinkContext, CommandView {
  /** `vscode://` and the ID of the extension. */
  readonly linkOrigin: string;
  readonly inventories: Inventories;
  /** The fleet overview. The first call loads its code. */
  readonly fleet: () => Promise<FleetView>;
}

/** The commands of the Projects view, by the end of their names, and what opens links. */
export function newCommands(context: CommandContext) {
  const table: ConnectedCommands<ProjectsModel> = {
    ...treeCommands(context),
    ...findCommands(context),
    ...poolCommands(),
    ...rowCommands(context),
    ...knownCommands(context),
    ...favoriteCommands(context.selection),
  };
  return { table, active: context.active, openLink: (uri: Uri): Promise<void> => openLink(uri, context) };
}

function treeCommands({ view, selection }: CommandContext) {
  const withProgress = (read: () => Promise<void>): Thenable<void> => withViewProgress(viewId, read);
  return {
    // Two commands, because VS Code passes the focused row even to commands in a view's title.
    refresh: (projects) => withProgress(() => projects.refresh()),
    refreshRow: ({ inventory, rows }, argument) => {
      const row = givenRow(rows, argument);
      return withProgress(() => {
        if (isRow(row, 'project')) return inventory.refreshProject(row);
        if (isRow(row, 'cluster')) return inventory.refreshCluster(row);
        return inventory.refresh(isParentRow(row) ? row : row?.parent, true);
      });
    },
    click: async (projects) => {
      const { rows } = projects;
      const row = await clickedRow(rows, [], view);
      if (row?.kind === 'error') await withProgress(() => projects.retry(row));
      else if (row?.kind === 'loadMore') await revealNextPage(view, rows, row.parent);
      else if (row?.kind === 'note') {
        const parent = givenRow(rows, row.parent?.id);
        if (isRow(parent, 'project', 'cluster')) await addMachinePool(projects, parent);
      }
    },
    retry: async (projects, ...given) => {
      const row = await clickedRow(projects.rows, given, selection);
      if (row === undefined) return;
      await withProgress(() => (row.kind === 'error' ? projects.retry(row) : projects.refresh()));
    },
    loadAllProjects,
    revealInProjects: async (projects, argument) => {
      const id = givenId(argument);
      if (id !== undefined) await revealItem({ id, names: [] }, view, projects);
    },
  } satisfies ConnectedCommands<ProjectsModel>;
}

function findCommands({ view, inventories, fleet, linkOrigin }: CommandContext) {
  return {
    filterProjects: (projects) => filterProjects(projects, inventories.fleet),
    clearFilter: (projects) => projects.find(''),
    goTo: (projects, text) =>
      goTo(view, projects, inventories.fleet, typeof text === 'string' ? text : undefined),
    goToAttention: (projects) => goTo(view, projects, inventories.fleet, 'is:problem'),
    showAttentionOnly: async (projects) => {
      const { query } = projects;
      await projects.find(asksForProblems(query) ? query : present(query, 'is:problem').join(' '));
      const { fleet: reader } = inventories;
      if (reader === undefined) return;
      await withViewProgress(viewId, () => readProblems(reader, projects.inventory.closed));
    },
    saveQuery: async (projects) => saveQuery(projects, await fleet()),
    openQuery: async (projects) => openQuery(projects, await fleet(), linkOrigin),
  } satisfies ConnectedCommands<ProjectsModel>;
}

function poolCommands() {
  return {
    addMachinePool: async (projects, argument) => {
      const { store } = projects;
      const choice = {
        title: l10n.t('Add Machine Pool'),
        placeholder: l10n.t('Select a cluster or a project'),
        isOffered: (row: ResourceRow) => canAddPools(row, store),
      };
      const row = givenRow(store, argument) ?? (await chooseRow(projects, choice));
      if (isRow(row, 'pool')) await renamePinnedPool(projects, row);
      else if (isRow(row, 'project', 'cluster')) await addMachinePool(projects, row);
    },
    removePinnedPool: async (projects, argument) => {
      const row = givenRow(projects.store, argument);
      if (row?.kind === 'pool') await removePinnedPool(projects, row);
    },
  } satisfies ConnectedCommands<ProjectsModel>;
}

/** Loads all projects with cancelable progress, and reports why some are missing. */
async function loadAllProjects(projects: ProjectsModel): Promise<void> {
  const { store } = projects;
  const result = await withCancellableProgress(l10n.t('Loading all projects'), async (signal, progress) => {
    const report = (): void => {
      const { loaded, total } = projectProgress(store);
      progress.report({ message: formatProgress(loaded, total) });
    };
    report();
    return store.loadAll(signal, report);
  });
  projects.reorder();
  const consequence = l10n.t('Not all projects could be loaded.');
  switch (result) {
    case 'complete':
    case 'cancelled':
      return;
    case 'failed': {
      // Its row is at the end of a long list.
      const { error, nextPageError = error } = store.listOf() ?? {};
      if (nextPageError === undefined) return;
      await showServiceError(nextPageError, consequence, () => loadAllProjects(projects));
      return;
    }
    case 'replaced':
      void window.showInformationMessage(
        l10n.t('Stopped loading projects because the list was refreshed or filtered.'),
      );
      return;
    default:
      void window.showWarningMessage(l10n.t('Not all projects could be loaded. {0}', cutReason(result)));
  }
}
