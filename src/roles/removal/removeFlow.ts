import { l10n, window } from 'vscode';
import { roleText } from '../../access/grantText';
import type { TeamRole } from '../../access/resourceRoles';
import { teamName, type Team } from '../../access/teams';
import { isSameConnection, type Connection } from '../../connections/connection';
import { requestTime } from '../../service/requestTime';
import { formatNumber } from '../../text/format';
import { escapeIconsAndLinks } from '../../text/text';
import { showErrors } from '../../ui/errorMessage';
import { withBatchProgress, withCancellableProgress } from '../../ui/progress';
import { currentModel, type FlowContext, type TeamRolesModel } from '../model';
import { grantMeaning } from '../journal/meaning';
import { logResult, reportRemovals, resultForAgent, showAudit } from '../messages';
import { removalOutcomes } from '../outcomes';
import { restoreFlow } from '../restore/restoreFlow';
import { chooseRoles } from './chooseRoles';
import { confirmRemoval, showAll, worstRolesFirst, type RemovalQuestion } from './confirmRemoval';
import { ConfirmedRemoval, readEffect, RemovalEffect } from './removalEffect';
import { removeRoles, rereadRoles, type RemovalResult, type RereadRoles } from './removeRoles';

/** Roles that were chosen and read. */
interface ChosenRoles extends RereadRoles {
  /** The number of the first request that may decide about them. */
  readonly since: number;
}

interface FlowResult {
  /** What the user decided; `notAsked` if there was nothing to confirm. */
  readonly decision: 'confirmed' | 'declined' | 'notAsked' | 'lookedAtAll';
  readonly results: readonly RemovalResult[];
}

/** Who chose the roles. Once it is aborted, nothing is asked or confirmed. */
interface Proposal {
  readonly by: RemovalQuestion['startedBy'];
  readonly signal?: AbortSignal;
}

/** After the user declined a proposal, agents cannot ask about one role after the other: for this time, in milliseconds. */
const proposalPauseMs = 60_000;

/** Removes roles that the user or an agent chooses, after the user has confirmed. Only one removal can be in progress. */
export class RemoveFlow {
  #isRemoving = false;
  /** The proposals that the user declined in the last minute. */
  #declined: readonly { readonly connection: Connection; readonly at: number }[] = [];

  constructor(private readonly context: FlowContext) {}

  /**
   * Lets the user choose roles and confirm them as the service lists them at that moment, removes them and reports the
   * results.
   * @throws ServiceError if they cannot be read
   * @param chosen the roles, or the team to choose roles of; by default, the user chooses both
   * @param proposal given unless the user chooses here, or in a review
   */
  async remove(
    model: TeamRolesModel,
    chosen?: readonly TeamRole[] | Team,
    proposal?: Proposal,
  ): Promise<void> {
    const { readOnly } = model.session.connection;
    if (readOnly || this.#isRemoving) {
      void window.showInformationMessage(
        readOnly
          ? l10n.t("This connection is read-only. To allow changes, select the lock in the view's title.")
          : l10n.t('Another removal is in progress.'),
      );
      return;
    }
    let items: readonly TeamRole[] = [];
    const { decision, results } = await this.#runRemoval(async () => {
      const read = await this.#readChosen(model, chosen);
      items = read.there;
      return this.#confirmAndRemove(model, read, proposal);
    });
    if (decision === 'lookedAtAll') void showErrors(() => this.#offerAgain(model, items));
    else await this.#report(model, results);
  }

  /** After the user has looked at all roles, everything is read and asked again. */
  async #offerAgain(model: TeamRolesModel, items: readonly TeamRole[]): Promise<void> {
    const again = l10n.t('Remove {0} Roles…', formatNumber(items.length));
    const answer = await window.showInformationMessage(l10n.t('Nothing has been removed yet.'), again);
    if (answer === again) await this.remove(model, items);
  }

  /**
   * Asks the user whether to remove a role that an agent proposed, unless another removal is in progress. Until the user is
   * asked, the user can start another removal.
   * @param find reads the role; undefined if it does not exist
   * @param signal once it is aborted, the user is not asked, and an open dialog removes nothing
   * @throws ServiceError if the role cannot be read
   */
  async propose(model: TeamRolesModel, find: () => Promise<TeamRole | undefined>, signal: AbortSignal) {
    const { connection } = model.session;
    const refused = this.#whyNotAsked(connection);
    if (refused !== undefined) return { decision: 'notAsked', why: refused } as const;
    const found = await find();
    if (found === undefined) return { decision: 'notAsked', why: 'notFound' } as const;
    const read = await this.#readChosen(model, [found]);
    const refusedNow = this.#whyNotAsked(connection);
    if (refusedNow !== undefined) return { decision: 'notAsked', why: refusedNow } as const;
    const { decision, results } = await this.#runRemoval(() =>
      this.#confirmAndRemove(model, read, { by: 'agent', signal }),
    );
    const [result] = results;
    if (decision === 'notAsked') return { decision, why: 'notFound' } as const;
    if (decision !== 'confirmed' || result === undefined) {
      this.#declined = [...this.#declined, { connection, at: Date.now() }];
      return { decision: 'declined' } as const;
    }
    // The agent does not wait until the user closes the message.
    void showErrors(() => this.#report(model, results));
    return { decision, ...resultForAgent(result) };
  }

  #whyNotAsked(connection: Connection): 'readOnly' | 'justDeclined' | 'otherRemoval' | undefined {
    if (connection.readOnly) return 'readOnly';
    // The absolute difference, because the clock may have been set back.
    this.#declined = this.#declined.filter(({ at }) => Math.abs(Date.now() - at) < proposalPauseMs);
    if (this.#declined.some((one) => isSameConnection(one.connection, connection))) return 'justDeclined';
    return this.#isRemoving ? 'otherRemoval' : undefined;
  }

  async #runRemoval(run: () => Promise<FlowResult>): Promise<FlowResult> {
    this.#isRemoving = true;
    try {
      return await run();
    } finally {
      this.#isRemoving = false;
    }
  }

  /** Roles of rows are reread, because rows may be outdated. Then, what their removal changes is read. */
  async #readChosen(
    model: TeamRolesModel,
    chosen: readonly TeamRole[] | Team | undefined,
  ): Promise<ChosenRoles> {
    const since = requestTime().requestNumber;
    const isRead = chosen === undefined || 'uid' in chosen;
    const roles = isRead ? ((await chooseRoles(model, chosen)) ?? []) : chosen;
    if (roles.length === 0) return { there: roles, gone: [], since };
    return withCancellableProgress(l10n.t('Checking what the removal changes…'), async (signal) => {
      const read = isRead ? { there: roles, gone: [] } : await rereadRoles(model.access, roles);
      await readEffect(model.access, read.there, since, signal);
      return { ...read, since };
    });
  }

  async #confirmAndRemove(
    active: TeamRolesModel,
    { there, gone, since }: ChosenRoles,
    proposal?: Proposal,
  ): Promise<FlowResult> {
    const model = currentModel(this.context, active);
    const results: RemovalResult[] = gone.map((item) => ({ item, removal: { outcome: 'alreadyGone' } }));
    for (const { item, removal } of results) model.removalEnds(item.team.uid, item.role.uid, removal);
    const sorted = worstRolesFirst(there, model.access.at(since));
    const [first, ...others] = sorted;
    if (first === undefined || proposal?.signal?.aborted === true) return { decision: 'notAsked', results };
    const effect = new RemovalEffect(model, sorted, since);
    const { connection } = model.session;
    const question = { items: [first, ...others], gone, connection, effect } as const;
    // What is read while the dialog is open is not what it says.
    const told = new ConfirmedRemoval(() => currentModel(this.context, active), there, since);
    const answer = await ask(question, proposal);
    if (answer === 'showAll') {
      await showAll(question);
      return { decision: 'lookedAtAll', results: [] };
    }
    if (answer === 'keep') return { decision: 'declined', results: [] };
    results.push(...(await this.#removeConfirmed(active, there, told, proposal)));
    // All roles have changed, and the user confirmed none of them again.
    return results.every(({ removal }) => removal.outcome === 'notTried')
      ? { decision: 'declined', results: [] }
      : { decision: 'confirmed', results };
  }

  #removeConfirmed(
    active: TeamRolesModel,
    items: readonly TeamRole[],
    confirmed: ConfirmedRemoval,
    proposal: Proposal | undefined,
  ): Thenable<readonly RemovalResult[]> {
    const { journals, log } = this.context;
    const { session } = active;
    const { connection } = session;
    const model = (): TeamRolesModel => currentModel(this.context, active);
    const titles = {
      one: l10n.t('Removing role…'),
      several: l10n.t('Removing roles'),
    };
    return withBatchProgress(items.length, titles, async (signal, report) => {
      /** The UIDs of the teams that may have other roles now. */
      const changed = new Set<string>();
      try {
        return await removeRoles(await session.client(), journals.of(connection), connection, items, {
          signal,
          reader: {
            listTeamResourceRoles: (uid, options) => model().access.listTeamResourceRoles(uid, options),
          },
          onNext: ({ team, role }, index) => {
            model().removalBegins(team.uid, role.uid);
            changed.add(team.uid);
            const names = escapeIconsAndLinks(`${roleText(role, ['role', 'projects'])} (${teamName(team)})`);
            report(
              index,
              l10n.t('{0} of {1}: {2}', formatNumber(index + 1), formatNumber(items.length), names),
            );
          },
          onResult: ({ item, removal }) => {
            if (!removalOutcomes[removal.outcome].mayBeGone) confirmed.stays(item);
            model().removalEnds(item.team.uid, item.role.uid, removal);
            logResult(log, connection, 'remove', { teamUid: item.team.uid, roleUid: item.role.uid }, removal);
          },
          meaningOf: (item) => grantMeaning(item.role, confirmed.accessOf(item)),
          confirmAgain: async (item, hasChanged) => {
            const effect = await confirmed.toConfirm(item, hasChanged, signal);
            if (effect === undefined) return undefined;
            const changes = hasChanged ? 'role' : 'effect';
            const answer = await ask({ items: [item], connection, changed: changes, effect }, proposal);
            if (answer === 'remove') confirmed.confirm();
            return answer === 'remove';
          },
        });
      } finally {
        // Even after an unexpected error, no row stays marked as being removed.
        for (const { team, role } of items) {
          model().removalEnds(team.uid, role.uid, { outcome: 'notTried' });
        }
        for (const uid of changed) model().rolesChanged(uid);
      }
    });
  }

  async #report(model: TeamRolesModel, results: readonly RemovalResult[]): Promise<void> {
    const { session } = model;
    const { connection } = session;
    if (results.length === 0) return;
    await this.context.journals.of(connection).prune();
    const restore = (ids: readonly string[]): Promise<void> => restoreFlow(this.context, connection, ids);
    const team = results[0]?.item.team;
    const isOfTeam = ({ item, removal }: RemovalResult): boolean =>
      removalOutcomes[removal.outcome].tookIt && item.team.uid === team?.uid;
    const hasEntry = session.refusals.of('listAudits') === undefined && results.every(isOfTeam);
    // The user may have switched to another service since.
    const show = () => (team && this.context.active()?.session === session ? showAudit(team) : undefined);
    await reportRemovals(results, restore, hasEntry ? [[l10n.t('Show Audit Entry'), show]] : []);
  }
}

/** A proposal that was canceled while the dialog was open is not confirmed, whatever the user answers. */
async function ask(
  question: RemovalQuestion,
  proposal: Proposal | undefined,
): Promise<'remove' | 'keep' | 'showAll'> {
  const answer = await confirmRemoval({ ...question, startedBy: proposal?.by });
  if (answer !== 'remove' || proposal?.signal?.aborted !== true) return answer;
  void window.showInformationMessage(l10n.t('The proposal was canceled. Nothing was removed.'));
  return 'keep';
}
