import { l10n } from 'vscode';
import { formatProgress } from '../../text/format';
import { andMore } from '../../text/hoverParts';
import { takeTurns } from '../../text/names';
import { sanitizeLine } from '../../text/text';
import { isServiceError } from '../../service/errors';
import { uniqueByUid } from '../../service/pages';
import { withCancellableProgress } from '../../ui/progress';
import { holderKey, type Access, type Grant, type Holder } from '../../access/access';
import { planOf, readInTime, readNeeded, requestsOf, type Needed } from '../../access/plan';
import { effectsOf, membersEffect, waysOfMembers } from '../../access/effect';
import { effectText } from '../../access/effectText';
import { resourceGrants } from '../../access/readGrants';
import type { TeamRole } from '../../access/resourceRoles';
import { teamName } from '../../access/roleNames';
import type { TeamRolesModel } from '../model';

/** What the removal of roles changes, as far as it was read. */
export class RemovalEffect {
  /** Those that the service listed. Of the others, nothing is known. */
  readonly #removed: readonly Grant[];
  readonly #teams: readonly Holder[];
  #areMembersRead = false;

  /** @param since what was requested before is read again: it must not decide */
  constructor(
    private readonly model: Pick<TeamRolesModel, 'access' | 'listTeams' | 'unreadTeamPages'>,
    items: readonly TeamRole[],
    private readonly since: number,
  ) {
    this.#removed = items.flatMap(({ team: { uid, name }, role, isListed }) =>
      isListed ? resourceGrants({ kind: 'team', uid, name }, [role]) : [],
    );
    this.#teams = uniqueByUid(
      this.#removed.map(({ holder }) => holder),
      holderKey,
    );
  }

  /** Reads what the confirmation says, in a short time. What cannot be read stays unknown, as if it had never been read. */
  async read(signal: AbortSignal): Promise<void> {
    if (this.#teams.length === 0) return;
    const { access } = this.model;
    const needed = (): Needed => ({
      holders: this.#teams,
      lists: ['listTeams', 'listRoles', 'searchClusters', 'listProjectUids'],
      grants: this.#removed,
    });
    await readInTime((until) => readNeeded(access, needed, this.since, { signal: until }), signal);
  }

  /** What the confirmation says. @param max the most lines about several teams */
  lines(max = 10): readonly string[] {
    const access = this.#access;
    const areMembersRead = this.#areMembersRead || this.memberRequests(access) === 0;
    const teams = effectsOf(access, this.#removed).map((effect) => {
      const isKept = effect.isWhole && effect.cells.every(({ state }) => state === 'kept');
      // If the team keeps everything, members don't need other ways.
      const ofMembers = areMembersRead ? membersEffect(effect) : undefined;
      const members = isKept ? [] : ofMembers;
      return { name: sanitizeLine(teamName(effect.holder), 40), lines: effectText(effect, members, access) };
    });
    const [first, ...others] = teams;
    const kubeconfigs = l10n.t('Kubeconfigs that members downloaded still work.');
    if (first === undefined) return [l10n.t('What the roles allow was not read.'), kubeconfigs];
    if (others.length === 0) return first.lines;
    const lines = teams.map(({ name, lines: ofTeam }) =>
      ofTeam.filter((line) => line !== kubeconfigs).map((line) => l10n.t('{0}: {1}', name, line)),
    );
    const more = lines.flat().length - max;
    return [...takeTurns(lines, max), ...(more > 0 ? [andMore(more)] : []), kubeconfigs];
  }

  /** How many requests it takes at least to read what members keep in other ways. */
  memberRequests(access = this.#access): number {
    // A member may be in any team.
    return (
      requestsOf(planOf(this.model.access, this.#ofMembers(access), this.since)) + this.model.unreadTeamPages
    );
  }

  /** Reads what members keep in other ways, until the user cancels. */
  readMembers(): PromiseLike<void> {
    const { model, since } = this;
    return withCancellableProgress(l10n.t('Checking members…'), async (signal, progress) => {
      const requests = this.memberRequests();
      const options = { signal };
      let answered = 0;
      this.#areMembersRead = true;
      // If that fails, the dialog says so: not all teams are known.
      await model.listTeams(true, signal).catch(() => undefined);
      const needed = (): Needed => this.#ofMembers(this.#access);
      try {
        await readNeeded(model.access, needed, since, options, (count) => {
          progress.report({ message: formatProgress((answered += count), requests) });
        });
      } catch (error) {
        if (!isServiceError(error, 'cancelled')) throw error;
      }
    });
  }

  get #access(): Access {
    return this.model.access.at(this.since);
  }

  /** What has to be read to know what members keep: their own grants, and those of their other teams. */
  #ofMembers(access: Access): Needed {
    const holders = waysOfMembers(access, this.#teams);
    return { holders, lists: holders.length === 0 ? [] : ['listUserNames'] };
  }
}
