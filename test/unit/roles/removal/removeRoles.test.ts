import { mkdir, open, readdir, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Journal } from '../../../../src/roles/journal/journal';
import type { RemovalOutcome } from '../../../../src/roles/journal/records';
import type { RemovalResult } from '../../../../src/roles/removal/removeRoles';
import type { ServiceErrorKind } from '../../../../src/service/errors';
import { atEnd } from '../../support/service';
import { entryOf } from '../support/journal';
import { isRight, onRequest, rolesAtHand, writableUntil, isRestorable } from '../support/roles';
import type { Fault } from '../../../support/demo/service';

interface Row {
  readonly name: string;
  /** The fault of the removal. */
  readonly fault: Fault;
  readonly listFault?: Fault;
  /** Whether a failing gateway has forwarded the removal. */
  readonly passedOn?: true;
  /** Whether the service removes the role. */
  readonly acts: boolean;
  readonly outcome: RemovalResult['removal']['outcome'];
  /** The outcome in the journal, if it differs. */
  readonly kept?: RemovalOutcome;
  readonly error?: ServiceErrorKind;
}

const unreadable: Fault = { kind: 'status', status: 500 };

/** Responses that leave open whether the role was removed. */
const openResponses: readonly (Pick<Row, 'name' | 'fault' | 'kept'> & {
  readonly error: ServiceErrorKind;
})[] = [
  ...[203, 205, 206, 207].map((status) => ({
    name: String(status),
    fault: { kind: 'empty', status } as const,
    error: 'invalidResponse' as const,
  })),
  { name: '202', fault: { kind: 'empty', status: 202 }, error: 'invalidResponse', kept: 'unknown' },
  { name: '200 with an error', fault: { kind: 'status', status: 200 }, error: 'invalidResponse' },
  {
    name: '200 without success',
    fault: { kind: 'wrongJson', body: { success: false } },
    error: 'invalidResponse',
  },
  { name: '200 with a text', fault: { kind: 'notJson', body: 'Sign in' }, error: 'invalidResponse' },
  { name: '307', fault: { kind: 'redirect', location: '/login', status: 307 }, error: 'redirected' },
  { name: '408', fault: { kind: 'status', status: 408 }, error: 'invalidRequest', kept: 'unknown' },
  { name: '499', fault: { kind: 'status', status: 499 }, error: 'invalidRequest', kept: 'unknown' },
];

const rows: readonly Row[] = [
  { name: 'nothing goes wrong', fault: { kind: 'delay', milliseconds: 0 }, acts: true, outcome: 'removed' },
  { name: 'reset after it acted', fault: { kind: 'resetAfterActing' }, acts: true, outcome: 'removed' },
  { name: 'headers cut after it acted', fault: { kind: 'cutHeaders' }, acts: true, outcome: 'removed' },
  { name: 'an answer that cannot be unpacked', fault: { kind: 'badGzip' }, acts: true, outcome: 'removed' },
  {
    name: 'reset before it acted',
    fault: { kind: 'reset' },
    acts: false,
    outcome: 'notRemoved',
    error: 'unreachable',
  },
  {
    name: 'no answer in time',
    fault: { kind: 'hang' },
    acts: false,
    outcome: 'notRemoved',
    kept: 'unknown',
    error: 'timedOut',
  },
  {
    name: 'reset after it acted, and no list',
    fault: { kind: 'resetAfterActing' },
    listFault: unreadable,
    acts: true,
    outcome: 'unknown',
    error: 'unreachable',
  },
  {
    name: 'reset before it acted, and no list',
    fault: { kind: 'reset' },
    listFault: unreadable,
    acts: false,
    outcome: 'unknown',
    error: 'unreachable',
  },
  {
    name: 'no answer in time, and no list',
    fault: { kind: 'hang' },
    listFault: { kind: 'reset' },
    acts: false,
    outcome: 'unknown',
    error: 'timedOut',
  },
  {
    name: '500 and a list that the key may not read',
    fault: { kind: 'status', status: 500 },
    listFault: { kind: 'status', status: 403 },
    acts: false,
    outcome: 'unknown',
    error: 'serviceFault',
  },
  {
    name: '500',
    fault: { kind: 'status', status: 500 },
    acts: false,
    outcome: 'notRemoved',
    error: 'serviceFault',
  },
  ...[502, 503, 504].flatMap((status): Row[] => [
    {
      name: `${status} of a gateway`,
      fault: { kind: 'html', status },
      acts: false,
      outcome: 'notRemoved',
      kept: 'unknown',
      error: 'serviceFault',
    },
    {
      name: `${status} of a gateway that passed it on`,
      fault: { kind: 'html', status },
      passedOn: true,
      acts: true,
      outcome: 'removed',
    },
  ]),
  {
    name: '408 of a gateway that passed it on',
    fault: { kind: 'html', status: 408 },
    passedOn: true,
    acts: true,
    outcome: 'removed',
  },
  {
    name: 'a page of something on the way, with status 200',
    fault: { kind: 'html', status: 200 },
    acts: false,
    outcome: 'notRemoved',
    error: 'invalidResponse',
  },
  {
    name: 'no HTTP',
    fault: { kind: 'notHttp' },
    acts: false,
    outcome: 'notRemoved',
    error: 'invalidResponse',
  },
  {
    name: '403',
    fault: { kind: 'status', status: 403 },
    acts: false,
    outcome: 'refused',
    error: 'forbidden',
  },
  {
    name: '404 of what is there',
    fault: { kind: 'status', status: 404 },
    acts: false,
    outcome: 'notRemoved',
    error: 'notFound',
  },
  {
    name: '405',
    fault: { kind: 'status', status: 405 },
    acts: false,
    outcome: 'refused',
    error: 'unsupported',
  },
  {
    name: '409',
    fault: { kind: 'status', status: 409 },
    acts: false,
    outcome: 'refused',
    error: 'invalidRequest',
  },
  {
    name: '429',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    acts: false,
    outcome: 'refused',
    error: 'rateLimited',
  },
  {
    name: 'a redirect',
    fault: { kind: 'redirect', location: 'https://elsewhere.example.com/login' },
    acts: false,
    outcome: 'notRemoved',
    error: 'redirected',
  },
  {
    name: '303 after it acted',
    fault: { kind: 'redirect', location: '/v1/teams', status: 303 },
    passedOn: true,
    acts: true,
    outcome: 'removed',
  },
  ...[404, 410].map((status): Row => ({
    name: `${status} after it acted`,
    fault: { kind: 'status', status },
    passedOn: true,
    acts: true,
    outcome: 'alreadyGone',
  })),
  {
    name: '410 of what is there',
    fault: { kind: 'status', status: 410 },
    acts: false,
    outcome: 'notRemoved',
    error: 'notFound',
  },
  ...openResponses.flatMap(({ name, fault, error, kept }): Row[] => [
    { name, fault, acts: false, outcome: 'notRemoved', error, ...(kept && { kept }) },
    { name: `${name} after it acted`, fault, passedOn: true, acts: true, outcome: 'removed' },
    {
      name: `${name} after it acted, and no list`,
      fault,
      listFault: unreadable,
      passedOn: true,
      acts: true,
      outcome: 'unknown',
      error,
    },
  ]),
];

async function atHandWith({ fault, listFault, passedOn }: Row) {
  let hasArrived = fault.kind !== 'hang';
  // Later requests have no time limit, for busy computers.
  const atHand = await rolesAtHand({}, { timeoutMs: () => (hasArrived ? 10_000 : 300) });
  const { service, team } = atHand;
  /** Adds the fault to the removal of `roleUid`. */
  const spoil = (roleUid: string): void => {
    service.faults.add({ ...fault, operation: 'removeTeamResourceRole', match: new RegExp(roleUid) });
    onRequest(service, 'removeTeamResourceRole', (request) => {
      if (!request.path.endsWith(`/${roleUid}`)) return;
      hasArrived = true;
      // The role has been reread; this fault is for the list that decides the outcome.
      if (listFault !== undefined) service.faults.add({ ...listFault, operation: 'listTeamResourceRoles' });
      if (passedOn !== true) return;
      team.resourceRoles.splice(
        team.resourceRoles.findIndex(({ uid }) => uid === roleUid),
        1,
      );
    });
  };
  return { ...atHand, spoil, arrived: () => atHand.sent('removeTeamResourceRole') };
}

describe.each(rows)('removing, and $name', (row) => {
  const { acts, outcome, error, kept = outcome } = row;

  it('reports what the service did, and records it', async () => {
    const { items, remove, spoil, journal, uidsNow, deeds, arrived } = await atHandWith(row);
    const [item] = await items();
    const before = uidsNow();
    spoil(item.role.uid);
    const [result, ...more] = await remove([item]);
    expect(more).toEqual([]);
    expect(result).toMatchObject({ item, removal: { outcome } });
    expect(result?.removal).toEqual(
      error === undefined
        ? { outcome }
        : {
            outcome,
            error: expect.objectContaining({ kind: error, operation: 'removeTeamResourceRole' }) as unknown,
          },
    );
    expect(arrived()).toBe(1);
    expect(deeds.removed).toEqual(acts ? [item.role.uid] : []);
    expect(uidsNow()).toEqual(acts ? before.slice(1) : before);

    const entry = await entryOf(journal, result?.entryId ?? '');
    expect(entry).toMatchObject({
      roleUid: item.role.uid,
      content: item.role.content,
      outcome: kept,
      isUnderWay: false,
    });
    expect(isRight(entry, !acts)).toBe(true);
    // A removed role can be restored.
    if (acts) expect(isRestorable(entry)).toBe(true);
  });

  it('continues with the other roles', async () => {
    const { items, remove, spoil, journal, deeds, arrived } = await atHandWith(row);
    const [first, second, third] = await items();
    if (second === undefined || third === undefined) throw new Error('There are too few roles');
    spoil(second.role.uid);
    const results = await remove([first, second, third]);
    expect(results.map(({ item, removal }) => [item.role.uid, removal.outcome])).toEqual([
      [first.role.uid, 'removed'],
      [second.role.uid, outcome],
      [third.role.uid, 'removed'],
    ]);
    expect(arrived()).toBe(3);
    expect(deeds.removed).toEqual([first, ...(acts ? [second] : []), third].map(({ role }) => role.uid));
    expect((await journal.entries()).map((entry) => [entry.roleUid, entry.outcome])).toEqual([
      [third.role.uid, 'removed'],
      [second.role.uid, kept],
      [first.role.uid, 'removed'],
    ]);
  });
});

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
      'refused',
      ...Array<string>(chosen.length - 2).fill('notTried'),
    ]);
    expect(results[1]?.removal).toMatchObject({ error: { kind: 'unauthorized' } });
    expect(sent('removeTeamResourceRole')).toBe(2);
    expect(uidsNow()).toEqual(before.slice(1));
    expect((await journal.entries()).map(({ outcome }) => outcome)).toEqual(['refused', 'removed']);
    for (const { entryId } of results.slice(2)) expect(entryId).toBeUndefined();
  });

  it('removes nothing if the service cannot be reached', async () => {
    const { items, remove, service, journal, uidsNow } = await rolesAtHand();
    const chosen = await items();
    const before = uidsNow();
    await service.close();
    const results = await remove(chosen);
    expect(new Set(results.map(({ removal }) => removal.outcome))).toEqual(new Set(['notRead']));
    expect(results[0]?.removal).toMatchObject({ error: { kind: 'unreachable' } });
    expect(uidsNow()).toEqual(before);
    expect(await journal.entries()).toEqual([]);
  });

  it('has an unknown outcome if the service is gone after it acted', async () => {
    const { items, remove, service, journal, deeds } = await rolesAtHand();
    const [item] = await items();
    service.faults.add({ kind: 'resetAfterActing', operation: 'removeTeamResourceRole' });
    onRequest(service, 'removeTeamResourceRole', () => void service.close());
    expect(await remove([item])).toMatchObject([{ removal: { outcome: 'unknown' } }]);
    expect(deeds.removed).toEqual([item.role.uid]);
    expect(await journal.entries()).toMatchObject([{ outcome: 'unknown' }]);
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

  it.each([401, 403, 404, 500])('sends nothing if the role cannot be reread (%i)', async (status) => {
    const { items, remove, journal, sent, service } = await rolesAtHand();
    const [item] = await items();
    service.faults.add({ kind: 'status', status, operation: 'listTeamResourceRoles' });
    expect(await remove([item])).toMatchObject([
      { removal: { outcome: 'notRead', error: { operation: 'listTeamResourceRoles', failure: { status } } } },
    ]);
    expect(sent('removeTeamResourceRole')).toBe(0);
    expect(await journal.entries()).toEqual([]);
  });

  it('stops for all roles if the key is rejected when the first is reread', async () => {
    const { items, remove, service, sent } = await rolesAtHand();
    const chosen = await items();
    service.faults.add({ kind: 'status', status: 401, operation: 'listTeamResourceRoles' });
    const results = await remove(chosen.slice(0, 2));
    expect(results.map(({ removal }) => removal.outcome)).toEqual(['notRead', 'notTried']);
    expect(sent('listTeamResourceRoles')).toBe(1);
  });

  it('does not treat an entered UID that is not listed as removed', async () => {
    const { remove, journal, team, service, uidsNow } = await rolesAtHand();
    const before = uidsNow();
    const typed = {
      team: { uid: team.uid },
      role: { uid: 'mistyped', content: undefined },
      isListed: false,
    };
    service.faults.add({ kind: 'reset' });
    expect(await remove([typed])).toMatchObject([{ removal: { outcome: 'unknown' } }]);
    expect(await journal.entries()).toMatchObject([{ outcome: 'unknown', content: undefined }]);
    expect(uidsNow()).toEqual(before);
  });

  it('finds that the role of an entered UID still exists', async () => {
    const { remove, journal, team, service, uidsNow } = await rolesAtHand();
    const [uid = ''] = uidsNow();
    service.faults.add({ kind: 'reset' });
    const typed = { team: { uid: team.uid }, role: { uid, content: undefined }, isListed: false };
    expect(await remove([typed])).toMatchObject([{ removal: { outcome: 'notRemoved' } }]);
    expect(await journal.entries()).toMatchObject([{ outcome: 'notRemoved' }]);
  });

  it('completes the current role when it is canceled, then stops', async () => {
    const { items, remove, journal, service, deeds, sent } = await rolesAtHand();
    const chosen = await items();
    const cancelled = new AbortController();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    service.faults.add({
      kind: 'hold',
      until: held,
      operation: 'removeTeamResourceRole',
      match: new RegExp(chosen[1]?.role.uid ?? ''),
    });
    let count = 0;
    onRequest(service, 'removeTeamResourceRole', () => {
      count++;
      if (count < 2) return;
      cancelled.abort();
      answer();
    });
    const told: string[] = [];
    const results = await remove(chosen, {
      signal: cancelled.signal,
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

  it('sends nothing if it is canceled before it begins', async () => {
    const { items, remove, journal, service } = await rolesAtHand();
    const results = await remove(await items(), { signal: AbortSignal.abort() });
    expect(new Set(results.map(({ removal }) => removal.outcome))).toEqual(new Set(['notTried']));
    expect(service.requests).toEqual([]);
    expect(await journal.entries()).toEqual([]);
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
    for (const options of [{}, { confirmChanged: () => Promise.resolve(false) }]) {
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
      confirmChanged: ({ role }) => {
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

  it('does not keep the other roles from being removed', async () => {
    const { items, item, remove, deeds } = await changed();
    const [, second] = await items();
    if (second === undefined) throw new Error('There are too few roles');
    const results = await remove([item, second]);
    expect(results.map(({ removal }) => removal.outcome)).toEqual(['notTried', 'removed']);
    expect(deeds.removed).toEqual([second.role.uid]);
  });

  it('is already gone if the list no longer has it', async () => {
    const { item, add, remove, team, sent } = await changed();
    const [result] = await remove([item], {
      confirmChanged: () => {
        add();
        team.resourceRoles.splice(0, 1);
        return Promise.resolve(true);
      },
    });
    expect(result).toMatchObject({ removal: { outcome: 'alreadyGone' } });
    expect(sent('removeTeamResourceRole')).toBe(0);
  });

  it.each([
    ['a role', { roles: [{ uid: 'r1' }, { uid: 'r2' }] }],
    ['a filter less', { filterRefs: [] }],
    ['a field that Poolview does not know', { expiresAt: '2027-01-01' }],
    ['a project without a uid', { projectUids: [{ uid: 'p1' }, { name: 'other' }] }],
  ])('is confirmed again if it has %s', async (_name, change) => {
    expect(await isAskedAbout({ ...usual, ...change })).toBe(true);
  });

  it.each([
    ['nothing', {}],
    ['the order of its projects', { projectUids: [{ uid: 'p2' }, { uid: 'p1' }] }],
    ['a name', { roles: [{ uid: 'r1', name: 'Owner' }] }],
    ['an unknown field that is empty', { expiresAt: null }],
  ])('is not confirmed again if the change is %s', async (_name, change) => {
    expect(await isAskedAbout({ ...usual, ...change })).toBe(false);
  });

  const usual = {
    uid: 'role-1',
    roles: [{ uid: 'r1' }],
    projectUids: [{ uid: 'p1' }, { uid: 'p2' }],
    filterRefs: [{ uid: 'f1' }],
  };

  /** Whether the user has to confirm again if the service now lists `now` instead of `usual`. */
  async function isAskedAbout(now: object): Promise<boolean> {
    const { service, items, remove } = await rolesAtHand();
    const list = (role: object): void => {
      service.faults.add({
        kind: 'wrongJson',
        operation: 'listTeamResourceRoles',
        body: { resourceRoles: [role] },
      });
    };
    list(usual);
    const chosen = await items();
    list(now);
    let isAsked = false;
    await remove(chosen, {
      confirmChanged: () => {
        isAsked = true;
        return Promise.resolve(false);
      },
    });
    return isAsked;
  }
});

describe('the journal of a removal', () => {
  it('is complete on disk before the request arrives', async () => {
    const { items, remove, folder, service, connection, team } = await rolesAtHand();
    const chosen = await items();
    const seen: string[] = [];
    onRequest(service, 'removeTeamResourceRole', () => {
      const names = readdirSync(folder).sort();
      seen.push(readFileSync(path.join(folder, names.at(-1) ?? ''), 'utf8'));
    });
    await remove(chosen);
    expect(seen).toHaveLength(chosen.length);
    for (const [index, { role }] of chosen.entries()) {
      // One complete line, without an outcome.
      expect(JSON.parse(seen[index] ?? '')).toMatchObject({
        connection,
        team: { uid: team.uid, name: team.name },
        roleUid: role.uid,
        content: role.content,
      });
    }
  });

  it('is synced to disk before the request arrives', async () => {
    const { items, remove, service, folder } = await rolesAtHand();
    const [item] = await items();
    await using file = await open(path.dirname(path.dirname(folder)));
    const sync = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'datasync');
    atEnd(() => {
      sync.mockRestore();
    });
    const synced: unknown[] = [];
    onRequest(service, 'removeTeamResourceRole', () => synced.push([...sync.mock.settledResults]));
    await remove([item]);
    expect(synced).toEqual([[{ type: 'fulfilled', value: undefined }]]);
  });

  it('that cannot be written prevents all removals', async () => {
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

  it('that runs out of space prevents the remaining removals', async () => {
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

  it('does not contain the key', async () => {
    const { items, remove, folder, service } = await rolesAtHand();
    await remove(await items());
    for (const name of await readdir(folder)) {
      expect(await readFile(path.join(folder, name), 'utf8')).not.toContain(service.apiKey);
    }
  });
});
