import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/demo/server';
import { Journal, type RemovalOutcome } from '../../../src/roles/journal';
import type { RemovalResult } from '../../../src/roles/removing';
import type { ServiceErrorKind } from '../../../src/service/errors';
import { entryOf } from './support/journal';
import { isRight, onRequest, rolesAtHand, writableUntil, isRestorable } from './support/roles';

interface Row {
  readonly name: string;
  /** What becomes of the removal. */
  readonly fault: Fault;
  readonly listFault?: Fault;
  /** Whether a gateway that fails has passed the removal on. */
  readonly passedOn?: true;
  /** Whether the service removes the role. */
  readonly acts: boolean;
  readonly outcome: RemovalResult['removal']['outcome'];
  /** What the journal says, where that is something else. */
  readonly kept?: RemovalOutcome;
  readonly error?: ServiceErrorKind;
}

const unreadable: Fault = { kind: 'status', status: 500 };

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
    outcome: 'refused',
    error: 'redirected',
  },
];

async function atHandWith({ fault, listFault, passedOn }: Row) {
  let hasArrived = fault.kind !== 'hang';
  // What comes after it may take as long as it wants, on a busy computer too.
  const atHand = await rolesAtHand({}, { timeoutMs: () => (hasArrived ? 10_000 : 300) });
  const { service, team } = atHand;
  /** Has the removal of `roleUid` meet the fault. */
  const spoil = (roleUid: string): void => {
    service.faults.add({ ...fault, operation: 'removeTeamResourceRole', match: new RegExp(roleUid) });
    if (listFault !== undefined) service.faults.add({ ...listFault, operation: 'listTeamResourceRoles' });
    onRequest(service, 'removeTeamResourceRole', (request) => {
      if (!request.path.endsWith(`/${roleUid}`)) return;
      hasArrived = true;
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

  it('tells of one role what the service did, and keeps it', async () => {
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
    // What is gone can be brought back.
    if (acts) expect(isRestorable(entry)).toBe(true);
  });

  it('goes on with the other roles', async () => {
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
  it('is over for all where the key is not accepted', async () => {
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

  it('removes nothing where nobody is there', async () => {
    const { items, remove, service, journal, uidsNow } = await rolesAtHand();
    const chosen = await items();
    const before = uidsNow();
    await service.close();
    const results = await remove(chosen);
    expect(new Set(results.map(({ removal }) => removal.outcome))).toEqual(new Set(['refused']));
    expect(results[0]?.removal).toMatchObject({ error: { failure: { reason: 'ECONNREFUSED' } } });
    expect(uidsNow()).toEqual(before);
    expect((await journal.entries()).map(({ outcome }) => outcome)).toEqual(chosen.map(() => 'refused'));
  });

  it('does not know where the service is gone for good after it acted', async () => {
    const { items, remove, service, journal, deeds } = await rolesAtHand();
    const [item] = await items();
    service.faults.add({ kind: 'resetAfterActing' });
    onRequest(service, 'removeTeamResourceRole', () => void service.close());
    expect(await remove([item])).toMatchObject([{ removal: { outcome: 'unknown' } }]);
    expect(deeds.removed).toEqual([item.role.uid]);
    expect(await journal.entries()).toMatchObject([{ outcome: 'unknown' }]);
  });

  it('says of what somebody else has removed that it was gone', async () => {
    const { items, remove, journal, team } = await rolesAtHand();
    const chosen = await items();
    team.resourceRoles.splice(0, 1);
    const results = await remove(chosen.slice(0, 2));
    expect(results.map(({ removal }) => removal.outcome)).toEqual(['alreadyGone', 'removed']);
    expect((await journal.entries()).map(({ outcome }) => outcome)).toEqual(['removed', 'alreadyGone']);
  });

  it('does not know of what is gone with its team: anything on the way may answer so', async () => {
    const { items, remove, journal, team, service } = await rolesAtHand();
    const [item] = await items();
    service.fleet.removeTeam(team);
    expect(await remove([item])).toMatchObject([{ removal: { outcome: 'unknown' } }]);
    expect(await journal.entries()).toMatchObject([{ outcome: 'unknown' }]);
  });

  it('does not take a typed uid that no list has for one that was removed', async () => {
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

  it('knows of a typed uid that it is still there', async () => {
    const { remove, journal, team, service, uidsNow } = await rolesAtHand();
    const [uid = ''] = uidsNow();
    service.faults.add({ kind: 'reset' });
    const typed = { team: { uid: team.uid }, role: { uid, content: undefined }, isListed: false };
    expect(await remove([typed])).toMatchObject([{ removal: { outcome: 'notRemoved' } }]);
    expect(await journal.entries()).toMatchObject([{ outcome: 'notRemoved' }]);
  });

  it('ends where it is cancelled with the role that is being removed', async () => {
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

  it('asks nothing where it is cancelled before it begins', async () => {
    const { items, remove, journal, service } = await rolesAtHand();
    const results = await remove(await items(), { signal: AbortSignal.abort() });
    expect(new Set(results.map(({ removal }) => removal.outcome))).toEqual(new Set(['notTried']));
    expect(service.requests).toEqual([]);
    expect(await journal.entries()).toEqual([]);
  });
});

describe('the journal of a removal', () => {
  it('has all of it on disk before the request arrives', async () => {
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
      // One whole line, and no outcome.
      expect(JSON.parse(seen[index] ?? '')).toMatchObject({
        connection,
        team: { uid: team.uid, name: team.name },
        roleUid: role.uid,
        content: role.content,
      });
    }
  });

  it('that cannot be written keeps everything from being removed', async () => {
    const { items, remove, folder, service, uidsNow } = await rolesAtHand();
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
    expect(service.requests).toEqual([]);
    expect(uidsNow()).toEqual(before);
  });

  it('that has no room left in the middle keeps the rest from being removed', async () => {
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

  it('that cannot be written any more has the result told all the same', async () => {
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
    // Nothing is lost: all but the outcome is there, and it can be restored, in this window and at the next start.
    for (const later of [journal, restarted()]) {
      const entry = await entryOf(later, result?.entryId ?? '');
      expect(entry).toMatchObject({ outcome: undefined, content: item.role.content, isUnderWay: false });
      expect(isRestorable(entry)).toBe(true);
    }
  });

  it('has no key in it', async () => {
    const { items, remove, folder, service } = await rolesAtHand();
    await remove(await items());
    for (const name of await readdir(folder)) {
      expect(await readFile(path.join(folder, name), 'utf8')).not.toContain(service.apiKey);
    }
  });
});
