import { l10n, type Disposable, type LogOutputChannel, type TreeItem, type TreeView } from 'vscode';
import type { Connections } from '../connections/connections';
import type { Session } from '../connections/session';
import { permissionFor } from '../presentation/errors';
import type { ServiceError } from '../service/errors';
import type { Reference } from '../service/readers';
import type { RefreshedView } from '../tree/autoRefresh';
import type { RowStore } from '../items/store/rowStore';
import type { StoreTree } from '../tree/treeView';
import type { CommandArguments } from '../ui/commands';
import { setContextKey } from '../ui/contextKeys';
import type { DetailsDocuments } from '../ui/detailsDocuments';
import { roleCommands, type RoleCommandName } from './commands';
import type { RolesForAgents } from './forAgents';
import type { Journals } from './journal/journals';
import { TeamRolesModel } from './model';
import { RoleActions, type ActiveRoles } from './roleActions';
import { hoverOf, isRow, itemOf, type Row, type TeamRow, type ViewRow } from './rows';
import type { TeamListing } from './teams';

/** The rows of the view, and how they look. */
export interface ShownRoles {
  readonly store: RowStore<Row, TeamRow, TeamListing>;
  itemOf(row: ViewRow): TreeItem;
  hoverOf(row: ViewRow, now: number): string | undefined;
}

/** What the view consists of before it is visible. */
interface RolesView {
  readonly connections: Connections;
  readonly journals: Journals;
  readonly log: LogOutputChannel;
  readonly tree: StoreTree<Row, TeamRow, TeamListing, ShownRoles>;
  readonly view: TreeView<ViewRow>;
  readonly refreshed: RefreshedView;
  readonly documents: DetailsDocuments;
}

/** The Team Roles view, with the teams of the active connection. */
export class TeamRoles implements Disposable {
  #active: ActiveRoles | undefined;
  readonly #actions: RoleActions;
  readonly #commands: ReturnType<typeof roleCommands>;
  readonly #subscription: Disposable;

  constructor(private readonly given: RolesView) {
    const { connections, journals, log, view } = given;
    const active = (): ActiveRoles | undefined => this.#active;
    this.#actions = new RoleActions(journals, log, active);
    this.#commands = roleCommands(view, active, this.#actions);
    this.#subscription = connections.onDidChange(this.#follow);
    this.#follow();
  }

  /** Runs a command. Does nothing if nothing is connected. */
  async run(name: RoleCommandName, given: CommandArguments): Promise<void> {
    if (this.#active !== undefined) await this.#commands[name](this.#active, ...given);
  }

  /** Shows one of `teams`, the teams of the project named `project`. */
  async showTeams(teams: readonly Reference[], project: string): Promise<void> {
    if (this.#active === undefined) return;
    const { showTeams } = await import('./showTeams');
    await showTeams(this.given.view, this.#active.model, teams, project);
  }

  /** The details of the row with this ID; undefined if it is not loaded. */
  async detailsOf(rowId: string): Promise<string | undefined> {
    const { detailsOf } = await import('./details/details');
    const model = this.#active?.model;
    const row = model?.store.find(rowId);
    return model !== undefined && isRow(row, 'team', 'role') ? detailsOf(row, model) : undefined;
  }

  /** The teams and roles of a session, for agents; undefined if it is not the active one. */
  async forAgents(session: object): Promise<RolesForAgents | undefined> {
    const { RolesForAgents } = await import('./forAgents');
    const active = this.#active;
    return active?.session === session ? new RolesForAgents(active, this.#actions) : undefined;
  }

  reportLateOutcomes(session: Session): Promise<void> {
    return this.#actions.reportLateOutcomes(session);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#active?.model.dispose();
  }

  readonly #follow = (): void => {
    const { connections, tree, refreshed, documents } = this.given;
    this.#active?.model.dispose();
    const { session } = connections;
    const model = session && new TeamRolesModel(session);
    this.#active = session && model && { session, model };
    model?.onDidChangeOffer(this.#showRefusal);
    model?.store.onDidRead(() => {
      documents.refresh();
    });
    this.#showRefusal();
    tree.show(
      model && {
        store: model.store,
        itemOf: (row) => itemOf(row, model),
        hoverOf: (row, now) => hoverOf(row, model, now),
      },
    );
    refreshed.show(model?.store);
  };

  readonly #showRefusal = (): void => {
    const { tree, view } = this.given;
    const refusal = this.#active?.model.removalRefusal;
    setContextKey('poolview.rolesFixed', refusal !== undefined);
    tree.setMessage(view, refusal === undefined ? '' : refusalText(refusal));
  };
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
