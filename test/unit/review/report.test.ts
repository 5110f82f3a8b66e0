import { describe, expect, it } from 'vitest';
import { grantsIn } from '../../../src/access/access';
import { resourceGrantId } from '../../../src/access/readGrants';
import { dialogs } from '../support/dialogs';
import { saving } from './saving';
import { read } from './support';

interface Named {
  readonly uid: string;
  readonly name?: string;
}

/** The JSON of a report, as far as tests look at it. */
interface Saved {
  readonly service: string;
  readonly connection: string;
  readonly coverage: string;
  readonly read: string;
  readonly notRead: readonly { readonly part: string; readonly why: string }[];
  readonly grants: readonly (Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly roles: readonly Named[];
  })[];
  readonly members: readonly (Named & {
    readonly users: readonly (Named & { readonly lastSignIn?: string })[];
  })[];
}

/** A review of teams with up to 30 members, whose first resource role is decided about, and then removed. */
async function finished(ending: 'json' | 'csv') {
  const saved = saving(`review.${ending}`);
  dialogs((message) => (message.startsWith('Finish') ? 'Save Report' : undefined));
  const opened = await read({ users: 40 });
  const { review, service, model, record, rows } = opened;
  const team = service.fleet.directory.teams[0];
  const role = team?.resourceRoles.find(({ filterRefs }) => filterRefs.length > 0);
  if (team === undefined || role === undefined) throw new Error('No role');
  const id = resourceGrantId(team.uid, role.uid);
  await review.run({ type: 'decide', ids: [id], choice: 'remove', note: 'left' });
  service.fleet.removeResourceRole(team, role);
  record(id, 'removed');
  await model.access.listTeamResourceRoles(team.uid);
  await expect.poll(() => rows.get(id)?.outcome).toBe('removed');
  await review.run({ type: 'finish' });
  return { ...opened, id, team, role, text: saved.get(`/review.${ending}`) ?? '' };
}

describe('a saved report', () => {
  it('says what it is about, when what decides was read, and what was left out', async () => {
    const { text, service } = await finished('json');
    const report = JSON.parse(text) as Saved;
    expect(report).toMatchObject({
      service: 'Test',
      connection: service.baseUrl,
      coverage: expect.stringContaining('8 of 8 teams') as string,
      read: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC – \d{4}.* UTC$/) as string,
      notRead: [{ part: 'ownRoles', why: 'notRequested', of: [] }],
    });
  });

  it('has a line for each grant with all names and UIDs, permissions and conditions', async () => {
    const { text, model } = await finished('json');
    const { grants } = JSON.parse(text) as Saved;
    const lines = new Map(grants.map((grant) => [grant.id, grant]));
    for (const grant of grantsIn(model.shownAccess)) {
      const { holder, roles, projects, filters, resourceRole } = grant;
      expect(lines.get(grant.id)).toMatchObject({
        holder: { kind: 'team', uid: holder.uid },
        roles,
        ...(resourceRole === undefined ? {} : { roleUid: resourceRole.uid }),
        permissions: expect.arrayContaining([]) as string[],
        filters: filters.map((filter) => ({ ...filter, conditions: expect.any(String) as string })),
        ...(grant.kind === 'tenant' ? {} : { projects }),
      });
    }
  });

  it('has all of what was removed, of which it is the evidence', async () => {
    const { text, id, role } = await finished('json');
    const { grants } = JSON.parse(text) as Saved;
    expect(grants.find((grant) => grant.id === id)).toMatchObject({
      ...{ outcome: 'removed', canRestore: true, roleUid: role.uid },
      permissions: expect.arrayContaining(['cluster.get']) as string[],
      projects: role.projectUids.map(({ uid }) => ({ uid })),
      filters: role.filterRefs.map(({ uid }) => ({ uid, conditions: expect.any(String) as string })),
    });
  });

  it('begins with a summary', async () => {
    expect(Object.entries(JSON.parse((await finished('json')).text) as object)[0]).toEqual([
      'summary',
      expect.stringMatching(/^1 of \d+ decided\.$/),
    ]);
  });

  it('has all members once with their last sign-in', async () => {
    const { text, service, team } = await finished('json');
    const { members } = JSON.parse(text) as Saved;
    const [own, ...same] = members.filter(({ uid }) => uid === team.uid);
    expect(same).toEqual([]);
    expect(own?.users.map(({ uid }) => uid).sort()).toEqual(team.users.map(({ uid }) => uid).sort());
    expect(own?.users.every(({ lastSignIn = '' }) => /^(never|\d{4}-.* UTC)$/.test(lastSignIn))).toBe(true);
    const csv = (await finished('csv')).text;
    for (const { emailId } of service.fleet.directory.teams.flatMap(({ users }) => users)) {
      const inTeams = service.fleet.directory.teams.filter(({ users }) =>
        users.some((user) => user.emailId === emailId),
      );
      expect(csv.split(emailId)).toHaveLength(inTeams.length + 1);
    }
  });

  it.each(['json', 'csv'] as const)(
    'says who decided and when, and what became of it: %s',
    async (ending) => {
      const { text, service, role } = await finished(ending);
      const [user] = service.fleet.directory.users;
      const lines = ending === 'json' ? [text] : text.split('\n').filter((line) => line.includes(role.uid));
      expect(lines).toHaveLength(1);
      for (const part of [user?.uid, user?.name, 'left', 'removed', 'entry-0'])
        expect(lines[0]).toContain(part);
    },
  );

  it('does not say who decided if the service does not tell', async () => {
    const saved = saving('a.json');
    dialogs((message) => (message.startsWith('Finish') ? 'Save Report' : undefined));
    const { review, rows } = await read({ without: ['readOwnUser'] });
    const [id = ''] = rows.keys();
    await review.run({ type: 'decide', ids: [id], choice: 'keep' });
    await review.run({ type: 'finish' });
    const { grants } = JSON.parse(saved.get('/a.json') ?? '') as Saved;
    expect(
      grants.filter(({ decidedBy }) => decidedBy !== undefined).map((one) => [one.id, one['decidedBy']]),
    ).toEqual([[id, 'not known']]);
  });

  it('names the lists that were not read, with the reason', async () => {
    const saved = saving('a.csv');
    dialogs((message) => (message.startsWith('Finish') ? 'Save Report' : undefined));
    const { review } = await read({ without: ['listTeamWorkspaceRoles'] });
    await review.run({ type: 'finish' });
    const [, line = ''] = (saved.get('/a.csv') ?? '').split('\r\n');
    expect(line).toContain('workspace roles: not offered by this service');
  });
});
