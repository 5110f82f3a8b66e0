import { l10n, window, type TreeView } from 'vscode';
import { escapeIconsAndLinks } from '../presentation/text';
import { isServiceError } from '../service/errors';
import type { Reference } from '../service/readers';
import { commandsOn, rowOf, type ActiveProjects } from './activeProjects';
import { loadMoreAndReveal } from '../tree/revealFirstNewRow';
import { nameOr } from '../tree/rowParts';
import type { ProjectsModel } from './model';
import { isNode, type Node, type ParentNode } from './nodes';

/** What the commands ask and do, which is loaded when somebody runs one that needs it. */
const actions = () => import('./actions');

/** Shows one of the teams of the project called so. */
export type ShowTeams = (teams: readonly Reference[], project: string) => Promise<void>;

/** The commands of the Projects view. */
export function registerProjectCommands(
  view: TreeView<Node>,
  showTeams: ShowTeams,
  active: () => ActiveProjects | undefined,
): readonly { dispose(): unknown }[] {
  const register = commandsOn(active);
  const isCurrent = (model: ProjectsModel): boolean => active()?.model === model;
  const withProgress = (read: () => Promise<void>): Thenable<void> =>
    window.withProgress({ location: { viewId: 'poolview.projects' } }, read);
  return [
    // Two commands: VS Code passes the row that has the focus to those in the title of a view, too.
    register('poolview.refresh', ({ model }) => withProgress(() => model.refresh())),
    register('poolview.refreshRow', async ({ model }, argument) => {
      const row = isNode(argument, 'note') ? argument : rowOf(model, argument);
      if (!isNode(row, 'project')) return withProgress(() => model.refresh(readWith(row), true));
      try {
        await withProgress(() => model.refreshProject(row));
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const { showServiceError } = await actions();
        await showServiceError(error);
      }
    }),
    register('poolview.retry', ({ model }, node) =>
      withProgress(() => (isNode(node, 'error') ? model.retry(node) : model.refresh())),
    ),
    register('poolview.loadMore', ({ model }, node) =>
      loadMoreAndReveal(view, async () => {
        const first = await model.loadMore(isNode(node, 'loadMore') ? node.parent : undefined);
        return isCurrent(model) ? first : undefined;
      }),
    ),
    register('poolview.filterProjects', async (projects) => (await actions()).filterProjects(projects)),
    register('poolview.clearFilter', async ({ model }) => (await actions()).clearFilter(model)),
    register('poolview.sortProjects', async ({ model }) => (await actions()).sortProjects(model)),
    register('poolview.loadAllProjects', async ({ model }) => (await actions()).loadAllProjects(model)),
    register('poolview.goTo', async (projects) => (await actions()).goTo(view, projects, isCurrent)),
    register('poolview.goToAttention', async (projects) =>
      (await actions()).goToAttention(view, projects, isCurrent),
    ),
    register('poolview.showAttentionOnly', ({ model }) => model.showAttentionOnly(true)),
    register('poolview.showEverything', ({ model }) => model.showAttentionOnly(false)),
    register('poolview.showTeamRoles', async ({ model }, argument) => {
      const node = rowOf(model, argument);
      if (!isNode(node, 'project')) return;
      const { metadata, specSummary } = node.project;
      await showTeams(specSummary?.teams ?? [], nameOr(metadata?.name, metadata?.uid, '?'));
    }),
    register('poolview.addMachinePool', async (active, argument) => {
      const { model } = active;
      const node = rowOf(model, argument);
      const { addMachinePool, pickPoolParent } = await actions();
      const parent = isNode(node, 'project', 'cluster') ? node : await pickPoolParent(model);
      if (parent !== undefined) await addMachinePool(active, parent);
    }),
    register('poolview.renamePinnedPool', async (active, argument) => {
      const node = rowOf(active.model, argument);
      if (!isNode(node, 'pool')) return;
      const { renamePinnedPool } = await actions();
      await renamePinnedPool(active, node);
    }),
    register('poolview.removePinnedPool', async ({ model }, argument) => {
      const node = rowOf(model, argument);
      if (!isNode(node, 'pool')) return;
      const pool = await model.unpin(node);
      if (pool === undefined) return;
      const undo = l10n.t('Undo');
      const choice = await window.showInformationMessage(
        l10n.t(
          'Poolview no longer shows the machine pool {0}. The pool itself is untouched.',
          escapeIconsAndLinks(pool.poolName),
        ),
        undo,
      );
      if (choice === undo) await model.pin(pool, node.parent);
    }),
  ];
}

/** The row to read again for `node` to be up to date: what a row shows may come with the list that it is in. */
function readWith(node: Node | undefined): ParentNode | undefined {
  switch (node?.kind) {
    case 'pool':
      return node;
    case 'cluster':
      return node.found === undefined ? node : node.parent;
    case 'machine':
    case 'note':
      return node.parent;
    default:
      return undefined;
  }
}
