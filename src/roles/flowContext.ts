import type { LogOutputChannel } from 'vscode';
import type { Session } from '../connections/session';
import type { Journal } from './journal/journal';
import type { TeamRolesModel } from './model';

/** The dependencies of the removal and restore flows. */
export interface FlowContext {
  readonly session: Session;
  /** The current model of the session's connection, which changes if the user switches to another connection and back. */
  readonly model: () => TeamRolesModel;
  readonly journal: Journal;
  readonly log: LogOutputChannel;
}
