import { commands, l10n, window, type LogOutputChannel } from 'vscode';
import { isSameConnection, type Connection } from '../connections/connection';
import type { Session } from '../connections/session';
import { isServiceError } from '../service/errors';
import { completeStep } from '../ui/contextKeys';
import { showServiceError } from '../ui/errorMessage';
import type { FlowContext } from './flowContext';
import type { Journals } from './journal/journals';
import { restorableEntries } from './journal/restorable';
import type { TeamRolesModel } from './model';
import { DeclinedProposals } from './removal/declinedProposals';
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
  readonly #declined = new DeclinedProposals();

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
    const { results } = await this.#alone(async () => {
      const { removeFlow } = await import('./removal/removeFlow');
      return removeFlow(await this.#contextOf(roles, roles.session.connection), chosen);
    });
    await this.#report(roles.session, results);
  }

  /**
   * Asks the user whether to remove a role that an agent proposed, unless another removal is in progress. Until the user is
   * asked, the user can start another removal.
   * @param find reads the role; undefined if it does not exist
   * @param signal once it is aborted, the user is not asked, and an open dialog removes nothing
   * @throws ServiceError if the role cannot be read
   */
  async propose(roles: ActiveRoles, find: () => Promise<TeamRole | undefined>, signal: AbortSignal) {
    const { session } = roles;
    const refused = this.#whyNotAsked(session);
    if (refused !== undefined) return { decision: 'notAsked', why: refused } as const;
    const found = await find();
    if (found === undefined) return { decision: 'notAsked', why: 'notFound' } as const;
    const { confirmAndRemove, readChosen } = await import('./removal/removeFlow');
    const { outcomeOf } = await import('./removal/outcomeOf');
    const context = { ...(await this.#contextOf(roles, session.connection)), proposal: signal };
    const read = await readChosen(context, [found]);
    const refusedNow = this.#whyNotAsked(session);
    if (refusedNow !== undefined) return { decision: 'notAsked', why: refusedNow } as const;
    const result = await this.#alone(() => confirmAndRemove(context, read));
    if (result.decision === 'declined') this.#declined.add(session.connection);
    // The agent does not wait until the user closes the message.
    if (result.decision === 'confirmed') void this.#reportLater(session, result.results);
    return outcomeOf(result);
  }

  #whyNotAsked({ connection }: Session): 'justDeclined' | 'otherRemoval' | undefined {
    if (this.#declined.has(connection)) return 'justDeclined';
    return this.#isRemoving ? 'otherRemoval' : undefined;
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

  /** Only one removal can be in progress. */
  async #alone<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#isRemoving = true;
    try {
      return await run();
    } finally {
      this.#isRemoving = false;
    }
  }

  async #report({ connection }: Session, results: readonly RemovalResult[]): Promise<void> {
    if (results.length === 0) return;
    if (results.some(({ removal }) => removal.outcome === 'removed')) completeStep('remove');
    const journal = await this.journals.of(connection);
    const pruned = restorableEntries(await journal.prune());
    const { reportRemovals } = await import('./removal/reportRemoval');
    await reportRemovals(results, pruned, (entryIds) => this.restore(connection, entryIds));
  }

  async #reportLater(session: Session, results: readonly RemovalResult[]): Promise<void> {
    try {
      await this.#report(session, results);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      await showServiceError(error);
    }
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
