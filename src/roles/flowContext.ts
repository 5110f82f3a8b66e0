import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { isSameConnection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import type { Session } from '../connections/session';
import type { Inventories } from '../items/inventories';
import type { Journals } from './journal/journal';
import type { TeamRolesModel } from './model';

/** What the Team Roles view needs. */
export interface RolesParts {
  readonly connections: Connections;
  readonly inventories: Pick<Inventories, 'active' | 'fleet'>;
  readonly context: Pick<ExtensionContext, 'globalStorageUri'>;
  readonly log: LogOutputChannel;
}

/** The active session, and the model that shows it. */
export interface ActiveRoles {
  readonly session: Session;
  readonly model: TeamRolesModel;
}

/** The dependencies of the removal and restore flows. */
export interface FlowContext {
  /** Undefined if nothing is connected. The user may switch to another connection while a flow runs. */
  readonly active: () => ActiveRoles | undefined;
  readonly journals: Journals;
  readonly log: LogOutputChannel;
}

/** The current model of a connection, which changes if the user switches to another connection and back. */
export function currentModel({ active }: FlowContext, { session, model }: ActiveRoles): TeamRolesModel {
  const now = active();
  return now !== undefined && isSameConnection(now.session.connection, session.connection)
    ? now.model
    : model;
}
