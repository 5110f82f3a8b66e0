import { describe, expect, it, vi } from 'vitest';
import { env } from 'vscode';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Decisions } from '../../../src/review/decisions';
import type { ReviewHeader } from '../../../src/review/messages';
import { resourceRoleUid } from '../../../src/access/readGrants';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';
import { saving } from './saving';
import { isDone, read, reviewOf } from './support';

describe('reading', () => {
  /** Reads what is announced, until there is no more. Returns each time how many requests were announced and sent. */
  async function announcedAndSent({ review, service, shown }: Awaited<ReturnType<typeof reviewOf>>) {
    const counts: (readonly [announced: number, sent: number])[] = [];
    for (let isWhole = false; !isWhole; isWhole = (await shown(isStill)).progress.state === 'done') {
      const { total } = (await shown(({ progress }) => progress.state === 'ready')).progress;
      service.clearRequests();
      await review.run({ type: 'read' });
      await shown(({ progress }) => isStill({ progress }) && progress.total !== total);
      counts.push([total, service.requests.length]);
    }
    return counts;
  }
  const isStill = ({ progress }: Pick<ReviewHeader, 'progress'>): boolean =>
    progress.state === 'ready' || progress.state === 'done';

  it.each([
    ['a small service', {}, {}],
    ['a larger one', { projects: 20, teams: 20 }, {}],
    ['one team', {}, { team: 1 }],
    ['one user', {}, { user: 1 }],
    ['a service without workspaces', { without: ['listTeamWorkspaceRoles'] as const }, {}],
    ['a service without a list of roles', { without: ['listRoles'] as const }, {}],
    ['a service without a list of filters', { without: ['listFilters'] as const }, {}],
    ['a service without approvals', { without: ['listPendingRepaves'] as const }, {}],
    ['a service without users', { without: ['listUserNames', 'listUserActivity'] as const }, {}],
  ])('takes as many requests as announced: %s', async (_, options, about) => {
    const opened = await reviewOf(options, about);
    expect((await opened.start()).progress).toMatchObject({ state: 'ready', done: 0 });
    for (const [announced, sent] of await announcedAndSent(opened)) expect(sent).toBe(announced);
    if (opened.header()?.canReadUsers !== true) return;
    await opened.review.run({ type: 'readUsers' });
    for (const [announced, sent] of await announcedAndSent(opened)) expect(sent).toBe(announced);
  });

  it.each([
    ['a service with three operations', { profile: 'interface' as const }, 2],
    ['a service without cluster metadata', { without: ['searchClusterMetadata'] as const }, 1],
  ])(
    'takes a request more for each list of clusters that turns out to be missing: %s',
    async (_, options, more) => {
      const opened = await reviewOf(options);
      await opened.start();
      for (const [announced, sent] of await announcedAndSent(opened)) expect(sent).toBe(announced + more);
    },
  );

  it('does not ask which clusters wait for approval, which decides nothing', async () => {
    const { service } = await read();
    const sent = service.requests.map(({ operation }) => operation);
    expect(sent).toContain('searchClusterMetadata');
    expect(sent).not.toContain('listPendingRepaves');
  });

  it.each([
    ['refused', ['readTagFilter'], 403],
    ['refused as roles are', ['readTagFilter', 'listRoles', 'readRole'], 403],
    ['refused as clusters are', ['searchClusterMetadata', 'searchClusters', 'listProjectsGet'], 403],
    ['not found', ['readTagFilter'], 404],
  ] as const)('ends if filters are %s', async (_, operations, status) => {
    const opened = await reviewOf();
    for (const operation of operations)
      opened.service.faults.add({ kind: 'status', status, times: Infinity, operation });
    await opened.start();
    const counts = await announcedAndSent(opened);
    expect(counts.length).toBeLessThanOrEqual(2);
    expect(opened.header()?.coverage).toMatch(
      /^8 of 8 teams · not read: (permissions of|filters|clusters of) /,
    );
  });

  it('offers to go on if a filter could not be read in time', async () => {
    const opened = await reviewOf();
    await opened.start();
    opened.service.faults.add({ kind: 'status', status: 500, times: 5, operation: 'readTagFilter' });
    const counts = await announcedAndSent(opened);
    expect(counts.slice(1)).toEqual([[5, 5]]);
    expect(opened.header()?.coverage).toBe("8 of 8 teams · not read: users' own roles");
  });

  it('counts a team as read if a kind of grants is not offered', async () => {
    const { coverage } = await read({ teams: 12, without: ['listTeamWorkspaceRoles'] });
    expect(coverage).toBe(
      "12 of 12 teams · not read: workspace roles: not offered by this service; users' own roles",
    );
  });

  it('finds the only team on any page', async () => {
    const { header } = await read({ teams: 60 }, { team: 57 });
    expect(header()?.coverage).toMatch(/^1 of 1 teams/);
  });

  it('announces users’ own grants before it reads them', async () => {
    const { review, service, shown, rows } = await read({ users: 12 });
    service.clearRequests();
    await review.run({ type: 'readUsers' });
    const { progress, canReadUsers } = await shown(({ progress }) => progress.state === 'ready');
    expect([progress.announcement, canReadUsers]).toEqual([
      expect.stringMatching(/^8 teams · 12 users: \d+ requests/),
      false,
    ]);
    expect(service.requests).toEqual([]);
    await review.run({ type: 'read' });
    const { coverage } = await shown(isDone);
    expect(Math.abs(service.requests.length - progress.total)).toBeLessThanOrEqual(progress.total / 10);
    expect(coverage).toContain('own roles of 12 of 12 users');
    expect([...rows.values()].filter(({ who }) => who.kind === 'user').length).toBeGreaterThan(0);
  });

  it('goes on where it was canceled', async () => {
    const { review, service, start, shown } = await reviewOf();
    const { progress } = await start();
    service.faults.add({ kind: 'hang', operation: 'listTeamWorkspaceRoles' });
    const reading = review.run({ type: 'read' });
    await eventually(() => {
      expect(service.requests.length).toBeGreaterThan(12);
    });
    await review.run({ type: 'cancel' });
    await reading;
    const rest = await shown(
      (header) => header.progress.state === 'ready' && header.progress.total < progress.total,
    );
    expect(rest.coverage).not.toMatch(/^8 of 8 teams/);
    service.clearRequests();
    await review.run({ type: 'read' });
    await shown(isDone);
    // It announces every filter that a grant which is not read yet may have.
    const { filters } = service.fleet.directory;
    expect(service.requests.length).toBeLessThanOrEqual(rest.progress.total);
    expect(service.requests.length).toBeGreaterThanOrEqual(rest.progress.total - filters.length);
  });

  it('stops when the service rejects the key, and says so', async () => {
    const { review, service, start, shown } = await reviewOf();
    await start();
    service.faults.add({ kind: 'status', status: 401, times: 100 });
    await expect(review.run({ type: 'read' })).rejects.toMatchObject({ kind: 'unauthorized' });
    await shown(({ progress }) => progress.state === 'ready');
  });
});

it('reads everything again after it is finished, or if the user asks for it', async () => {
  const { review, service, shown, start } = await reviewOf();
  await start();
  await review.run({ type: 'read' });
  const { readAt = 0 } = await shown(isDone);
  service.clearRequests();
  await review.run({ type: 'read' });
  const { progress } = await shown((header) => header.progress.state === 'ready');
  const { filters } = service.fleet.directory;
  // Teams, two pages of roles, users' names and activity, projects, and clusters.
  expect([progress.total, service.requests.length]).toEqual([8 * 4 + filters.length + 7, 0]);
  await review.run({ type: 'read' });
  await shown((header) => isDone(header) && (header.readAt ?? 0) > readAt);
  expect(service.requests).toHaveLength(progress.total);
  const lists = service.requests.filter(({ operation }) => operation === 'listTeamResourceRoles');
  expect(lists).toHaveLength(8);
  expect(service.requests.filter(({ operation }) => operation === 'listUserActivity')).toHaveLength(1);
});

describe('rows', () => {
  it('are all grants of all teams', async () => {
    const { rows, service, coverage } = await read();
    const { teams } = service.fleet.directory;
    expect(coverage).toBe("8 of 8 teams · not read: users' own roles");
    expect(new Set([...rows.values()].map(({ who }) => who.id))).toEqual(
      new Set(teams.map(({ uid }) => uid)),
    );
    const resource = [...rows.values()].filter(({ kind }) => kind === 'resource');
    expect(resource).toHaveLength(teams.flatMap(({ resourceRoles }) => resourceRoles).length);
    expect(resource.every(({ isRemovable }) => isRemovable)).toBe(true);
    const others = [...rows.values()].filter(({ kind }) => kind !== 'resource');
    expect(others.some(({ isRemovable }) => isRemovable)).toBe(false);
  });

  it('have the name of their team, also if they were read before it was known', async () => {
    const { review, model, service, start, shown, rows } = await reviewOf();
    const [team] = service.fleet.directory.teams;
    await model.access.readGrants({ kind: 'team', uid: team?.uid ?? '' }, ['resource'], {});
    await start();
    await review.run({ type: 'read' });
    await shown(isDone);
    const names = [...rows.values()].filter(({ who }) => who.id === team?.uid).map(({ who }) => who.name);
    expect(new Set(names)).toEqual(new Set([team?.name]));
  });

  it('are sent again only if they show something else', async () => {
    const { review, received, rows, header } = await read();
    const [row] = rows.values();
    received.length = 0;
    await review.run({ type: 'decide', ids: [row?.id ?? ''], choice: 'keep' });
    await eventually(() => {
      expect(received).toMatchObject([{ type: 'review', isWhole: false, removed: [], header: header() }]);
    });
    expect(received).toMatchObject([{ changed: [{ id: row?.id, choice: 'keep' }] }]);
  });

  it('say what was not read', async () => {
    const { start, review, shown, rows } = await reviewOf({
      without: ['listRoles', 'readRole', 'readTagFilter', 'listUserActivity'],
    });
    await start();
    // That a role is not found says nothing about those that are known only then.
    for (let reads = 0; reads < 2; reads++) await review.run({ type: 'read' });
    const { coverage } = await shown(isDone);
    expect(coverage).toMatch(/not read: permissions of .*; filters .*; sign-ins/);
    const all = [...rows.values()];
    expect(all.every(({ allows, permissions }) => allows === 'not read' && permissions === undefined)).toBe(
      true,
    );
    const findings = all.flatMap((each) => each.findings);
    expect(findings.filter(({ finding, isKnown }) => finding.startsWith('member') && isKnown)).toEqual([]);
  });

  it('say which users are inactive, and when one signed in last', async () => {
    const { rows, model, service } = await read({ users: 12 });
    const access = model.shownAccess;
    const [team] = service.fleet.directory.teams;
    const users = (access.members.get(team?.uid ?? '') ?? []).map((uid) => access.users.get(uid)?.activity);
    const row = [...rows.values()].find(({ who }) => who.id === team?.uid);
    expect(row?.who.inactive).toBe(users.filter((activity) => activity?.isActive === false).length);
    expect(row?.who.signedIn).toBe(Math.min(...users.map((activity) => Number(activity?.lastSignIn ?? 0))));
    const unread = await read({ without: ['listUserActivity'] });
    expect([...unread.rows.values()].filter(({ who }) => who.signedIn !== undefined)).toEqual([]);
  });

  it('say of projects that the API key cannot access that their clusters are not known', async () => {
    const { review, service, start, shown, rows } = await reviewOf();
    await start();
    const role = { uid: 'r', roles: [{ uid: 'x' }], projectUids: [{ uid: 'elsewhere' }], filterRefs: [] };
    const body = { resourceRoles: [role] };
    service.faults.add({ kind: 'wrongJson', operation: 'listTeamResourceRoles', body, times: Infinity });
    await review.run({ type: 'read' });
    // The role that only then turns out to be in use.
    await review.run({ type: 'read' });
    const { coverage } = await shown(isDone);
    expect(coverage).toMatch(/clusters of \S+: not accessible with this API key/);
    const row = [...rows.values()].find(({ reach }) => reach.includes('elsewhere'));
    expect(row?.reach).toContain('1 project not accessible with this API key');
    // What its role allows is not known either.
    const ofClusters = row?.findings.filter(({ text }) => text.includes('cluster'));
    expect(ofClusters).toEqual([
      { finding: 'reachesAllClusters', isKnown: false, text: 'Reaches all clusters' },
    ]);
  });

  it('say that a service offers none of this', async () => {
    const { coverage } = await read({ profile: 'interface' });
    expect(coverage).toContain('roles: not offered by this service');
    expect(coverage).toMatch(/^0 of \d teams/);
  });
});

describe('decisions', () => {
  const decide = { type: 'decide', choice: 'remove', note: 'not needed' } as const;

  it('take no note with an API key [guarantee: key-input]', async () => {
    const { review, rows, decisions, inventory } = await read({});
    const { shown } = dialogs();
    Object.assign(inventory.session, {
      containsApiKey: (text: string) => Promise.resolve(text.includes('k3y')),
    });
    const [id = ''] = [...rows.keys()];
    await review.run({ ...decide, ids: [id], note: 'my k3y' });
    expect(decisions.current.size).toBe(0);
    expect(shown).toEqual(['This contains an API key. Enter a key only where Poolview asks for one']);
    await review.run({ ...decide, ids: [id] });
    expect(decisions.current.get(id)).toMatchObject({ choice: 'remove', note: 'not needed' });
  });

  it('stay after a restart, and are those of all windows', async () => {
    const files = memoryFiles();
    const { review, rows, service } = await read({}, { files });
    const [own] = service.fleet.directory.users;
    const [one, two] = [...rows.keys()];
    await review.run({ ...decide, ids: [one ?? ''] });
    const other = new Decisions(files);
    await other.decide([two ?? ''], { choice: 'keep' });
    const restarted = new Decisions(files);
    await restarted.read();
    const at = expect.any(Number) as unknown;
    expect([...restarted.current.values()]).toEqual([
      { id: one, choice: 'remove', note: 'not needed', by: own?.uid, at, since: at },
      { id: two, choice: 'keep', at, since: at },
    ]);
  });

  it('that another window has changed meanwhile are not removed', async () => {
    const files = memoryFiles();
    const { review, rows, removed, decisions } = await read({}, { files });
    const [kept = '', other = ''] = [...rows.values()]
      .filter(({ isRemovable }) => isRemovable)
      .map(({ id }) => id);
    await review.run({ ...decide, ids: [kept, other] });
    await new Decisions(files).decide([kept], { choice: 'keep', note: 'Needed by the auditors' });
    await review.run({ type: 'remove' });
    expect(removed.flat()).toMatchObject([{ role: { uid: resourceRoleUid(other) } }]);
    expect(decisions.current.get(kept)?.note).toBe('Needed by the auditors');
    // As is shown when the tab is visible again.
    await new Decisions(files).decide([other], { choice: 'keep' });
    await review.show();
    await eventually(() => {
      expect(rows.get(other)?.choice).toBe('keep');
    });
  });

  it('do not wait until the service says who decides', async () => {
    const { review, rows, service, decisions } = await read();
    service.faults.add({ kind: 'hang', operation: 'readOwnUser' });
    const [id = ''] = rows.keys();
    void review.run({ ...decide, ids: [id] }).catch(() => undefined);
    await eventually(() => {
      expect(rows.get(id)?.choice).toBe('remove');
    });
    expect(decisions.current.get(id)?.by).toBeUndefined();
  });

  it('can be taken back', async () => {
    const { review, rows, decisions } = await read();
    const ids = [...rows.keys()].slice(0, 1);
    await review.run({ ...decide, ids });
    await review.run({ type: 'decide', ids, choice: 'none', note: '' });
    expect([...decisions.current.values()]).toMatchObject([{ choice: 'none', note: '' }]);
    await eventually(() => {
      expect(rows.get(ids[0] ?? '')?.choice).toBe('none');
    });
  });

  it('to remove are handed to the flow, only for resource roles', async () => {
    const { review, rows, removed } = await read();
    const ids = [...rows.keys()];
    await review.run({ ...decide, ids });
    await review.run({ type: 'remove' });
    const resource = [...rows.values()].filter(({ kind }) => kind === 'resource');
    expect(removed[0]).toHaveLength(resource.length);
  });

  it('are not handed to the flow without the user’s choice', async () => {
    const { review, removed } = await read();
    await review.run({ type: 'remove' });
    expect(removed).toEqual([[]]);
  });

  it('keep the row of a removed role, with its outcome', async () => {
    const { rows, model, shown, record } = await read();
    const row = [...rows.values()].find(({ isRemovable }) => isRemovable);
    record(row?.id ?? '', 'removed');
    const grant = [...model.shownAccess.holders.values()]
      .flatMap(({ lists }) => lists.resource?.grants ?? [])
      .find(({ id }) => id === row?.id);
    model.removalEnds(grant?.holder.uid ?? '', grant?.resourceRole?.uid ?? '', { outcome: 'removed' });
    await eventually(() => {
      expect(rows.get(row?.id ?? '')).toMatchObject({ outcome: 'removed', isRemovable: false, findings: [] });
    });
    expect(row?.reach).toContain(rows.get(row?.id ?? '')?.reach);
    await shown(isDone);
  });
});

describe('who can', () => {
  it('is answered, also after more was read', async () => {
    const { review, start, shown, asked } = await reviewOf();
    await start();
    await review.run({ type: 'read' });
    const { permissions } = await shown(isDone);
    expect(permissions).toContain('cluster.delete');
    const { id: projectUid, clusters } = await asked(
      ({ name, clusters }) => name === 'payments' && clusters.length > 0,
    );
    const [cluster] = clusters;
    const question = {
      permission: 'cluster.delete',
      projectUid,
      clusterUid: cluster?.id ?? '',
    };
    await review.run({ type: 'whoCan', question });
    const { answer } = await shown((header) => header.answer !== undefined);
    if (answer === undefined) throw new Error('No answer');
    expect(answer.summary).toBe('Platform, Observability and Edge Operations can delete payments-eu.');
    expect(answer.holders.filter(({ isKnown }) => isKnown).length).toBeGreaterThan(0);
    expect(answer.unread.length).toBeGreaterThan(0);
    const copied = vi.fn(() => Promise.resolve());
    Object.assign(env, { clipboard: { writeText: copied } });
    dialogs();
    await review.run({ type: 'copyAnswer' });
    const saved = saving('users.csv');
    await review.run({ type: 'saveAnswer' });
    const users = answer.holders.filter(({ who }) => who.kind === 'user');
    expect(users.length).toBeGreaterThan(0);
    const texts = [...copied.mock.calls.flat(), saved.get('/users.csv')].map(String);
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      const lines = text.trim().split(/\r?\n/);
      expect(lines).toHaveLength(1 + users.length);
      for (const [at, { who, through }] of users.entries())
        for (const part of [
          who.name,
          who.id,
          'cluster.delete',
          `payments › ${cluster?.name}`,
          through[0]?.text,
        ])
          expect(lines[at + 1]).toContain(part);
    }
    await review.run({ type: 'whoCan' });
    await shown((header) => header.answer === undefined);
  });
});
