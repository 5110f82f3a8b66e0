import { commands, l10n, Uri, window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { isSameConnection } from '../connections/identity';
import type { Session } from '../connections/session';
import { onDidChangeSettings, settings } from '../connections/settings';
import { permissionFor } from '../presentation/errors';
import { parts } from '../presentation/text';
import type { ServiceError } from '../service/errors';
import type { Reference } from '../service/readers';
import { keepFresh } from '../tree/keepFresh';
import type { Waking } from '../tree/waking';
import { registerRoleCommands, type ActiveRoles } from './commands';
import { Journals } from './journals';
import { TeamRolesModel } from './model';
import { TeamRolesTree } from './view';

/** What the commands do, which is loaded when there is something to do. */
const actions = () => import('./actions');

/** The roles to remove, or the team whose roles they are, as far as that is known. */
type Chosen = Parameters<ActiveRoles['remove']>[0];

/** The Team Roles view, and what others may do with it. */
export interface Roles {
  readonly disposables: readonly { dispose(): unknown }[];
  /** Shows one of `teams`, those of the project called so, in the view. */
  readonly showTeams: (teams: readonly Reference[], project: string) => Promise<void>;
}

/** The Team Roles view: its rows and its commands, always those of the connection in use. */
export function registerRoles(
  connections: Connections,
  context: Pick<ExtensionContext, 'globalStorageUri'>,
  log: LogOutputChannel,
  waking: Waking,
): Roles {
  const journals = new Journals(Uri.joinPath(context.globalStorageUri, 'removals').fsPath, (what) => {
    log.warn(`journal: ${what}`);
  });
  let active: ActiveRoles | undefined;

  const tree = new TeamRolesTree();
  const view = window.createTreeView('poolview.roles', {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const freshness = keepFresh(view, () => settings.autoRefreshMs, waking);

  const showOffer = (): void => {
    const refusal = active?.model.removalRefusal;
    void commands.executeCommand('setContext', 'poolview.rolesFixed', refusal !== undefined);
    tree.say(view, refusal === undefined ? '' : whyFixed(refusal));
  };

  /** The model that is shown for the connection of `session`, which may be another one by now; else its own, which is over. */
  const modelFor = (session: Session, own: TeamRolesModel) => (): TeamRolesModel =>
    active !== undefined && isSameConnection(active.session.connection, session.connection)
      ? active.model
      : own;

  /**
   * In whatever session is in use when it is called: a message may have stood there for long.
   * @param removedFrom through which the entries were removed; the connection in use where no entries are given
   */
  const restore = async (removedFrom?: Connection, entryIds?: readonly string[]): Promise<void> => {
    if (active === undefined) {
      await commands.executeCommand('poolview.connect');
      return;
    }
    const { session, model } = active;
    const { logRestoration, restoreFlow } = await actions();
    await restoreFlow(
      {
        session,
        model: modelFor(session, model),
        journal: await journals.of(removedFrom ?? session.connection),
        log: (result) => {
          logRestoration(log, result, session.connection);
        },
      },
      entryIds,
    );
  };

  let isRemoving = false;
  const remove = async (session: Session, model: TeamRolesModel, chosen: Chosen): Promise<void> => {
    if (isRemoving) {
      void window.showInformationMessage(l10n.t('Another removal is still under way.'));
      return;
    }
    isRemoving = true;
    const { connection } = session;
    const removed = actions().then(({ logRemoval, removeFlow }) =>
      removeFlow(
        {
          session,
          model: modelFor(session, model),
          journal: () => journals.of(connection),
          log: (result) => {
            logRemoval(log, result, connection);
          },
        },
        chosen,
      ),
    );
    const results = await removed.finally(() => {
      isRemoving = false;
    });
    const { reportRemovals, restorableOf } = await actions();
    await reportRemovals(results, restorableOf(journals.takeDropped()), (entryIds) =>
      restore(connection, entryIds),
    );
  };

  const rolesOf = (session: Session): ActiveRoles => {
    const model = new TeamRolesModel(session);
    return { session, model, remove: (chosen) => remove(session, model, chosen), restore };
  };

  const tellLate = async (session: Session): Promise<void> => {
    const { connection } = session;
    if (await journals.isEmpty(connection)) return;
    const { tellLateOutcomes } = await actions();
    await tellLateOutcomes(session, await journals.of(connection), (entryIds) =>
      restore(connection, entryIds),
    );
  };

  const follow = (): void => {
    active?.model.dispose();
    const { session } = connections;
    active = session === undefined ? undefined : rolesOf(session);
    active?.model.onDidChangeOffer(showOffer);
    showOffer();
    const title = l10n.t('Team Roles');
    // The demo service is marked wherever it shows.
    view.title = session?.connection.isDemo ? parts(title, session.connection.name) : title;
    tree.show(active?.model);
    freshness.show(active?.model);
    if (session === undefined) return;
    tellLate(session).catch((error: unknown) => {
      log.warn(`journal: ${error instanceof Error ? error.message : 'cannot be read'}`);
    });
  };
  follow();

  return {
    disposables: [
      view,
      tree,
      freshness,
      onDidChangeSettings(freshness.update),
      connections.onDidChange(follow),
      ...tree.watch(view),
      { dispose: () => active?.model.dispose() },
      ...registerRoleCommands(view, () => active),
    ],
    showTeams: async (teams, project) => {
      if (active === undefined) return;
      const { model } = active;
      const { showTeams } = await actions();
      await showTeams(view, model, teams, project);
    },
  };
}

/** Why no role is offered for removal, and what to do about it. */
function whyFixed({ kind, operation }: ServiceError): string {
  return kind === 'forbidden'
    ? l10n.t(
        'This API key may not remove resource roles: it likely lacks the permission {0}. Refresh to try again.',
        permissionFor(operation),
      )
    : l10n.t('This service does not let anybody remove resource roles. Refresh to try again.');
}
