import { describe, expect, it } from 'vitest';
import { Journal, restorableEntries, type JournalEntry } from '../../../../src/roles/journal/journal';
import { restoreRole, type Restoration } from '../../../../src/roles/restore/restoreRole';
import type { ServiceErrorKind } from '../../../../src/service/errors';
import type { RoleContent } from '../../../../src/service/resources/team';
import { StorageError } from '../../../../src/connections/storedFiles';
import { grants } from '../../../../src/access/resourceRoles';
import { roleFrom } from '../../support/resources';
import { failureOf } from '../../support/service';
import { actedAndNoList, actedRows, page, status, type FaultRow } from '../support/changeFaults';
import { entryOf } from '../support/journal';
import { content, removal } from '../support/removal';
import { onRequest, rolesAtHand, writableUntil, isRestorable } from '../support/roles';
import type { Fault } from '../../../support/demo/service';

type AtHand = Awaited<ReturnType<typeof rolesAtHand>>;

/** What the last role of the team grants. */
async function lastRole({ client, team, service }: AtHand) {
  const role = (await client.listTeamResourceRoles(team.uid)).at(-1);
  service.clearRequests();
  return role;
}

/** Removes the first role with this number of projects, and with filters if required. */
async function removedOn(atHand: AtHand, projects: number): Promise<JournalEntry & { content: RoleContent }> {
  const chosen = (await atHand.items()).find(({ role }) => role.content?.projectUids.length === projects);
  if (chosen === undefined) throw new Error('There is no such role');
  const [result] = await atHand.remove([chosen]);
  atHand.service.clearRequests();
  const entry = await entryOf(atHand.journal, result?.entryId ?? '');
  if (entry.content === undefined) throw new Error('Its content is not known');
  return { ...entry, content: entry.content };
}

function endProject({ service }: AtHand, uid = ''): void {
  const project = service.fleet.findProject(uid);
  if (project === undefined) throw new Error('There is no such project');
  service.fleet.removeProject(project);
}

describe('restoring', () => {
  it('asks for the roles of the team, even if those of others were not found', async () => {
    const { removeFirst, journal, clientWith } = await rolesAtHand();
    const { entry } = await removeFirst();
    const client = clientWith({});
    for (const gone of ['a', 'b']) await failureOf(client.listTeamResourceRoles(gone));
    expect(await restoreRole(client, journal, entry)).toMatchObject({ outcome: 'restored' });
  });

  it('adds each role as it was and returns its new UID', async () => {
    const { service, items, remove, restore, journal, deeds, client } = await rolesAtHand();
    const { teams } = service.fleet.directory;
    for (const team of teams) {
      const before = (await client.listTeamResourceRoles(team.uid)).map(({ content }) => content);
      await remove(await items(team));
      expect(team.resourceRoles).toHaveLength(0);
      const entries = (await journal.entries()).filter((entry) => entry.team.uid === team.uid);
      for (const entry of [...entries].reverse()) {
        const result = await restore(entry);
        expect(result).toEqual({ outcome: 'restored', uid: deeds.added.at(-1) });
        expect(await entryOf(journal, entry.id)).toMatchObject({
          outcome: 'removed',
          restored: { uid: deeds.added.at(-1) },
        });
      }
      const after = (await client.listTeamResourceRoles(team.uid)).map(({ content }) => content);
      expect(after).toEqual(before);
    }
    // Including those with filters.
    const roles = teams.flatMap(({ resourceRoles }) => resourceRoles);
    expect(roles.some(({ filterRefs }) => filterRefs.length > 0)).toBe(true);
    expect(deeds.added).toHaveLength(deeds.removed.length);
  });

  it('twice at once adds it once', async () => {
    const { items, remove, restore, journal, deeds, sent } = await rolesAtHand();
    const chosen = await items();
    await remove(chosen);
    for (const entry of await journal.entries()) {
      const results = await Promise.all([restore(entry), restore(entry)]);
      expect(results.map(({ outcome }) => outcome)).toEqual(['restored', 'underWay']);
    }
    expect(deeds.added).toHaveLength(chosen.length);
    expect(sent('addTeamResourceRole')).toBe(chosen.length);
  });

  it('sends nothing while the role is being removed, after its entry was deleted, or if its content is unknown', async () => {
    const { items, journal, connection, restore, service, files } = await rolesAtHand();
    const [{ team, role }] = await items();
    const begin = async (content = role.content): Promise<JournalEntry> =>
      entryOf(journal, await journal.begin({ connection, team, roleUid: role.uid, content }));
    const entry = await begin();
    expect(await restore(entry)).toEqual({ outcome: 'underWay' });
    await journal.recordOutcome(entry.id, 'removed');
    await files.remove(`${entry.id}.jsonl`);
    expect(await restore(entry)).toEqual({ outcome: 'contentUnknown' });
    expect(await restore({ ...(await begin()), content: undefined })).toEqual({ outcome: 'contentUnknown' });
    expect(service.requests).toEqual([]);
  });

  it.each<[string, boolean, Partial<RoleContent>]>([
    ['the same', true, {}],
    ['the same in another order', true, { projectUids: [...content.projectUids].reverse() }],
    ['another role', false, { roles: [{ uid: 'other' }] }],
    ['fewer projects', false, { projectUids: content.projectUids.slice(1) }],
    ['no filter', false, { filterRefs: [] }],
  ])('finds that a role of the team grants %s: %s', (_name, isSame, change) => {
    const role = roleFrom({ uid: 'role', ...content, ...change });
    expect(grants(role, content)).toBe(isSame);
    expect(grants({ ...role, content: undefined }, content)).toBe(false);
  });

  it('adds nothing if the team still has the role itself', async () => {
    const { items, remove, restore, service, journal, sent, deeds } = await rolesAtHand();
    const [item] = await items();
    service.faults.add({ kind: 'empty', operation: 'removeTeamResourceRole' });
    await remove([item]);
    const [entry] = await journal.entries();
    if (entry === undefined) throw new Error('There is no entry');
    expect(await restore(entry)).toEqual({ outcome: 'neverRemoved' });
    expect(sent('addTeamResourceRole')).toBe(0);
    expect(deeds).toEqual({ removed: [], added: [] });
  });

  it('reports that the team no longer exists', async () => {
    const { removeFirst, restore, service, team, journal, sent } = await rolesAtHand();
    const { entry } = await removeFirst();
    service.fleet.removeTeam(team);
    expect(await restore(entry)).toMatchObject({ outcome: 'teamGone', error: { failure: { status: 404 } } });
    expect(sent('addTeamResourceRole')).toBe(0);
    // The project may reappear.
    expect(isRestorable(await entryOf(journal, entry.id))).toBe(true);
  });
});

describe('restoring a role with a deleted project', () => {
  it('returns the project and adds nothing', async () => {
    const atHand = await rolesAtHand();
    const { restore, journal, sent } = atHand;
    const entry = await removedOn(atHand, 2);
    const [gone] = entry.content.projectUids;
    endProject(atHand, gone?.uid);
    expect(await restore(entry)).toEqual({ outcome: 'projectsGone', gone: [gone] });
    expect(sent('addTeamResourceRole')).toBe(0);
    expect(isRestorable(await entryOf(journal, entry.id))).toBe(true);
  });

  it('adds the role once with the other projects if the user wants that', async () => {
    const atHand = await rolesAtHand();
    const { restore, deeds } = atHand;
    const entry = await removedOn(atHand, 2);
    const [gone, left] = entry.content.projectUids;
    endProject(atHand, gone?.uid);
    await restore(entry);
    expect(await restore(entry, { fewerProjects: true })).toEqual({
      outcome: 'restored',
      uid: deeds.added[0],
    });
    expect((await lastRole(atHand))?.content).toEqual({ ...entry.content, projectUids: [left] });
    expect(await restore(entry, { fewerProjects: true })).toEqual({
      outcome: 'alreadyThere',
      uid: deeds.added[0],
    });
    expect(deeds.added).toHaveLength(1);
  });

  it('adds nothing if all projects are deleted, because the role might apply to every project', async () => {
    const atHand = await rolesAtHand();
    const { restore, sent } = atHand;
    const entry = await removedOn(atHand, 2);
    for (const { uid } of entry.content.projectUids) endProject(atHand, uid);
    for (const withoutGoneProjects of [false, true]) {
      expect(await restore(entry, { fewerProjects: withoutGoneProjects })).toEqual({
        outcome: 'projectsGone',
        gone: entry.content.projectUids,
      });
    }
    expect(sent('addTeamResourceRole')).toBe(0);
  });

  it.each([false, true])(
    "reports the service's error if it does not list projects; without deleted projects: %s",
    async (withoutGoneProjects) => {
      const atHand = await rolesAtHand({ without: ['listProjectNames'] });
      const { restore, deeds, journal } = atHand;
      const entry = await removedOn(atHand, 2);
      endProject(atHand, entry.content.projectUids[0]?.uid);
      expect(await restore(entry, { fewerProjects: withoutGoneProjects })).toMatchObject({
        outcome: 'notRestored',
        error: {
          kind: 'invalidRequest',
          failure: { serviceMessage: 'projectUids names something that does not exist.' },
        },
      });
      expect(deeds.added).toEqual([]);
      expect(isRestorable(await entryOf(journal, entry.id))).toBe(true);
    },
  );

  it('works if the list of projects cannot be read', async () => {
    const atHand = await rolesAtHand();
    const { restore, service, deeds } = atHand;
    const entry = await removedOn(atHand, 2);
    service.faults.add({ kind: 'status', status: 500, operation: 'listProjectNames' });
    expect(await restore(entry)).toEqual({ outcome: 'restored', uid: deeds.added[0] });
    expect((await lastRole(atHand))?.content).toEqual(entry.content);
  });
});

type Row = FaultRow<Restoration['outcome']>;

/** After these, the service may still add the role. */
const pending = ['no answer in time', '504', '408', '499', '202'];

const rows: readonly Row[] = [
  ...actedRows('restored' as const),
  ...(
    [
      ['reset', { kind: 'reset' }, 'unreachable'],
      ['no answer in time', { kind: 'hang' }, 'timedOut'],
      ['500', status(500), 'serviceFault'],
      ['504', page(504), 'serviceFault'],
      ['a redirect', { kind: 'redirect', location: 'https://elsewhere.example.com/login' }, 'redirected'],
      ['408', status(408), 'invalidRequest'],
      ['499', status(499), 'invalidRequest'],
      ['201', { kind: 'empty', status: 201 }, 'invalidResponse'],
      ['202', { kind: 'empty', status: 202 }, 'invalidResponse'],
      ['200 with an error', status(200), 'invalidResponse'],
      ['200 with a page', page(200), 'invalidResponse'],
    ] satisfies readonly [string, Fault, ServiceErrorKind][]
  ).map(([name, fault, error]): Row => ({
    name,
    fault,
    outcome: pending.includes(name) ? 'unknown' : 'notRestored',
    error,
  })),
  ...actedAndNoList,
  {
    name: 'reset before it acted, and no list',
    fault: { kind: 'reset' },
    listFault: { kind: 'reset' },
    outcome: 'unknown',
    error: 'unreachable',
  },
  ...(
    [
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'notFound'],
      [405, 'unsupported'],
      [409, 'invalidRequest'],
      [429, 'rateLimited'],
    ] as const
  ).map(([code, error]): Row => ({ name: String(code), fault: status(code), outcome: 'notRestored', error })),
];

describe.each(rows)('restoring, with $name', ({ fault, listFault, acts, outcome, error }) => {
  it('reports what the service did, and adds the role once in the end [guarantee: retries]', async () => {
    let hasArrived = fault.kind !== 'hang';
    let isNext = false;
    const atHand = await rolesAtHand({}, { timeoutMs: () => (hasArrived || !isNext ? 10_000 : 300) });
    const { removeFirst, restore, service, deeds, sent, journal, team } = atHand;
    const { entry } = await removeFirst();
    service.faults.add({ ...fault, operation: 'addTeamResourceRole' });
    // The next request is the addition.
    onRequest(service, 'listProjectNames', () => (isNext = true));
    onRequest(service, 'addTeamResourceRole', () => {
      if (sent('addTeamResourceRole') > 0) return;
      hasArrived = true;
      if (listFault !== undefined) service.faults.add({ ...listFault, operation: 'listTeamResourceRoles' });
      const named = (refs: RoleContent['roles'] = []) => refs.map(({ uid, name = '' }) => ({ uid, name }));
      if (acts === 'behindGateway') {
        service.fleet.addResourceRole(team, {
          roles: named(entry.content?.roles),
          projectUids: named(entry.content?.projectUids),
          filterRefs: named(entry.content?.filterRefs),
        });
      }
    });
    const result = await restore(entry);
    const isTold = outcome === 'restored';
    expect(result).toMatchObject(
      isTold ? { outcome, uid: deeds.added[0] } : { outcome, error: { kind: error } },
    );
    expect(deeds.added).toHaveLength(acts === undefined ? 0 : 1);
    expect(sent('addTeamResourceRole')).toBe(1);
    const after = await entryOf(journal, entry.id);
    expect(after.restored).toEqual(
      isTold ? { at: expect.any(Number) as unknown, uid: deeds.added[0] } : undefined,
    );

    // Whatever was reported, there is one role in the end once the service works.
    service.faults.clear();
    expect(await restore(after)).toMatchObject({
      outcome: acts === undefined ? 'restored' : 'alreadyThere',
      uid: deeds.added[0],
    });
    expect(deeds.added).toHaveLength(1);
  });
});

describe('restoring', () => {
  it('adds nothing if the roles cannot be read first', async () => {
    const { removeFirst, restore, service, sent } = await rolesAtHand();
    const { entry } = await removeFirst();
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 403 },
      { kind: 'reset' },
      { kind: 'notJson' },
    ] satisfies Fault[]) {
      service.faults.add({ ...fault, operation: 'listTeamResourceRoles' });
      expect(await restore(entry)).toMatchObject({
        outcome: 'notRestored',
        error: { operation: 'listTeamResourceRoles' },
      });
    }
    expect(sent('addTeamResourceRole')).toBe(0);
  });

  it('reports success if only the new UID cannot be read', async () => {
    const { removeFirst, restore, service, deeds, journal } = await rolesAtHand();
    const { entry } = await removeFirst();
    onRequest(service, 'addTeamResourceRole', () => {
      service.faults.add({ kind: 'status', status: 500, operation: 'listTeamResourceRoles' });
    });
    expect(await restore(entry)).toEqual({ outcome: 'restored', uid: undefined });
    expect(deeds.added).toHaveLength(1);
    expect((await entryOf(journal, entry.id)).restored).toMatchObject({ uid: undefined });
  });

  it('adds nothing if its entry can no longer be read', async () => {
    const { removeFirst, restore, service, files } = await rolesAtHand();
    const { entry } = await removeFirst();
    const journal = new Journal({ ...files, read: () => Promise.reject(new StorageError('EACCES')) });
    expect(await restore(entry, {}, journal)).toEqual({ outcome: 'contentUnknown' });
    expect(service.requests).toEqual([]);
  });

  it('is reported even if the journal can no longer be written, and adds the role once', async () => {
    const { removeFirst, restore, service, files, deeds, restarted } = await rolesAtHand();
    const { entry } = await removeFirst();
    let isFull = false;
    onRequest(service, 'addTeamResourceRole', () => (isFull = true));
    const journal = new Journal(writableUntil(files, () => isFull));
    expect(await restore(entry, {}, journal)).toEqual({ outcome: 'restored', uid: deeds.added[0] });
    // The journal doesn't say that it is restored; the team's roles do.
    isFull = false;
    expect(isRestorable(await entryOf(journal, entry.id))).toBe(true);
    for (const later of [journal, restarted()]) {
      expect(await restore(entry, {}, later)).toEqual({ outcome: 'alreadyThere', uid: deeds.added[0] });
    }
    expect(deeds.added).toHaveLength(1);
  });
});

describe('a role whose addition the service confirmed', () => {
  it('does not count as restored if it is not listed, and can be retried [guarantee: proven-removal]', async () => {
    const { removeFirst, restore, journal, service, deeds } = await rolesAtHand();
    const { entry } = await removeFirst();
    service.faults.add({ operation: 'addTeamResourceRole', kind: 'empty', status: 204 });
    expect(await restore(entry)).toEqual({ outcome: 'unknown' });
    expect(isRestorable(await entryOf(journal, entry.id))).toBe(true);
    expect(await restore(entry)).toMatchObject({ outcome: 'restored' });
    expect(deeds.added).toHaveLength(1);
  });
});

describe('the list of restorable roles', () => {
  const base: JournalEntry = {
    ...removal,
    id: 'entry',
    startedAt: 0,
    outcome: 'removed',
    isUnderWay: false,
    restored: undefined,
  };
  const gone: JournalEntry = { ...base, outcome: 'alreadyGone' };

  it.each<[string, boolean, Partial<JournalEntry>]>([
    ['was removed', true, {}],
    ['may have been removed', true, { outcome: 'unknown' }],
    ['was being removed when its window was killed', true, { outcome: undefined }],
    ['was already gone', true, { outcome: 'alreadyGone' }],
    ['was not removed', false, { outcome: 'notRemoved' }],
    ['is being removed', false, { outcome: undefined, isUnderWay: true }],
    ['was restored', false, { restored: { at: 1, uid: 'new' } }],
    ['granted what is not known', false, { content: undefined }],
  ])('a role that %s: %s', (_name, isListed, change) => {
    const entry = { ...base, ...change };
    expect(restorableEntries([entry])).toEqual(isListed ? [entry] : []);
  });

  it('has a role once for each connection, however often its removal was attempted', () => {
    // The first removal took effect without a response; the second one found nothing to remove.
    const attempts = [gone, { ...base, outcome: 'unknown' as const }];
    const elsewhere = { ...base, connection: { ...base.connection, name: 'Other tenant' } };
    expect(restorableEntries([...attempts, elsewhere])).toEqual([gone, elsewhere]);
    expect(restorableEntries([gone, { ...base, restored: { at: 1, uid: 'new' } }])).toEqual([]);
  });
});
