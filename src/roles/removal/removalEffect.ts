import { l10n } from 'vscode';
import { formatProgress, takeTurns } from '../../text/format';
import { andMore } from '../../text/markdown';
import { sanitizeLine } from '../../text/text';
import { isServiceError } from '../../service/errors';
import { uniqueByUid } from '../../service/pages';
import { requestTime } from '../../service/requestTime';
import { withCancellableProgress } from '../../ui/progress';
import { holderKey, keyOf, type Access, type Grant, type Holder } from '../../access/access';
import { accessPlan, readInTime, readNeeded, requestsOf, type Needed } from '../../access/plan';
import { effectsOf, membersEffect, waysOfMembers, type Effect } from '../../access/effect';
import { effectText } from '../../access/effectText';
import { resourceGrants } from '../../access/readGrants';
import type { TeamRole } from '../../access/resourceRoles';
import { teamName } from '../../access/teams';
import type { TeamRolesModel } from '../model';

/** What the removal of roles changes, as far as it was read. */
export class RemovalEffect {
  readonly #removed: readonly Grant[];
  readonly #others: readonly Grant[];
  #areMembersRead = false;

  /**
   * @param since what was requested before is read again: it must not decide
   * @param others roles that are removed with these, of which nothing is said
   */
  constructor(
    private readonly model: TeamRolesModel,
    items: readonly TeamRole[],
    private readonly since: number,
    others: readonly TeamRole[] = [],
  ) {
    this.#removed = items.flatMap(grantOf);
    this.#others = others.flatMap(grantOf);
  }

  /** What the confirmation says. @param max the most lines about several teams */
  lines(max = 10): readonly string[] {
    const access = this.#access;
    const areMembersRead = this.#areMembersRead || this.memberRequests(access) === 0;
    const teams = this.#effects.map((effect) => {
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

  /** What the teams keep, or lose or may lose: a text for each permission and place. */
  where(isKept: boolean): ReadonlySet<string> {
    const cells = this.#effects.flatMap(({ holder, cells: own }) =>
      own.filter(({ state }) => (state === 'kept') === isKept).map((cell) => ({ ...cell, holder })),
    );
    return new Set(
      cells.flatMap(({ holder, projectUid, clusters, filters, permissions }) => {
        const places = clusters?.map(({ uid }) => uid) ?? [keyOf(filters)];
        return places.flatMap((place) =>
          permissions.map((permission) => JSON.stringify([holder.uid, projectUid, place, permission])),
        );
      }),
    );
  }

  get #effects(): readonly Effect[] {
    return effectsOf(this.#access, this.#removed, this.#others);
  }

  /** How many requests it takes at least to read what members keep in other ways. */
  memberRequests(access = this.#access): number {
    // A member may be in any team.
    return (
      requestsOf(accessPlan(this.model.access, neededOfMembers(access, this.#removed), this.since)) +
      this.model.unreadTeamPages
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
      const needed = (): Needed => neededOfMembers(this.#access, this.#removed);
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
}

/** Reads what the confirmation says, in a short time. What cannot be read stays unknown, as if it had never been read. */
export async function readEffect(
  access: TeamRolesModel['access'],
  items: readonly TeamRole[],
  since: number,
  signal: AbortSignal,
): Promise<void> {
  const grants = items.flatMap(grantOf);
  if (grants.length === 0) return;
  const lists = ['listTeams', 'listRoles', 'searchClusters', 'listProjectUids'] as const;
  const needed = (): Needed => ({ holders: holdersOf(grants), lists, grants });
  await readInTime((until) => readNeeded(access, needed, since, { signal: until }), signal);
}

/** What has to be read to know what members keep: their own grants, and those of their other teams. */
function neededOfMembers(access: Access, removed: readonly Grant[]): Needed {
  const holders = waysOfMembers(access, holdersOf(removed));
  return { holders, lists: holders.length === 0 ? [] : ['listUserNames'] };
}

function holdersOf(grants: readonly Grant[]): readonly Holder[] {
  const holders = grants.map(({ holder }) => holder);
  return uniqueByUid(holders, holderKey);
}

/** The grant that a role is. Of one that the service did not list, nothing is known. */
function grantOf({ team: { uid, name }, role, isListed }: TeamRole): readonly Grant[] {
  return isListed ? resourceGrants({ kind: 'team', uid, name }, [role]) : [];
}

/** What the user was asked to confirm, as it was then: roles to remove, and what their teams keep. */
export class ConfirmedRemoval {
  #items: readonly TeamRole[];
  readonly #kept: Set<string>;
  /** What the user was told last. */
  #told: { readonly lost: ReadonlySet<string>; readonly kept: ReadonlySet<string> } | undefined;
  /** The number of the first request that decides, by the UID of the team, if that is a later one than for the others. */
  readonly #since = new Map<string, number>();

  /** @param since the number of the first request that decided what the user was told */
  constructor(
    private readonly model: () => TeamRolesModel,
    items: readonly TeamRole[],
    private readonly since: number,
  ) {
    this.#items = items;
    this.#kept = new Set(new RemovalEffect(model(), items, since).where(true));
  }

  /** What was read of a team since the user was asked. */
  accessOf({ team }: TeamRole): Access {
    return this.model().access.at(this.#since.get(team.uid) ?? this.since);
  }

  /**
   * What is to be confirmed, now that a role was read again.
   * @param hasChanged whether it is another than the one that the user confirmed
   * @returns undefined if it is as the user confirmed, and nothing is lost, or not known, that was kept
   */
  async toConfirm(
    item: TeamRole,
    hasChanged: boolean,
    signal: AbortSignal,
  ): Promise<RemovalEffect | undefined> {
    const { uid } = item.team;
    const isItem = ({ team, role }: TeamRole): boolean => team.uid === uid && role.uid === item.role.uid;
    this.#items = this.#items.map((one) => (isItem(one) ? item : one));
    if (hasChanged) this.#since.set(uid, requestTime().requestNumber);
    const others = this.#items.filter((one) => one.team.uid === uid && !isItem(one));
    const since = this.#since.get(uid) ?? this.since;
    const effect = new RemovalEffect(this.model(), [item], since, others);
    if (hasChanged) await readEffect(this.model().access, [item], since, signal);
    this.#told = { lost: effect.where(false), kept: effect.where(true) };
    const isWorse = [...this.#told.lost].some((place) => this.#kept.has(place));
    return hasChanged || isWorse ? effect : undefined;
  }

  /** The user has confirmed what was told. */
  confirm(): void {
    const { lost = [], kept = [] } = this.#told ?? {};
    for (const place of lost) this.#kept.delete(place);
    for (const place of kept) this.#kept.add(place);
  }

  /** A role stays: it keeps what others give, too. */
  stays({ team, role }: TeamRole): void {
    this.#items = this.#items.filter((one) => one.team.uid !== team.uid || one.role.uid !== role.uid);
  }
}
