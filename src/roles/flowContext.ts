import type { LogOutputChannel } from 'vscode';
import { isSameConnection } from '../connections/connection';
import type { Journals } from './journal/journal';
import type { TeamRolesModel } from './model';

/** The dependencies of the removal and restore flows. */
export interface FlowContext {
  /** Undefined if nothing is connected. The user may switch to another connection while a flow runs. */
  readonly active: () => TeamRolesModel | undefined;
  readonly journals: Journals;
  readonly log: LogOutputChannel;
}

/** The current model of a connection, which changes if the user switches to another connection and back. */
export function currentModel({ active }: FlowContext, model: TeamRolesModel): TeamRolesModel {
  const now = active();
  return now !== undefined && isSameConnection(now.session.connection, model.session.connection)
    ? now
    : model;
}
