import { commands, l10n, window, type LogOutputChannel } from 'vscode';
import { isSameConnection, type Connection } from '../connections/connection';
import type { Session } from '../connections/session';
import { completeStep } from '../ui/contextKeys';
import type { FlowContext } from './flowContext';
import type { Journals } from './journal/journals';
import { restorableEntries } from './journal/restorable';
import type { TeamRolesModel } from './model';
import type { RemovalResult } from './removal/removeRoles';
import type { TeamRole } from './resourceRoles';
import type { Team } from './teams';

/** The active session and the model that shows it. */
export interface ActiveRoles {
  readonly session: Session;
  readonly model: TeamRolesModel;
}

/** Starts the removal and restore flows. Their code is loaded when they start. */
export class RoleActions {
  #isRemoving = false;

  constructor(
    private readonly journals: Journals,
    private readonly log: LogOutputChannel,
    private readonly active: () => ActiveRoles | undefined,
  ) {}

  /**
   * Throws ServiceError.
   * @param chosen the roles, or the team to choose roles of; by default, the user chooses both
   */
  async remove(roles: ActiveRoles, chosen?: readonly TeamRole[] | Team): Promise<void> {
    if (this.#isRemoving) {
      void window.showInformationMessage(l10n.t('Another removal is in progress.'));
      return;
    }
    this.#isRemoving = true;
    const { connection } = roles.session;
    let results: readonly RemovalResult[];
    try {
      const { removeFlow } = await import('./removal/removeFlow');
      results = await removeFlow(await this.#contextOf(roles, connection), chosen);
    } finally {
      this.#isRemoving = false;
    }
    if (results.length === 0) return;
    if (results.some(({ removal }) => removal.outcome === 'removed')) completeStep('remove');
    const journal = await this.journals.of(connection);
    const pruned = restorableEntries(await journal.prune());
    const { reportRemovals } = await import('./removal/reportRemoval');
    await reportRemovals(results, pruned, (entryIds) => this.restore(connection, entryIds));
  }

  /**
   * Restores roles through the active session. The user may have switched connections since the *Restore* button was shown.
   * @param removedFrom the connection of the journal entries; by default, the active one
   * @param entryIds the journal entries; by default, the user chooses
   */
  async restore(removedFrom?: Connection, entryIds?: readonly string[]): Promise<void> {
    const roles = this.active();
    if (roles === undefined) {
      await commands.executeCommand('poolview.connect');
      return;
    }
    const { restoreFlow } = await import('./restore/restoreFlow');
    await restoreFlow(await this.#contextOf(roles, removedFrom ?? roles.session.connection), entryIds);
  }

  /** Determines the outcomes of earlier removals through the connection of `session`. */
  async reportLateOutcomes(session: Session): Promise<void> {
    const { connection } = session;
    if (await this.journals.isEmpty(connection)) return;
    const { reportLateOutcomes } = await import('./removal/lateOutcomes');
    await reportLateOutcomes(session, await this.journals.of(connection), (entryIds) =>
      this.restore(connection, entryIds),
    );
  }

  async #contextOf({ session, model }: ActiveRoles, removedFrom: Connection): Promise<FlowContext> {
    return {
      session,
      model: () => {
        const active = this.active();
        return active !== undefined && isSameConnection(active.session.connection, session.connection)
          ? active.model
          : model;
      },
      journal: await this.journals.of(removedFrom),
      log: this.log,
    };
  }
}
