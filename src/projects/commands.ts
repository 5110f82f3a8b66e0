import type { Uri } from 'vscode';
import type { Inventories } from '../items/inventories';
import { isParentRow, isRow, type NoteRow, type ParentRow, type ResourceRow } from '../items/kinds';
import { isObject } from '../service/readers';
import { clickedRow } from '../tree/clickedRow';
import { revealFirstNewRow } from '../tree/revealRow';
import type { ConnectedCommand, ConnectedCommands } from '../ui/commands';
import { withViewProgress } from '../ui/progress';
import { favoriteCommands } from './favorites/commands';
import { filterProjects, sortProjects } from './find/filterProjects';
import { goTo, readProblems, revealItem } from './find/goTo';
import { loadAllProjects } from './find/loadAll';
import { knownCommands } from './knownProblems';
import { openLink, type LinkContext } from './links/openLink';
import type { ProjectsModel } from './model';
import { attentionIn } from './projectSearch';
import { openQuery, saveQuery, type FleetView } from './savedQueries';
import { addMachinePool, pickPoolParent, removePinnedPool, renamePinnedPool } from './pinPools';
import { rowOf, type CommandView } from './rowArguments';
import { rowCommands } from './rowCommands/commands';

/** What the commands need. */
interface CommandContext extends LinkContext, CommandView {
  /** `vscode://` and the ID of the extension. */
  readonly linkOrigin: string;
  readonly inventories: Pick<Inventories, 'fleet'>;
  /** The fleet overview. The first call loads its code. */
  readonly fleet: () => Promise<FleetView>;
}

/** The commands of the Projects view, by the end of their names, and what opens links. */
export function newCommands(context: CommandContext) {
  const table: ConnectedCommands<ProjectsModel> = {
    ...viewCommands(context),
    ...findCommands(context),
    ...poolCommands(),
    ...rowCommands(context),
    ...knownCommands(context),
    ...favoriteCommands(context.selection),
  };
  return { table, active: context.active, openLink: (uri: Uri): Promise<void> => openLink(uri, context) };
}

function viewCommands({ view, selection }: CommandContext) {
  const withProgress = (read: () => Promise<void>): Thenable<void> =>
    withViewProgress('poolview.projects', read);
  const retry: ConnectedCommand<ProjectsModel> = async ({ inventory }, row) => {
    if (row === undefined) return;
    await withProgress(() => (isRow(row, 'error') ? inventory.retry(row) : inventory.refresh()));
  };
  return {
    // Two commands, because VS Code passes the focused row even to commands in a view's title.
    refresh: ({ inventory }) => withProgress(() => inventory.refresh()),
    refreshRow: (projects, argument) => {
      const { inventory } = projects;
      const row = isRow(argument, 'note') ? argument : rowOf(projects, argument);
      return withProgress(() =>
        isRow(row, 'project') ? inventory.refreshProject(row) : inventory.refresh(parentToRefresh(row), true),
      );
    },
    click: async (projects) => {
      const row = await clickedRow([], view);
      if (isRow(row, 'error')) await retry(projects, row);
      else if (isRow(row, 'loadMore')) {
        await revealFirstNewRow(view, () => projects.store.loadMore(row.parent));
      } else if (isRow(row, 'note')) {
        const parent = rowOf(projects, row.parent);
        if (isRow(parent, 'project', 'cluster')) await addMachinePool(projects, parent);
      }
    },
    retry: async (projects, ...given) => retry(projects, await clickedRow(given, selection)),
    loadAllProjects: ({ store }) => loadAllProjects(store),
    revealInProjects: ({ inventory }, argument) =>
      isObject(argument) && typeof argument['id'] === 'string'
        ? revealItem(argument['id'], view, inventory)
        : undefined,
  } satisfies ConnectedCommands<ProjectsModel>;
}

function findCommands({ view, inventories, fleet, linkOrigin }: CommandContext) {
  return {
    filterProjects,
    clearFilter: (projects) => projects.find({ ...projects.search, query: attentionIn(projects.query) }),
    sortProjects,
    goTo: (projects, text) =>
      goTo(view, projects, inventories.fleet, typeof text === 'string' ? text : undefined),
    goToAttention: (projects) => goTo(view, projects, inventories.fleet, 'is:problem'),
    showAttentionOnly: async (projects) => {
      await projects.showAttentionOnly('is:problem');
      const { fleet: reader } = inventories;
      if (reader === undefined) return;
      await withViewProgress('poolview.projects', () => readProblems(reader, projects.inventory.closed));
    },
    showEverything: (projects) => projects.showAttentionOnly(''),
    saveQuery: async (projects) => saveQuery(projects, await fleet()),
    openQuery: async (projects) => openQuery(projects, await fleet(), linkOrigin),
  } satisfies ConnectedCommands<ProjectsModel>;
}

function poolCommands() {
  return {
    addMachinePool: async (projects, argument) => {
      const row = rowOf(projects, argument);
      if (row?.kind === 'pool') {
        await renamePinnedPool(projects, row);
        return;
      }
      const parent = isRow(row, 'project', 'cluster') ? row : await pickPoolParent(projects.store);
      if (parent !== undefined) await addMachinePool(projects, parent);
    },
    removePinnedPool: async (projects, argument) => {
      const row = rowOf(projects, argument);
      if (row?.kind === 'pool') await removePinnedPool(projects, row);
    },
  } satisfies ConnectedCommands<ProjectsModel>;
}

/** The row whose children must be read to update `row`, because some of what it shows comes from its list. */
function parentToRefresh(row: NoteRow<ParentRow> | ResourceRow | undefined): ParentRow | undefined {
  if (isRow(row, 'cluster')) return row.found === undefined ? row : row.parent;
  return isParentRow(row) ? row : row?.parent;
}
