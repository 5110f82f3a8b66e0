import { l10n } from 'vscode';
import { groupBy } from '../../items/groupBy';
import { andMore } from '../../text/hoverParts';
import { takeTurns } from '../../text/names';
import { sanitizeLine } from '../../text/text';
import { isServiceError } from '../../service/errors';
import {
  grantsOf,
  listsOf,
  type Access,
  type Grant,
  type GrantKind,
  type Holder,
  type HolderGrants,
} from '../../access/access';
import { readInTime, type AccessReader } from '../../access/accessReader';
import { effectsOf, membersEffect } from '../../access/effect';
import { effectText } from '../../access/effectText';
import { resourceGrants } from '../../access/readGrants';
import { unreadKinds } from '../../access/whoCan';
import type { TeamRole } from '../../access/resourceRoles';
import { teamName } from '../../access/roleNames';

/** What a removal changes, for its confirmation. */
export interface RemovalEffect {
  readonly lines: readonly string[];
  /** The same in full. */
  readonly all?: () => readonly string[];
  /** Reads what members keep in other ways; undefined if there is nothing to read. */
  readonly members?: { readonly requests: number; readonly read: () => PromiseLike<void> } | undefined;
}

/**
 * Reads what the confirmation of a removal says about its effect, in a short time. What cannot be read stays unknown, as if it
 * had never been read.
 * @param kinds of grants: those that were not read just now
 * @param since what was requested before is read again: it must not decide
 */
export async function readEffect(
  access: AccessReader,
  items: readonly TeamRole[],
  kinds: readonly GrantKind[],
  signal: AbortSignal,
  since: number,
): Promise<void> {
  const holders = byTeam(items).map(([holder]) => holder);
  if (holders.length === 0) return;
  for (const holder of holders) access.forgetGrants(holder, kinds);
  const known = (): readonly Grant[] => holders.flatMap((holder) => grantsOf(listsOf(access, holder)));
  await readInTime(async (until) => {
    const options = { signal: until };
    await Promise.all([
      access.readDeciding(options, since),
      access.readDefinitions(known(), options, since),
      ...holders.map((holder) => access.readGrants(holder, kinds, options)),
    ]);
    await access.readDefinitions(known(), options, since);
  }, signal);
}

/** The roles that the service listed, by team. Of the others, nothing is known. */
function byTeam(items: readonly TeamRole[]): readonly (readonly [Holder, readonly TeamRole['role'][]])[] {
  const listed = items.filter(({ isListed }) => isListed);
  return [...groupBy(listed, ({ team }) => team.uid)].map(([uid, ofTeam]) => [
    { kind: 'team', uid, name: ofTeam[0]?.team.name },
    ofTeam.map(({ role }) => role),
  ]);
}

/** What the removal of roles changes, as far as it was read. @param max the most lines about several teams */
export function effectLines(
  access: Access,
  items: readonly TeamRole[],
  areMembersRead: boolean,
  max = 10,
): readonly string[] {
  const removed = byTeam(items).flatMap(([holder, roles]) => resourceGrants(holder, roles));
  const teams = effectsOf(access, removed).map((effect) => {
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

/** What has to be read to know what members keep: their own grants, and those of their other teams. */
function unreadOfMembers(
  access: Access,
  items: readonly TeamRole[],
): readonly (readonly [Holder, readonly GrantKind[]])[] {
  const { members } = access;
  const teams = new Set(byTeam(items).map(([{ uid }]) => uid));
  const users = new Set([...teams].flatMap((uid) => members.get(uid) ?? []));
  const others = [...members].filter(
    ([uid, ofTeam]) => !teams.has(uid) && ofTeam.some((user) => users.has(user)),
  );
  const toRead = [
    ...[...users].map((uid): Holder => ({ kind: 'user', uid })),
    ...others.map(([uid]): Holder => ({ kind: 'team', uid })),
  ];
  return toRead
    .map((holder) => [holder, readableKinds(listsOf(access, holder))] as const)
    .filter(([, kinds]) => kinds.length > 0);
}

/** The kinds that were not read, and that the service did not refuse. */
function readableKinds(lists: HolderGrants['lists']): readonly GrantKind[] {
  return unreadKinds(lists).filter(
    (kind) => !isServiceError(lists[kind]?.error, 'unsupported', 'forbidden', 'notFound'),
  );
}

/** How many requests it takes to read what members keep, without those for definitions. */
export function memberRequests(access: Access, items: readonly TeamRole[]): number {
  const unread = unreadOfMembers(access, items);
  const names = access.users.size === 0 ? 1 : 0;
  return unread.length === 0 ? 0 : unread.reduce((sum, [, kinds]) => sum + kinds.length, names);
}

/** Reads what members keep, until `signal` is aborted. @param onRead called with how many requests have been answered */
export async function readMembers(
  access: AccessReader,
  items: readonly TeamRole[],
  signal: AbortSignal,
  since: number,
  onRead: (answered: number) => void,
): Promise<void> {
  const options = { signal };
  let answered = 0;
  try {
    await access.readUserNames(options);
    await Promise.all(
      unreadOfMembers(access.accessSince(since), items).map(async ([holder, kinds]) => {
        const lists = await access.readGrants(holder, kinds, options);
        onRead((answered += kinds.length));
        await access.readDefinitions(grantsOf(lists), options, since);
      }),
    );
  } catch (error) {
    if (!isServiceError(error, 'cancelled')) throw error;
  }
}
