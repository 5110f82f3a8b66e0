import type { LogOutputChannel } from 'vscode';
import type { Session } from '../connections/session';
import type { Journal } from './journal/journal';
import type { TeamRolesModel } from './model';

/** What the removal and restore flows work with. */
export interface FlowContext {
  readonly session: Session;
  /** The model that shows the session's connection. It is replaced if the user switches to another connection and back. */
  readonly model: () => TeamRolesModel;
  readonly journal: Journal;
  readonly log: LogOutputChannel;
}
