import { commands, l10n, Uri, window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { Connections } from '../connections/connections';
import type { Session } from '../connections/session';
import { permissionFor } from '../details/errors';
import type { ServiceError } from '../service/errors';
import type { Reference } from '../service/lenient';
import { registerRoleCommands, type ActiveRoles } from './commands';
import { Journals } from './journals';
import { logRemoval, logRestoration } from './log';
import { TeamRolesModel } from './model';
import { isParent } from './nodes';
import { removeFlow } from './removeFlow';
import { restoreFlow } from './restoreFlow';
import { showTeams } from './showTeams';
import { tellLateOutcomes } from './tellLateOutcomes';
import { TeamRolesTree } from './view';

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

  const showOffer = (): void => {
    const refusal = active?.model.removalRefusal;
    void commands.executeCommand('setContext', 'poolview.rolesFixed', refusal !== undefined);
    const message = refusal === undefined ? '' : whyFixed(refusal);
    // VS Code does not look whether it is another one.
    if (message === (view.message ?? '')) return;
    view.message = message;
    tree.viewChanged();
  };

  /** Of whatever session is in use when it is called: a message may have stood there for long. */
  const restore = async (entryIds?: readonly string[]): Promise<void> => {
    if (active === undefined) {
      await commands.executeCommand('poolview.connect');
      return;
    }
    const { session, model } = active;
    const journal = await journals.of(session.connection);
    await restoreFlow(
      {
        session,
        model,
        journal,
        log: (result) => {
          logRestoration(log, result);
        },
      },
      entryIds,
    );
  };

  const rolesOf = (session: Session): ActiveRoles => {
    const model = new TeamRolesModel(session);
    const journal = () => journals.of(session.connection);
    return {
      session,
      model,
      remove: (chosen) =>
        removeFlow(
          {
            session,
            model,
            journal,
            log: (result) => {
              logRemoval(log, result);
            },
            restore,
            takeDropped: () => journals.takeDropped(),
          },
          chosen,
        ),
      restore,
    };
  };

  const follow = (): void => {
    active?.model.dispose();
    const { session } = connections;
    active = session === undefined ? undefined : rolesOf(session);
    active?.model.onDidChangeOffer(showOffer);
    showOffer();
    tree.show(active?.model);
    if (session === undefined) return;
    tellLateOutcomes(session, journals, restore).catch((error: unknown) => {
      log.warn(`journal: ${error instanceof Error ? error.message : 'cannot be read'}`);
    });
  };
  follow();

  return {
    disposables: [
      view,
      tree,
      connections.onDidChange(follow),
      view.onDidExpandElement(({ element }) => {
        if (isParent(element)) active?.model.setExpanded(element, true);
      }),
      view.onDidCollapseElement(({ element }) => {
        if (isParent(element)) active?.model.setExpanded(element, false);
      }),
      { dispose: () => active?.model.dispose() },
      ...registerRoleCommands(view, () => active),
    ],
    showTeams: async (teams, project) => {
      if (active !== undefined) await showTeams(view, active.model, teams, project);
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
