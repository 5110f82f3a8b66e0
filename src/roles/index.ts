import { readdir } from 'node:fs/promises';
import { l10n, Uri, type ExtensionContext } from 'vscode';
import { readOnlyText, type Connection } from '../connections/connection';
import { parts } from '../text/text';
import type { AutoRefresh } from '../tree/autoRefresh';
import { StoreTree } from '../tree/treeView';
import { viewCommands, type Feature } from '../ui/commands';
import { lazy } from '../ui/timing';
import type { RolesForAgents } from './forAgents';
import type { TeamRolesModel } from './model';
import type { TeamRow, ViewRow } from './rows';
import { rolesViewId } from './rows/rowTypes';
import type { RolesView, TeamRoles } from './teamRoles';

interface Roles extends Feature {
  readonly forReview: () => Promise<TeamRoles['forReview']>;
  /** The teams and roles of a session, for agents; undefined if it is not the active one. */
  readonly forAgents: (session: object) => Promise<RolesForAgents | undefined>;
}

/** Registers the Team Roles view and its commands. Most of its code is loaded when it is first visible. */
export function registerRoles(
  given: Pick<RolesView, 'connections' | 'inventories' | 'log'> & {
    readonly context: ExtensionContext;
    readonly autoRefresh: AutoRefresh;
  },
): Roles {
  const { connections, context, autoRefresh } = given;
  const removalsFolder = Uri.joinPath(context.globalStorageUri, 'removals').fsPath;
  const tree = new StoreTree<ViewRow, TeamRow, TeamRolesModel>({
    isParent: (row): row is TeamRow => row.kind === 'team',
    prepare: async () => {
      await loaded();
    },
  });
  const view = tree.createView(rolesViewId);
  const refreshed = autoRefresh.register(view);
  const loaded = lazy(async () => {
    const { TeamRoles } = await import('./teamRoles');
    return new TeamRoles({ ...given, removalsFolder, tree, view, refreshed });
  });
  const follow = async (): Promise<void> => {
    const { session } = connections;
    view.title = titleFor(session?.connection);
    // The outcomes of some removals may not be known yet.
    if (session !== undefined && (await hasFiles(removalsFolder))) await loaded();
  };
  void follow();

  return {
    disposables: [view, tree, connections.onDidChange(() => void follow()), loaded],
    viewCommands: viewCommands({ viewId: rolesViewId, hasRow: tree.hasRow }, loaded),
    forReview: async () => (await loaded()).forReview,
    forAgents: async (session) => (await loaded()).forAgents(session),
  };
}

/** The title of the view, with the name of the demo service if it is connected. */
function titleFor(connection: Connection | undefined): string {
  const name = connection?.isDemo ? connection.name : undefined;
  return parts(l10n.t('Team Roles'), readOnlyText(connection), name);
}

async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    // Any other error is reported when the files are read.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}
