import { l10n, Uri, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { permissionFor } from '../presentation/errors';
import { parts } from '../presentation/text';
import type { ServiceError } from '../service/errors';
import type { Reference } from '../service/readers';
import type { AutoRefresh } from '../tree/autoRefresh';
import { setContextKey } from '../ui/contextKeys';
import { registerRoleCommands } from './commands';
import { newDetailsDocuments } from './details/documents';
import { Journals } from './journal/journals';
import { TeamRolesModel } from './model';
import { RoleActions, type ActiveRoles } from './roleActions';
import { newRolesTree } from './rows';

export interface Roles {
  readonly disposables: readonly { dispose(): unknown }[];
  /** Shows one of `teams`, the teams of the project named `project`, in the Team Roles view. */
  readonly showTeams: (teams: readonly Reference[], project: string) => Promise<void>;
}

/** Registers the Team Roles view and its commands. */
export function registerRoles(
  connections: Connections,
  context: Pick<ExtensionContext, 'globalStorageUri'>,
  log: LogOutputChannel,
  autoRefresh: AutoRefresh,
): Roles {
  const logJournal = (message: string): void => {
    log.warn(`journal: ${message}`);
  };
  const journals = new Journals(Uri.joinPath(context.globalStorageUri, 'removals').fsPath, logJournal);
  let active: ActiveRoles | undefined;
  const actions = new RoleActions(journals, log, () => active);

  const tree = newRolesTree();
  const view = tree.createView('poolview.roles');
  const refreshed = autoRefresh.register(view);

  const documents = newDetailsDocuments(() => active?.model);

  const showRefusal = (): void => {
    const refusal = active?.model.removalRefusal;
    setContextKey('poolview.rolesFixed', refusal !== undefined);
    tree.setMessage(view, refusal === undefined ? '' : refusalText(refusal));
  };
  const follow = (): void => {
    active?.model.dispose();
    const { session } = connections;
    active = session && { session, model: new TeamRolesModel(session) };
    active?.model.onDidChangeOffer(showRefusal);
    active?.model.store.onDidRead(() => {
      documents.refresh();
    });
    showRefusal();
    view.title = titleFor(session?.connection);
    tree.show(active?.model);
    refreshed.show(active?.model.store);
    if (session === undefined) return;
    actions.reportLateOutcomes(session).catch((error: unknown) => {
      logJournal(error instanceof Error ? error.message : 'cannot be read');
    });
  };
  follow();

  return {
    disposables: [
      view,
      tree,
      documents,
      connections.onDidChange(follow),
      { dispose: () => active?.model.dispose() },
      ...registerRoleCommands(view, () => active, actions),
    ],
    showTeams: async (teams, project) => {
      if (active === undefined) return;
      const { model } = active;
      const { showTeams } = await import('./showTeams');
      await showTeams(view, model, teams, project);
    },
  };
}

/** The title of the view, with the name of the demo service if it is connected. */
function titleFor(connection: Connection | undefined): string {
  return parts(l10n.t('Team Roles'), connection?.isDemo ? connection.name : undefined);
}

/** Why roles cannot be removed. */
function refusalText({ kind, operation }: ServiceError): string {
  return kind === 'forbidden'
    ? l10n.t(
        "You can't remove roles: the API key probably lacks the {0} permission. Refresh to try again.",
        permissionFor(operation),
      )
    : l10n.t("This service doesn't support removing resource roles. Refresh to try again.");
}
