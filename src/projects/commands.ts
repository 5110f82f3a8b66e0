import type { TreeView } from 'vscode';
import type { Reference } from '../service/readers';
import { clickedRow } from '../tree/clickedRow';
import { revealFirstNewRow } from '../tree/revealFirstNewRow';
import type { CommandArguments } from '../ui/commands';
import { completeStep } from '../ui/contextKeys';
import { withViewProgress } from '../ui/progress';
import type { ActiveProjects } from './activeProjects';
import type { ProjectsModel } from './model';
import { rowOf } from './rowArguments';
import {
  isParentRow,
  isRow,
  shownName,
  type NoteRow,
  type ParentRow,
  type ResourceRow,
  type ViewRow,
} from '../items/kinds';

/** Shows one of the teams of a project, which has the name `project`. */
export type ShowTeams = (teams: readonly Reference[], project: string) => Promise<void>;

/** What the commands need. */
interface ProjectCommands {
  readonly view: TreeView<ViewRow>;
  readonly showTeams: ShowTeams;
  readonly active: () => ActiveProjects | undefined;
}

/** The end of the name of a command of the Projects view. */
export type ProjectCommandName =
  | 'refresh'
  | 'refreshRow'
  | 'retry'
  | 'loadMore'
  | 'loadAllProjects'
  | 'showTeamRoles'
  | FindCommandName
  | PoolCommandName;

type FindCommandName =
  | 'filterProjects'
  | 'clearFilter'
  | 'sortProjects'
  | 'goTo'
  | 'goToAttention'
  | 'showAttentionOnly'
  | 'showEverything';

type PoolCommandName = 'addMachinePool' | 'addMachinePoolHere' | 'renamePinnedPool' | 'removePinnedPool';

/** A command, with what VS Code passes to it. */
type ProjectCommand = (projects: ActiveProjects, ...given: CommandArguments) => unknown;

type Commands<Name extends string> = Readonly<Record<Name, ProjectCommand>>;

/** The commands of the Projects view. */
export function projectCommands(context: ProjectCommands): Commands<ProjectCommandName> {
  const { view, showTeams, active } = context;
  const withProgress = (read: () => Promise<void>): Thenable<void> =>
    withViewProgress('poolview.projects', read);
  return {
    // Two commands, because VS Code passes the focused row even to commands in a view's title.
    refresh: ({ model }) => withProgress(() => model.refresh()),
    refreshRow: ({ model }, argument) => {
      const row = isRow(argument, 'note') ? argument : rowOf(model, argument);
      return withProgress(() =>
        isRow(row, 'project') ? model.refreshProject(row) : model.refresh(parentToRefresh(row), true),
      );
    },
    retry: async ({ model }, ...given) => {
      const row = await clickedRow(given, view);
      if (row === undefined) return;
      await withProgress(() => (isRow(row, 'error') ? model.retry(row) : model.refresh()));
    },
    loadMore: ({ model }, ...given) =>
      revealFirstNewRow(view, async () => {
        const row = await clickedRow(given, view);
        if (!isRow(row, 'loadMore')) return undefined;
        const first = await model.store.loadMore(row.parent);
        return active()?.model === model ? first : undefined;
      }),
    loadAllProjects: async ({ model }) => (await import('./find/loadAll')).loadAllProjects(model),
    showTeamRoles: async ({ model }, argument) => {
      const row = rowOf(model, argument);
      if (row?.kind !== 'project') return;
      await showTeams(row.project.specSummary?.teams ?? [], shownName(row));
    },
    ...findCommands(context),
    ...poolCommands(context),
  };
}

function findCommands({ view, active }: ProjectCommands): Commands<FindCommandName> {
  const isActive = (model: ProjectsModel): boolean => active()?.model === model;
  return {
    filterProjects: async (projects) => (await import('./find/filterProjects')).filterProjects(projects),
    clearFilter: ({ model }) => model.find({ ...model.search, name: '' }),
    sortProjects: async ({ model }) => (await import('./find/filterProjects')).sortProjects(model),
    goTo: async (projects) => (await import('./find/goTo')).goTo(view, projects, isActive),
    goToAttention: async (projects) =>
      (await import('./find/goToAttention')).goToAttention(view, projects, isActive),
    showAttentionOnly: async ({ model }) => {
      await model.showAttentionOnly(true);
      completeStep('attention');
    },
    showEverything: ({ model }) => model.showAttentionOnly(false),
  };
}

function poolCommands({ view }: ProjectCommands): Commands<PoolCommandName> {
  return {
    addMachinePool: async (projects, argument) => {
      const { addMachinePool, pickPoolParent } = await import('./pinPools');
      const row = rowOf(projects.model, argument);
      const parent = isRow(row, 'project', 'cluster') ? row : await pickPoolParent(projects.model);
      if (parent !== undefined) await addMachinePool(projects, parent);
    },
    addMachinePoolHere: async (projects, ...given) => {
      const clicked = await clickedRow(given, view);
      const row = rowOf(projects.model, isRow(clicked, 'note') ? clicked.parent : undefined);
      if (isRow(row, 'project', 'cluster')) await (await import('./pinPools')).addMachinePool(projects, row);
    },
    renamePinnedPool: async (projects, argument) => {
      const row = rowOf(projects.model, argument);
      if (row?.kind === 'pool') await (await import('./pinPools')).renamePinnedPool(projects, row);
    },
    removePinnedPool: async ({ model }, argument) => {
      const row = rowOf(model, argument);
      if (row?.kind === 'pool') await (await import('./pinPools')).removePinnedPool(model, row);
    },
  };
}

/** The row whose children must be read to update `row`, because some of what it shows comes from its list. */
function parentToRefresh(row: NoteRow<ParentRow> | ResourceRow | undefined): ParentRow | undefined {
  if (isRow(row, 'cluster')) return row.found === undefined ? row : row.parent;
  return isParentRow(row) ? row : row?.parent;
}
