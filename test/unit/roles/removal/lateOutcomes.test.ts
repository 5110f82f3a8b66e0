import { describe, expect, it } from 'vitest';
import type { Team } from '../../../../src/demo/fleet/teams';
import { Journal } from '../../../../src/roles/journal/journal';
import type { RecordedOutcome } from '../../../../src/roles/journal/records';
import { determineOutcomes } from '../../../../src/roles/removal/lateOutcomes';
import { removeRoles } from '../../../../src/roles/removal/removeRoles';
import type { TeamRole } from '../../../../src/access/resourceRoles';
import { entryOf, longAfter } from '../support/journal';
import { isRestorable, rolesAtHand, writableUntil } from '../support/roles';
import type { Fault } from '../../../support/demo/service';

/** Removals that an ended process began, and their outcomes at the next start. */
async function interrupted() {
  const atHand = await rolesAtHand();
  const { journal, connection, client, restarted } = atHand;
  let clients = 0;
  return {
    ...atHand,
    clientsAsked: () => clients,
    /** Begins removals in the journal, without a request or an outcome. */
    begin: async (items: readonly TeamRole[], baseUrl = connection.baseUrl): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (const { team, role } of items) {
        ids.push(
          await journal.begin({
            connection: { ...connection, baseUrl },
            team,
            roleUid: role.uid,
            content: role.content,
          }),
        );
      }
      return ids;
    },
    /** The next start, `after` the removals. */
    decide: async (later = restarted(), after = longAfter) => {
      const found = await determineOutcomes(
        () => {
          clients++;
          return Promise.resolve(client);
        },
        later,
        connection,
        () => Date.now() + after,
      );
      return found.map(({ entry, outcome }) => [entry.roleUid, outcome]);
    },
    outcomes: async (): Promise<readonly (RecordedOutcome | undefined)[]> =>
      (await restarted().entries()).map(({ outcome }) => outcome).reverse(),
  };
}

/** Removes a role without Poolview. */
function takeAway(team: Team, uid: string): void {
  team.resourceRoles.splice(
    team.resourceRoles.findIndex((role) => role.uid === uid),
    1,
  );
}

describe('the outcome of an interrupted removal', () => {
  it('is determined from the list, reported once and recorded', async () => {
    const { begin, decide, items, team, outcomes, service, deeds } = await interrupted();
    const [gone, there] = await items();
    if (there === undefined) throw new Error('There are too few roles');
    await begin([gone, there]);
    takeAway(team, gone.role.uid);
    expect(await decide()).toEqual([
      [there.role.uid, 'notRemoved'],
      [gone.role.uid, 'removed'],
    ]);
    expect(await outcomes()).toEqual(['removed', 'notRemoved']);
    expect(deeds.removed).toEqual([gone.role.uid]);

    service.clearRequests();
    expect(await decide()).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  it('takes one request for each team, and never a removal', async () => {
    const { begin, decide, items, team, otherTeam, service } = await interrupted();
    await begin([...(await items(team)), ...(await items(otherTeam))]);
    service.clearRequests();
    await decide();
    expect(service.requests.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [team, otherTeam].map(({ uid }) => `GET /v1/teams/${uid}/resourceRoles`).sort(),
    );
  });

  it.each([
    ['the same name and a base URL below this one', 'Work', (url: string) => `${url}/tenant`],
    ['the same name and a base URL that this one begins with', 'Work', (url: string) => url.slice(0, -1)],
    ['another name and the same base URL', 'Other tenant', (url: string) => url],
  ])('is not determined for a connection with %s', async (_name, name, urlFrom) => {
    const { journal, items, decide, outcomes, connection, service } = await interrupted();
    const [{ team, role }] = await items();
    await journal.begin({
      connection: { name, baseUrl: urlFrom(connection.baseUrl) },
      team,
      roleUid: role.uid,
      content: role.content,
    });
    expect(await decide()).toEqual([]);
    expect(await outcomes()).toEqual([undefined]);
    expect(service.requests).toHaveLength(0);
  });

  it('is not determined while its process may still record it', async () => {
    const { begin, decide, items, outcomes, service, files } = await interrupted();
    const [item] = await items();
    await begin([item]);
    const other = new Journal(files, { pid: process.ppid, isAlive: () => true });
    expect(await decide(other)).toEqual([]);
    expect(await outcomes()).toEqual([undefined]);
    expect(service.requests).toEqual([]);
  });

  it('stays unknown for an entered UID, without a request, and is reported once', async () => {
    const { begin, decide, team, outcomes, uidsNow, service, clientsAsked } = await interrupted();
    const [uid = ''] = uidsNow();
    await begin([{ team: { uid: team.uid }, role: { uid, content: undefined }, isListed: false }]);
    expect(await decide()).toEqual([[uid, 'unknown']]);
    expect(await outcomes()).toEqual(['unknown']);
    expect(await decide()).toEqual([]);
    expect(service.requests).toEqual([]);
    expect(clientsAsked()).toBe(0);
  });

  it.each([{ kind: 'status', status: 403 }, { kind: 'notJson' }] satisfies Fault[])(
    'is unknown while the list fails with $kind, and reported once known',
    async (fault) => {
      const { begin, decide, items, team, outcomes, service } = await interrupted();
      const [gone, there] = await items();
      if (there === undefined) throw new Error('There are too few roles');
      await begin([gone, there]);
      takeAway(team, gone.role.uid);
      service.faults.add({ ...fault, operation: 'listTeamResourceRoles', times: 2 });
      expect(await decide()).toEqual([
        [there.role.uid, 'unknown'],
        [gone.role.uid, 'unknown'],
      ]);
      // An unchanged outcome is not reported again, but checked.
      service.clearRequests();
      expect(await decide()).toEqual([]);
      expect(service.requests).toHaveLength(1);
      expect(await outcomes()).toEqual(['unknown', 'unknown']);

      expect(await decide()).toEqual([
        [there.role.uid, 'notRemoved'],
        [gone.role.uid, 'removed'],
      ]);
      expect(await outcomes()).toEqual(['removed', 'notRemoved']);
    },
  );

  it('is not determined if it is known, or if the role was restored', async () => {
    const { begin, items, decide, journal, service } = await interrupted();
    const [first = '', second = '', third = '', ...others] = await begin(await items());
    for (const id of others) await journal.recordOutcome(id, 'notRemoved');
    await journal.recordOutcome(first, 'removed');
    await journal.recordOutcome(second, 'notRemoved');
    await journal.recordOutcome(third, 'unknown');
    await journal.recordRestored(third, undefined);
    service.clearRequests();
    expect(await decide()).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  it('is reported even if it cannot be recorded, and again at the next start', async () => {
    const { begin, decide, items, files, outcomes } = await interrupted();
    const [item] = await items();
    await begin([item]);
    const full = new Journal(
      writableUntil(files, () => true),
      { pid: process.pid + 1, isAlive: () => false },
    );
    expect(await decide(full)).toEqual([[item.role.uid, 'notRemoved']]);
    expect(await outcomes()).toEqual([undefined]);
    expect(await decide()).toEqual([[item.role.uid, 'notRemoved']]);
  });
});

describe('a recent removal of a role that still exists', () => {
  /** Less than the time in which a removal may still complete, and all of it. */
  const [soon, late] = [14 * 60_000, 15 * 60_000];

  it('is reported as not confirmed, and checked again because it may still complete', async () => {
    const { begin, decide, items, team, outcomes, restarted } = await interrupted();
    const [item] = await items();
    const [id = ''] = await begin([item]);
    expect(await decide(restarted(), soon)).toEqual([[item.role.uid, 'unknown']]);
    expect(await outcomes()).toEqual(['unknown']);
    expect(await decide(restarted(), soon)).toEqual([]);
    expect(await outcomes()).toEqual(['unknown']);

    takeAway(team, item.role.uid);
    expect(await decide(restarted(), soon)).toEqual([[item.role.uid, 'removed']]);
    expect(isRestorable(await entryOf(restarted(), id))).toBe(true);
  });

  it('is decided once it can no longer complete', async () => {
    const { begin, decide, items, outcomes, restarted, service } = await interrupted();
    const [item] = await items();
    await begin([item]);
    await decide(restarted(), soon);
    expect(await decide(restarted(), late)).toEqual([[item.role.uid, 'notRemoved']]);
    expect(await outcomes()).toEqual(['notRemoved']);
    service.clearRequests();
    expect(await decide(restarted(), late)).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  it.each([{ kind: 'html', status: 504 }, { kind: 'hang' }] satisfies Fault[])(
    'is confirmed later if it failed with $kind and completed after the first check',
    async (fault) => {
      const { items, clientWith, journal, connection, decide, team, outcomes, service, restarted } =
        await interrupted();
      const [item] = await items();
      service.faults.add({ ...fault, operation: 'removeTeamResourceRole' });
      await removeRoles(clientWith({ timeoutMs: () => 300 }), journal, connection, [item]);
      expect(await outcomes()).toEqual(['unknown']);
      // The user already knows that it may still complete.
      expect(await decide(restarted(), 0)).toEqual([]);
      expect(await outcomes()).toEqual(['unknown']);
      takeAway(team, item.role.uid);
      expect(await decide(restarted(), soon)).toEqual([[item.role.uid, 'removed']]);
    },
  );

  it('is decided even if the clock was set back', async () => {
    const { begin, decide, items, outcomes, restarted } = await interrupted();
    await begin([(await items())[0]]);
    await decide(restarted(), -longAfter);
    expect(await outcomes()).toEqual(['notRemoved']);
  });
});

describe('a role with more than one attempted removal', () => {
  it('is reported once, as removed by the newest entry', async () => {
    const { begin, decide, items, team, outcomes } = await interrupted();
    const [item] = await items();
    await begin([item, item]);
    takeAway(team, item.role.uid);
    expect(await decide()).toEqual([[item.role.uid, 'removed']]);
    expect(await outcomes()).toEqual(['alreadyGone', 'removed']);
  });

  it('is not reported again after it was removed or restored', async () => {
    const { items, remove, decide, restore, restarted, journal, outcomes, service } = await interrupted();
    const [item] = await items();
    service.faults.add({ kind: 'html', status: 504, operation: 'removeTeamResourceRole' });
    await remove([item]);
    const [again] = await remove([item]);
    expect(await outcomes()).toEqual(['unknown', 'removed']);
    await restore(await entryOf(journal, again?.entryId ?? ''));
    expect(await decide(restarted())).toEqual([]);
    expect(await outcomes()).toEqual(['alreadyGone', 'removed']);
  });
});
