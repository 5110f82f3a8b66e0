import { l10n, window, type TreeView } from 'vscode';
import { inert } from '../details/text';
import type { Reference } from '../service/readers';
import { commandsOn, rowOf, type ActiveProjects } from './activeProjects';
import { goOnAt } from '../tree/goOn';
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
  return [
    // Two commands: VS Code passes the row that has the focus to those in the title of a view, too.
    register('poolview.refresh', ({ model }) => {
      model.refresh();
    }),
    register('poolview.refreshRow', ({ model }, argument) => {
      model.refresh(readWith(isNode(argument, 'note') ? argument : rowOf(model, argument)), true);
    }),
    register('poolview.retry', async ({ model }, node) => {
      if (isNode(node, 'error')) await model.retry(node);
      else model.refresh();
    }),
    register('poolview.loadMore', async ({ model }, node) => {
      const first = await model.loadMore(isNode(node, 'loadMore') ? node.parent : undefined);
      if (isCurrent(model)) await goOnAt(view, first);
    }),
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
    register('poolview.addMachinePool', async ({ session, model }, argument) => {
      const node = rowOf(model, argument);
      const { addMachinePool, pickPoolParent } = await actions();
      const parent = isNode(node, 'project', 'cluster') ? node : await pickPoolParent(model);
      if (parent !== undefined) await addMachinePool(model, await session.client(), parent);
    }),
    register('poolview.renamePinnedPool', async ({ session, model }, argument) => {
      const node = rowOf(model, argument);
      if (!isNode(node, 'pool')) return;
      const { renamePinnedPool } = await actions();
      await renamePinnedPool(model, await session.client(), node);
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
          inert(pool.poolName),
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
