import { l10n, type Disposable, type LogOutputChannel, type TreeView } from 'vscode';
import { isSameConnection, type Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import type { Session } from '../connections/session';
import type { Inventories } from '../reads/inventories';
import type { FleetReader } from '../reads/fleetReader';
import type { ServiceError } from '../service/errors';
import { resourceGrantId } from '../access/readGrants';
import type { TeamRole } from '../access/resourceRoles';
import type { RefreshedView } from '../tree/autoRefresh';
import { givenRow } from '../tree/givenRows';
import type { StoreTree } from '../tree/treeView';
import { setContextKey } from '../ui/contextKeys';
import { roleCommands, type RolesContext } from './commands';
import { type FlowContext, TeamRolesModel } from './model';
import { RolesForAgents } from './forAgents';
import { Journals } from './journal/journal';
import { reportLateOutcomes } from './messages';
import { shownOutcome } from './outcomes';
import { determineOutcomes } from './removal/lateOutcomes';
import { RemoveFlow } from './removal/removeFlow';
import { restoreFlow } from './restore/restoreFlow';
import { isTeamRow, type TeamRow, type ViewRow } from './rows';

/** What the view needs, and consists of before it is visible. */
export interface RolesView {
  readonly connections: Connections;
  readonly inventories: Inventories;
  readonly log: LogOutputChannel;
  /** The folder of the journal. */
  readonly removalsFolder: string;
  readonly tree: StoreTree<ViewRow, TeamRow, TeamRolesModel>;
  readonly view: TreeView<string>;
  readonly refreshed: RefreshedView;
}

/** The Team Roles view, with the teams of the active connection. */
export class TeamRoles implements Disposable {
  #model: TeamRolesModel | undefined;
  readonly #flows: FlowContext;
  readonly #removals: RemoveFlow;
  readonly #subscription: Disposable;

  constructor(private readonly given: RolesView) {
    const { connections, removalsFolder, log } = given;
    const onProblem = (problem: string): void => {
      log.warn(`journal: ${problem}`);
    };
    this.#flows = { active: () => this.#model, journals: new Journals(removalsFolder, onProblem), log };
    this.#removals = new RemoveFlow(this.#flows);
    this.#subscription = connections.onDidChange(this.#follow);
    this.#follow();
  }

  /** The commands of the view. */
  readonly table = roleCommands;

  /** What the commands work with. */
  readonly active = (): RolesContext | undefined => {
    const model = this.#model;
    const restore = (): Promise<void> => restoreFlow(this.#flows);
    return model && { model, view: this.given.view, removals: this.#removals, restore };
  };

  /** What access reviews take from this view. */
  readonly forReview = () => {
    const model = this.#model;
    return (
      model && {
        session: model.session,
        model,
        teamUidOf: (argument: unknown) => {
          const row = givenRow(model.rows, argument);
          return isTeamRow(row) ? row.team.uid : undefined;
        },
        remove: (roles: readonly TeamRole[]) => this.#removals.remove(model, roles),
        removals: () => removalsOf(this.#flows.journals, model.session.connection),
      }
    );
  };

  /** The teams and roles of a session, for agents; undefined if it is not the active one. */
  forAgents(session: object): RolesForAgents | undefined {
    const model = this.#model;
    return model?.session === session ? new RolesForAgents(model, this.#removals) : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#model?.dispose();
  }

  readonly #follow = (): void => {
    const { connections, inventories, tree, refreshed } = this.given;
    this.#model?.dispose();
    const { session } = connections;
    const fleet = (): FleetReader | undefined =>
      inventories.active?.session === session ? inventories.fleet : undefined;
    const model = (this.#model = session && new TeamRolesModel(session, fleet));
    model?.onDidChangeOffer(this.#showRefusal);
    this.#showRefusal();
    tree.show(model);
    refreshed.show(model?.rows);
    if (session !== undefined) void findLateOutcomes(this.#flows, session);
  };

  readonly #showRefusal = (): void => {
    const { tree, view } = this.given;
    const refusal = this.#model?.removalRefusal;
    setContextKey('poolview.rolesFixed', refusal !== undefined);
    tree.setMessage(view, refusal === undefined ? '' : refusalText(refusal));
  };
}

/** Reports the outcomes of earlier removals through the connection of `session` that were not known. */
async function findLateOutcomes(flows: FlowContext, session: Session): Promise<void> {
  const { connection } = session;
  try {
    const journal = flows.journals.of(connection);
    const late = await determineOutcomes(() => session.client(), journal, connection);
    flows.active()?.recorded();
    const restore = (entryIds: readonly string[]) => restoreFlow(flows, connection, entryIds);
    await reportLateOutcomes(late, connection.readOnly ? undefined : restore);
  } catch (error) {
    flows.log.warn(`journal: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/** What reviews take from the journal: the latest removals through a connection, by the IDs of the removed grants. */
export async function removalsOf(journals: Journals, connection: Connection) {
  const entries = (await journals.of(connection).entries()).toReversed();
  const own = entries.filter((entry) => isSameConnection(entry.connection, connection));
  return new Map(
    own.map((entry) => [
      resourceGrantId(entry.team.uid, entry.roleUid),
      { ...entry, ...shownOutcome(entry) },
    ]),
  );
}

/** Why roles cannot be removed. */
function refusalText({ kind, failure }: ServiceError): string {
  return kind === 'forbidden'
    ? l10n.t(
        "You can't remove roles: the API key probably lacks the {0} permission. Refresh to try again.",
        failure.permission ?? '?',
      )
    : l10n.t("This service doesn't support removing resource roles. Refresh to try again.");
}
