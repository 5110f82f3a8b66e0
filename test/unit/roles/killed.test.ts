import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/demo/server';
import { Journal } from '../../../src/roles/journal/journal';
import { determineOutcomes } from '../../../src/roles/removal/lateOutcomes';
import { longAfter } from './support/journal';
import type { Place, Task } from './support/killedProcess';
import { startProcess } from './support/process';
import { onRequest, rolesAtHand, isRestorable } from './support/roles';

type AtHand = Awaited<ReturnType<typeof rolesAtHand>>;

/** Runs a task in another process and kills it at `waitAt`; `sent` is when the request has arrived. */
async function killedAt({ service, folder, team }: AtHand, does: Task['does'], waitAt: Place): Promise<void> {
  const operation: Operation = does === 'removeFirst' ? 'removeTeamResourceRole' : 'addTeamResourceRole';
  const arrived = new Promise<string>((resolve) => {
    onRequest(service, operation, () => {
      resolve('sent');
    });
  });
  const task: Task = {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    folder,
    waitAt,
    teamUid: team.uid,
    does,
  };
  const { child, kill, lines } = startProcess('killedProcess.ts', JSON.stringify(task));
  const said = lines.next().then(({ value }) => value as unknown);
  expect(await (waitAt === 'sent' ? arrived : said)).toBe(waitAt);
  await kill();
  expect(child.signalCode).toBe('SIGKILL');
}

/** The next start, which checks whether the other process is really running. */
async function nextStart({ files, service }: AtHand) {
  service.faults.clear();
  const journal = new Journal(files);
  const [entry, ...more] = await journal.entries();
  if (entry === undefined || more.length > 0) throw new Error('There is not one entry');
  return { journal, entry };
}

/** Expects this outcome at the next start, and that the role is restored once in the end. */
async function checkRemoval(atHand: AtHand, wasRemoved: boolean, before: AtHand['team']['resourceRoles']) {
  const { service, client, connection, team, restore, deeds, sent } = atHand;
  const [first] = before;
  expect(deeds.removed).toEqual(wasRemoved ? [first?.uid] : []);
  const { journal, entry } = await nextStart(atHand);
  expect(entry).toMatchObject({
    connection,
    team: { uid: team.uid, name: 'Platform' },
    roleUid: first?.uid,
    content: { roles: first?.roles, projectUids: first?.projectUids, filterRefs: first?.filterRefs },
    outcome: undefined,
    isUnderWay: false,
  });

  const requestsBefore = sent('removeTeamResourceRole');
  const outcome = wasRemoved ? 'removed' : 'notRemoved';
  const later = (): number => Date.now() + longAfter;
  expect(await determineOutcomes(() => Promise.resolve(client), journal, connection, later)).toEqual([
    { entry, outcome },
  ]);
  const decided = (await nextStart(atHand)).entry;
  expect(decided).toMatchObject({ outcome });
  expect(isRestorable(decided)).toBe(wasRemoved);

  const restoration = await restore(decided, {}, journal);
  expect(restoration).toEqual(
    wasRemoved ? { outcome: 'restored', uid: deeds.added[0] } : { outcome: 'neverRemoved' },
  );
  await restore(decided, {}, journal);
  expect(deeds.added).toHaveLength(wasRemoved ? 1 : 0);
  expect(team.resourceRoles).toHaveLength(before.length);
  expect(sent('removeTeamResourceRole')).toBe(requestsBefore);
  expect(service.requests.length).toBeGreaterThan(0);
}

describe('a window that is killed', () => {
  it('before it sent a removal removes nothing', async () => {
    const atHand = await rolesAtHand();
    const before = [...atHand.team.resourceRoles];
    await killedAt(atHand, 'removeFirst', 'begun');
    expect(atHand.sent('removeTeamResourceRole')).toBe(0);
    await checkRemoval(atHand, false, before);
  });

  it('before the service acted has an unknown outcome if the list is read before that', async () => {
    const atHand = await rolesAtHand();
    const { service, client, team, connection } = atHand;
    const [first] = team.resourceRoles;
    service.faults.add({ kind: 'hang', operation: 'removeTeamResourceRole' });
    await killedAt(atHand, 'removeFirst', 'sent');
    const { journal, entry } = await nextStart(atHand);
    const look = () => determineOutcomes(() => Promise.resolve(client), journal, connection);
    expect(await look()).toEqual([{ entry, outcome: 'unknown' }]);
    expect(await look()).toEqual([]);
    team.resourceRoles.splice(0, 1);
    expect(await look()).toMatchObject([{ entry: { roleUid: first?.uid }, outcome: 'removed' }]);
    expect(isRestorable((await nextStart(atHand)).entry)).toBe(true);
  });

  it('after the service acted but before it responded has removed the role [guarantee: role-journal]', async () => {
    const atHand = await rolesAtHand();
    const before = [...atHand.team.resourceRoles];
    const { service, team } = atHand;
    onRequest(service, 'removeTeamResourceRole', () => team.resourceRoles.splice(0, 1));
    service.faults.add({ kind: 'hang', operation: 'removeTeamResourceRole' });
    await killedAt(atHand, 'removeFirst', 'sent');
    await checkRemoval(atHand, true, before);
  });

  it('after the response but before recording it has removed the role', async () => {
    const atHand = await rolesAtHand();
    const before = [...atHand.team.resourceRoles];
    await killedAt(atHand, 'removeFirst', 'answered');
    await checkRemoval(atHand, true, before);
  });

  it.each([
    ['before the addition was sent', 'read', false],
    ['after the service added it and before it answered', 'sent', true],
    ['after the answer and before it was kept', 'added', true],
  ] as const)('while it restores a role, %s, restores it once in the end', async (_when, waitAt, acted) => {
    const atHand = await rolesAtHand();
    const { removeFirst, service, team, deeds, restore } = atHand;
    const count = team.resourceRoles.length;
    const [removed] = team.resourceRoles;
    if (removed === undefined) throw new Error('The team has no role');
    await removeFirst();
    if (waitAt === 'sent') {
      onRequest(service, 'addTeamResourceRole', () => {
        const { roles, projectUids, filterRefs } = removed;
        if (deeds.added.length === 0) {
          service.fleet.addResourceRole(team, { roles, projectUids, filterRefs });
        }
      });
      service.faults.add({ kind: 'hang', operation: 'addTeamResourceRole' });
    }
    await killedAt(atHand, 'restoreNewest', waitAt);
    expect(deeds.added).toHaveLength(acted ? 1 : 0);

    const { journal, entry } = await nextStart(atHand);
    expect(entry.restored).toBeUndefined();
    expect(isRestorable(entry)).toBe(true);
    expect(await restore(entry, {}, journal)).toEqual({
      outcome: acted ? 'alreadyThere' : 'restored',
      uid: deeds.added[0],
    });
    await restore(entry, {}, journal);
    expect(deeds.added).toHaveLength(1);
    expect(team.resourceRoles).toHaveLength(count);
    expect((await nextStart(atHand)).entry).toMatchObject({ restored: { uid: deeds.added[0] } });
  });
});
