import { l10n } from 'vscode';
import { formatProgress } from '../../text/format';
import { andMore } from '../../text/hoverParts';
import { takeTurns } from '../../text/names';
import { sanitizeLine } from '../../text/text';
import { isServiceError } from '../../service/errors';
import { uniqueByUid } from '../../service/pages';
import { withCancellableProgress } from '../../ui/progress';
import {
  grantsOf,
  holderKey,
  kindsToRead,
  listsOf,
  type Access,
  type Grant,
  type GrantKind,
  type Holder,
} from '../../access/access';
import { readInTime } from '../../access/accessReader';
import { effectsOf, membersEffect } from '../../access/effect';
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

  /**
   * Reads what the confirmation says, in a short time. What cannot be read stays unknown, as if it had never been read.
   * @param kinds of grants: those that were not read just now
   */
  async read(kinds: readonly GrantKind[], signal: AbortSignal): Promise<void> {
    const { access } = this.model;
    if (this.#teams.length === 0) return;
    for (const team of this.#teams) access.forgetGrants(team, kinds);
    const known = (): readonly Grant[] => this.#teams.flatMap((team) => grantsOf(listsOf(access, team)));
    await readInTime(async (until) => {
      const options = { signal: until };
      await Promise.all([
        access.readClusters(options, this.since),
        access.readTeams(options, this.since),
        access.readDefinitions(known(), options, this.since),
        ...this.#teams.map((team) => access.readGrants(team, kinds, options)),
      ]);
      await access.readDefinitions(known(), options, this.since);
    }, signal);
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

  /** How many requests it takes to read what members keep in other ways, without those for definitions. */
  memberRequests(access = this.#access): number {
    const unread = this.#unreadOfMembers(access);
    const names = unread.length > 0 && access.users.size === 0 ? 1 : 0;
    // A member may be in any team.
    return unread.reduce((sum, [, kinds]) => sum + kinds.length, names + this.model.unreadTeamPages);
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
      try {
        await model.access.readUserNames(options);
        await Promise.all(
          this.#unreadOfMembers(this.#access).map(async ([holder, kinds]) => {
            const lists = await model.access.readGrants(holder, kinds, options);
            progress.report({ message: formatProgress((answered += kinds.length), requests) });
            await model.access.readDefinitions(grantsOf(lists), options, since);
          }),
        );
      } catch (error) {
        if (!isServiceError(error, 'cancelled')) throw error;
      }
    });
  }

  get #access(): Access {
    return this.model.access.accessSince(this.since);
  }

  /** What has to be read to know what members keep: their own grants, and those of their other teams. */
  #unreadOfMembers(access: Access): readonly (readonly [Holder, readonly GrantKind[]])[] {
    const teams = new Set(this.#teams.map(({ uid }) => uid));
    const users = new Set([...teams].flatMap((uid) => access.members.get(uid) ?? []));
    const others = [...access.members].filter(
      ([uid, ofTeam]) => !teams.has(uid) && ofTeam.some((user) => users.has(user)),
    );
    const toRead = [
      ...[...users].map((uid): Holder => ({ kind: 'user', uid })),
      ...others.map(([uid]): Holder => ({ kind: 'team', uid })),
    ];
    return toRead
      .map((holder) => [holder, kindsToRead(listsOf(access, holder))] as const)
      .filter(([, kinds]) => kinds.length > 0);
  }
}
