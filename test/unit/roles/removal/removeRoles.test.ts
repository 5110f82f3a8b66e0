import { mkdir, open, readdir, writeFile, type FileHandle } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Journal } from '../../../../src/roles/journal/journal';
import type { RemovalResult } from '../../../../src/roles/removal/removeRoles';
import type { ServiceErrorKind } from '../../../../src/service/errors';
import { isUnchanged } from '../../../../src/access/resourceRoles';
import { roleFrom } from '../../support/resources';
import { atEnd } from '../../support/service';
import { actedAndNoList, actedRows, page, status, type FaultRow } from '../support/changeFaults';
import { entryOf } from '../support/journal';
import { isRight, onRequest, rolesAtHand, writableUntil, isRestorable } from '../support/roles';
import type { Fault } from '../../../support/demo/service';

type Row = FaultRow<RemovalResult['removal']['outcome']>;

const elsewhere: Fault = { kind: 'redirect', location: 'https://elsewhere.example.com/login' };
const seeOther: Fault = { kind: 'redirect', location: '/v1/teams', status: 303 };

/** Responses that leave open whether the role was removed. */
const openResponses: readonly (Pick<Row, 'name' | 'fault'> & {
  error: ServiceErrorKind;
  outcome?: 'unknown';
})[] = [
  { name: '202', fault: { kind: 'empty', status: 202 }, error: 'invalidResponse', outcome: 'unknown' },
  { name: '200 with an error', fault: status(200), error: 'invalidResponse' },
  { name: '307', fault: { kind: 'redirect', location: '/login', status: 307 }, error: 'redirected' },
  { name: '408', fault: status(408), error: 'invalidRequest', outcome: 'unknown' },
  { name: '500', fault: status(500), error: 'serviceFault' },
  { name: '504', fault: page(504), error: 'serviceFault', outcome: 'unknown' },
  { name: '404', fault: status(404), error: 'notFound' },
  { name: 'reset', fault: { kind: 'reset' }, error: 'unreachable' },
  { name: 'no answer in time', fault: { kind: 'hang' }, error: 'timedOut', outcome: 'unknown' },
  { name: 'a page with status 200', fault: page(200), error: 'invalidResponse' },
  { name: 'no HTTP', fault: { kind: 'notHttp' }, error: 'invalidResponse' },
  { name: 'a redirect to another host', fault: elsewhere, error: 'redirected' },
];

const rows: readonly Row[] = [
  { name: 'no fault', fault: { kind: 'delay', milliseconds: 0 }, acts: 'itself', outcome: 'removed' },
  ...actedRows('removed' as const),
  ...openResponses.map((open): Row => ({ outcome: 'notRemoved', ...open })),
  { name: '303 of a gateway that passed it on', fault: seeOther, acts: 'behindGateway', outcome: 'removed' },
  { name: '404 after it acted', fault: status(404), acts: 'behindGateway', outcome: 'alreadyGone' },
  ...actedAndNoList,
  {
    name: 'no answer in time, and no list',
    fault: { kind: 'hang' },
    listFault: { kind: 'reset' },
    outcome: 'unknown',
    error: 'timedOut',
  },
  {
    name: '500 and a list that the key may not read',
    fault: status(500),
    listFault: status(403),
    outcome: 'unknown',
    error: 'serviceFault',
  },
  {
    name: '404 after it acted, and no list',
    fault: status(404),
    listFault: status(500),
    acts: 'behindGateway',
    outcome: 'unknown',
    error: 'notFound',
  },
  ...(
    [
      [403, 'forbidden'],
      [405, 'unsupported'],
      [409, 'invalidRequest'],
      [423, 'invalidRequest'],
      [425, 'invalidRequest'],
      [429, 'rateLimited'],
    ] as const
  ).flatMap(([code, error]): readonly Row[] => [
    { name: String(code), fault: status(code), outcome: 'notRemoved', error },
    {
      name: `${code}, and no list`,
      fault: status(code),
      listFault: status(500),
      outcome: 'notRemoved',
      error,
    },
    { name: `${code} after it acted`, fault: status(code), acts: 'behindGateway', outcome: 'removed' },
  ]),
];

it.each(rows)(
  'removing a role, with $name, reports and records what the service did, and goes on [guarantee: retries]',
  async (row) => {
    const { fault, listFault, acts, outcome, error } = row;
    let hasArrived = fault.kind !== 'hang';
    // Later requests have no time limit, for busy computers.
    const atHand = await rolesAtHand({}, { timeoutMs: () => (hasArrived ? 10_000 : 300) });
    const { items, remove, journal, uidsNow, deeds, service, team, sent } = atHand;
    const [first, second] = await items();
    if (second === undefined) throw new Error('There are too few roles');
    const before = uidsNow();
    service.faults.add({ ...fault, operation: 'removeTeamResourceRole', match: new RegExp(first.role.uid) });
    onRequest(service, 'removeTeamResourceRole', ({ path }) => {
      if (!path.endsWith(`/${first.role.uid}`)) return;
      hasArrived = true;
      // The role has been reread; this fault is for the list that decides the outcome.
      if (listFault !== undefined) service.faults.add({ ...listFault, operation: 'listTeamResourceRoles' });
      if (acts === 'behindGateway') team.resourceRoles.splice(uidsNow().indexOf(first.role.uid), 1);
    });
    const results = await remove([first, second]);
    const [result] = results;
    expect(results.map(({ item }) => item)).toEqual([first, second]);
    expect(results[1]?.removal).toEqual({ outcome: 'removed' });
    expect(result?.removal).toEqual(
      error === undefined
        ? { outcome }
        : {
            outcome,
            error: expect.objectContaining({ kind: error, operation: 'removeTeamResourceRole' }) as unknown,
          },
    );
    // Each request is sent once.
    expect(sent('removeTeamResourceRole')).toBe(2);
    const gone = [first, second].map(({ role }) => role.uid).slice(acts === undefined ? 1 : 0);
    expect(deeds.removed).toEqual(gone);
    expect(uidsNow()).toEqual(before.filter((uid) => !gone.includes(uid)));
    const entry = await entryOf(journal, result?.entryId ?? '');
    expect(await journal.entries()).toMatchObject([{ roleUid: second.role.uid, outcome: 'removed' }, entry]);
    expect(entry).toMatchObject({
      roleUid: first.role.uid,
      content: first.role.content,
      outcome,
      isUnderWay: false,
    });
    expect(isRight(entry, acts === undefined)).toBe(true);
    // A removed role can be restored.
    if (acts !== undefined) expect(isRestorable(entry)).toBe(true);
  },
);

describe('removing', () => {
  it('stops for all roles if the key is rejected', async () => {
    const { items, remove, service, journal, sent, uidsNow } = await rolesAtHand();
    const chosen = await items();
    const [, second] = chosen;
    const before = uidsNow();
    service.faults.add({
      kind: 'status',
      status: 401,
      operation: 'removeTeamResourceRole',
      match: new RegExp(second?.role.uid ?? ''),
    });
    const results = await remove(chosen);
    expect(results.map(({ removal }) => removal.outcome)).toEqual([
      'removed',
      'notRemoved',
      ...Array<string>(chosen.length - 2).fill('notTried'),
    ]);
    expect(results[1]?.removal).toMatchObject({ error: { kind: 'unauthorized' } });
    expect(sent('removeTeamResourceRole')).toBe(2);
    expect(uidsNow()).toEqual(before.slice(1));
    expect((await journal.entries()).map(({ outcome }) => outcome)).toEqual(['notRemoved', 'removed']);
    for (const { entryId } of results.slice(2)) expect(entryId).toBeUndefined();
  });

  it('reports a role that somebody else has removed as already gone', async () => {
    const { items, remove, journal, team, sent } = await rolesAtHand();
    const chosen = await items();
    team.resourceRoles.splice(0, 1);
    const results = await remove(chosen.slice(0, 2));
    expect(results.map(({ removal }) => removal.outcome)).toEqual(['alreadyGone', 'removed']);
    expect(sent('removeTeamResourceRole')).toBe(1);
    expect((await journal.entries()).map(({ outcome }) => outcome)).toEqual(['removed']);
  });

  it.each([403, 500])('sends nothing if the role cannot be reread (%i)', async (status) => {
    const { items, remove, journal, sent, service } = await rolesAtHand();
    const [item] = await items();
    service.faults.add({ kind: 'status', status, operation: 'listTeamResourceRoles' });
    expect(await remove([item])).toMatchObject([
      { removal: { outcome: 'notRead', error: { operation: 'listTeamResourceRoles', failure: { status } } } },
    ]);
    expect(sent('removeTeamResourceRole')).toBe(0);
    expect(await journal.entries()).toEqual([]);
  });

  it('completes the current role when it is canceled, then stops', async () => {
    const { items, remove, journal, service, deeds, sent } = await rolesAtHand();
    const chosen = await items();
    const canceled = new AbortController();
    let count = 0;
    onRequest(service, 'removeTeamResourceRole', () => {
      if (++count === 2) canceled.abort();
    });
    const told: string[] = [];
    const results = await remove(chosen, {
      signal: canceled.signal,
      onNext: ({ role }, place) => told.push(`${place} ${role.uid}`),
      onResult: ({ item, removal }) => told.push(`${removal.outcome} ${item.role.uid}`),
    });
    expect(results.map(({ removal }) => removal.outcome)).toEqual([
      'removed',
      'removed',
      ...Array<string>(chosen.length - 2).fill('notTried'),
    ]);
    const [first = '', second = ''] = chosen.map(({ role }) => role.uid);
    expect(told).toEqual([`0 ${first}`, `removed ${first}`, `1 ${second}`, `removed ${second}`]);
    expect(deeds.removed).toEqual([first, second]);
    expect(sent('removeTeamResourceRole')).toBe(2);
    expect((await journal.entries()).map(({ roleUid, outcome }) => [roleUid, outcome])).toEqual([
      [second, 'removed'],
      [first, 'removed'],
    ]);
  });

  it('and restoring do not wait for reads that hang, even of teams', async () => {
    const { items, remove, restore, journal, client, service, otherTeam, uidsNow } = await rolesAtHand();
    const [item] = await items();
    const reading = new AbortController();
    service.faults.add({ kind: 'hang', operation: 'readCluster', times: 6 });
    service.faults.add({
      kind: 'hang',
      operation: 'listTeamResourceRoles',
      match: new RegExp(otherTeam.uid),
    });
    const hanging = [
      ...[1, 2, 3, 4, 5, 6].map((number) =>
        client.readCluster(`cluster-${number}`, undefined, { signal: reading.signal }),
      ),
      client.listTeamResourceRoles(otherTeam.uid, { signal: reading.signal }),
    ];
    const read = Promise.allSettled(hanging);
    await vi.waitUntil(() => service.requests.length === 6);

    // A change that isn't known to have been made is followed by a read.
    service.faults.add({ kind: 'resetAfterActing', operation: 'removeTeamResourceRole' });
    const [result] = await remove([item]);
    expect(result?.removal.outcome).toBe('removed');
    expect(await restore(await entryOf(journal, result?.entryId ?? ''))).toMatchObject({
      outcome: 'restored',
    });
    expect(uidsNow()).not.toContain(item.role.uid);
    reading.abort();
    await read;
  });
});

describe('a role that changes after its removal was confirmed', () => {
  /** The first role, which then gets the project of another role. */
  async function changed() {
    const atHand = await rolesAtHand();
    const [item] = await atHand.items();
    const { team, service } = atHand;
    const add = (): void => {
      const [role] = team.resourceRoles;
      if (role === undefined) throw new Error('The team has no role');
      const more = service.fleet.projects.filter(
        ({ uid }) => !role.projectUids.some((one) => one.uid === uid),
      );
      const projectUids = [...role.projectUids, ...more.slice(0, 1).map(({ uid, name }) => ({ uid, name }))];
      team.resourceRoles[0] = { ...role, projectUids };
    };
    add();
    const projectsNow = (): unknown => team.resourceRoles[0]?.projectUids;
    return { ...atHand, item, add, projectsNow };
  }

  it('is not removed unless the user confirms it again', async () => {
    const { item, remove, sent, uidsNow, journal } = await changed();
    const before = uidsNow();
    for (const options of [{}, { confirmAgain: () => Promise.resolve(false) }]) {
      expect(await remove([item], options)).toMatchObject([{ removal: { outcome: 'notTried' } }]);
    }
    expect(sent('removeTeamResourceRole')).toBe(0);
    expect(uidsNow()).toEqual(before);
    expect(await journal.entries()).toEqual([]);
  });

  it('is confirmed as often as it changes, and recorded as it was removed', async () => {
    const { item, add, projectsNow, remove, journal, deeds, restore, client, team } = await changed();
    const asked: unknown[] = [];
    let recorded = projectsNow();
    const [result] = await remove([item], {
      confirmAgain: ({ role }, hasChanged) => {
        if (!hasChanged) return Promise.resolve(undefined);
        asked.push(role.projectUids);
        expect(role.projectUids).toEqual(projectsNow());
        if (asked.length === 1) add();
        recorded = projectsNow();
        return Promise.resolve(true);
      },
    });
    expect(asked).toHaveLength(2);
    expect(result).toMatchObject({ removal: { outcome: 'removed' } });
    expect(deeds.removed).toEqual([item.role.uid]);
    const [entry] = await journal.entries();
    if (entry === undefined) throw new Error('There is no entry');
    expect(entry.content?.projectUids).toEqual(recorded);
    await restore(entry);
    const restored = (await client.listTeamResourceRoles(team.uid)).at(-1);
    expect(restored?.content?.projectUids).toEqual(recorded);
  });

  it('is already gone if the list no longer has it', async () => {
    const { item, add, remove, team, sent } = await changed();
    const [result] = await remove([item], {
      confirmAgain: () => {
        add();
        team.resourceRoles.splice(0, 1);
        return Promise.resolve(true);
      },
    });
    expect(result).toMatchObject({ removal: { outcome: 'alreadyGone' } });
    expect(sent('removeTeamResourceRole')).toBe(0);
  });
});

describe('a role counts as changed', () => {
  const usual = {
    uid: 'role-1',
    roles: [{ uid: 'r1' }],
    projectUids: [{ uid: 'p1' }, { uid: 'p2' }],
    filterRefs: [{ uid: 'f1' }],
  };

  it.each<[string, object, boolean]>([
    ['another role', { roles: [{ uid: 'r1' }, { uid: 'r2' }] }, true],
    ['a filter less', { filterRefs: [] }, true],
    ['a field that Poolview does not know', { expiresAt: '2027-01-01' }, true],
    ['a project without a uid', { projectUids: [{ uid: 'p1' }, { name: 'other' }] }, true],
    ['nothing new', {}, false],
    ['its projects in another order', { projectUids: [{ uid: 'p2' }, { uid: 'p1' }] }, false],
    ['another name', { roles: [{ uid: 'r1', name: 'Owner' }] }, false],
    ['an unknown field that is empty', { expiresAt: null }, false],
  ])('if it has %s: %j %s', (_name, change, isChanged) => {
    const now = roleFrom({ ...usual, ...change });
    expect([isUnchanged(roleFrom(usual), now), isUnchanged(now, roleFrom(usual))]).toEqual(
      Array(2).fill(!isChanged),
    );
  });
});

describe('the journal of a removal', () => {
  it('is complete and synced to disk before the request arrives [guarantee: role-on-disk]', async () => {
    const { items, remove, folder, service, connection, team } = await rolesAtHand();
    const [item] = await items();
    await using file = await open(path.dirname(path.dirname(folder)));
    const sync = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'datasync');
    atEnd(() => {
      sync.mockRestore();
    });
    const seen: unknown[] = [];
    onRequest(service, 'removeTeamResourceRole', () => {
      const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
      seen.push([...sync.mock.settledResults], texts);
    });
    await remove([item]);
    const [synced, texts] = seen as [unknown, string[]];
    expect(synced).toEqual([{ type: 'fulfilled', value: undefined }]);
    // One complete line, without an outcome.
    expect(texts.map((text): unknown => JSON.parse(text))).toMatchObject([
      {
        connection,
        team: { uid: team.uid, name: team.name },
        roleUid: item.role.uid,
        content: item.role.content,
      },
    ]);
  });

  it('that cannot be written prevents all removals [guarantee: role-on-disk]', async () => {
    const { items, remove, folder, sent, uidsNow } = await rolesAtHand();
    const chosen = await items();
    const before = uidsNow();
    await mkdir(path.dirname(folder), { recursive: true });
    await writeFile(folder, 'a file where the folder should be');
    const results = await remove(chosen);
    expect(results.map(({ removal }) => removal.outcome)).toEqual([
      'notKept',
      ...Array<string>(chosen.length - 1).fill('notTried'),
    ]);
    expect(results[0]?.removal).toMatchObject({ error: { reason: 'EEXIST' } });
    expect(sent('removeTeamResourceRole')).toBe(0);
    expect(uidsNow()).toEqual(before);
  });

  it('that runs out of space prevents the remaining removals [guarantee: role-on-disk]', async () => {
    const { items, remove, files, folder, sent, deeds } = await rolesAtHand();
    const chosen = await items();
    let kept = 0;
    const journal = new Journal({
      ...files,
      create: (name, text) => {
        kept++;
        return writableUntil(files, () => kept > 2).create(name, text);
      },
    });
    const results = await remove(chosen, {}, journal);
    expect(results.map(({ removal }) => removal.outcome).slice(0, 3)).toEqual([
      'removed',
      'removed',
      'notKept',
    ]);
    expect(sent('removeTeamResourceRole')).toBe(2);
    expect(deeds.removed).toHaveLength(2);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('that can no longer be written does not prevent the report', async () => {
    const { items, remove, files, service, deeds, restarted } = await rolesAtHand();
    const [item] = await items();
    let isFull = false;
    onRequest(service, 'removeTeamResourceRole', () => {
      isFull = true;
    });
    const journal = new Journal(writableUntil(files, () => isFull));
    const [result] = await remove([item], {}, journal);
    expect(result?.removal).toEqual({ outcome: 'removed' });
    expect(deeds.removed).toEqual([item.role.uid]);
    // Only the outcome is missing: the role can be restored in this window and at the next start.
    for (const later of [journal, restarted()]) {
      const entry = await entryOf(later, result?.entryId ?? '');
      expect(entry).toMatchObject({ outcome: undefined, content: item.role.content, isUnderWay: false });
      expect(isRestorable(entry)).toBe(true);
    }
  });

  it('has its outcome on disk before the outcome is reported', async () => {
    const { items, remove, files, restarted } = await rolesAtHand();
    const journal = new Journal({
      ...files,
      append: async (name, text) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return files.append(name, text);
      },
    });
    const [item] = await items();
    const reported: Promise<unknown>[] = [];
    await remove([item], { onResult: () => reported.push(restarted().entries()) }, journal);
    expect(await Promise.all(reported)).toMatchObject([[{ outcome: 'removed' }]]);
  });
});
