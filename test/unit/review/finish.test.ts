import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Uri, window, workspace, type SaveDialogOptions } from 'vscode';
import { memoryFiles, StorageError } from '../../../src/connections/storedFiles';
import type { Grant } from '../../../src/access/access';
import { reportText, type Report } from '../../../src/review/report';
import type { GrantRow } from '../../../src/review/messages';
import { eventually } from '../support/eventually';
import { dialogs } from '../support/dialogs';
import { saving } from './saving';
import { isDone, read, reviewOf } from './support';

describe('finishing', () => {
  it.each(['csv', 'json'])('saves every grant with its decision: %s', async (ending) => {
    const saved = saving(`review.${ending}`);
    const { review, rows, decisions } = await read();
    const [id = ''] = rows.keys();
    await review.run({ type: 'decide', ids: [id], choice: 'keep', note: 'agreed' });
    await review.run({ type: 'finish' });
    const text = saved.get(`/review.${ending}`) ?? '';
    for (const row of rows.values()) expect(text).toContain(row.id);
    for (const part of [ending === 'csv' ? 'Keep' : 'keep', 'agreed', 'Test', '8 of 8 teams', '127.0.0.1'])
      expect(text).toContain(part);
    expect([...decisions.current.values()]).toEqual([]);
    expect(decisions.last?.grants).toHaveLength(rows.size);
  });

  it('keeps the decisions if the user cancels', async () => {
    saving(undefined);
    const { review, rows, decisions } = await read();
    await review.run({ type: 'decide', ids: [...rows.keys()], choice: 'keep' });
    await review.run({ type: 'finish' });
    expect([decisions.current.size, decisions.last]).toEqual([rows.size, undefined]);
  });

  it('says what is undecided, what is still there and what was not read, and ends only if the user wants it', async () => {
    const saved = saving('a.csv');
    const { shown, buttons } = dialogs();
    const { review, rows, decisions } = await read({ without: ['listTeamWorkspaceRoles'] });
    const row = [...rows.values()].find(({ isRemovable }) => isRemovable);
    await review.run({ type: 'decide', ids: [row?.id ?? ''], choice: 'remove' });
    await expect.poll(() => rows.get(row?.id ?? '')?.choice).toBe('remove');
    await review.run({ type: 'finish' });
    expect(shown).toHaveLength(1);
    for (const part of [
      'Finish the review of all teams?',
      `1 of ${rows.size} decided. 1 grant is marked Remove but was not removed.`,
      `Not removed: ${row?.who.name}: ${row?.role}`,
      "Not read: workspace roles: not offered by this service; users' own roles.",
      ' of 8 teams',
    ])
      expect(shown[0]).toContain(part);
    expect(buttons).toEqual([['Remove 1 Role…', 'Save Report']]);
    expect([saved.size, decisions.last]).toEqual([0, undefined]);
  });

  it.each([
    ['sign-ins', ['listUserActivity']],
    ['permissions of ', ['listRoles', 'readRole']],
  ] as const)('asks also if all is decided, but %s were not read', async (what, operations) => {
    saving('a.csv');
    const { shown } = dialogs();
    const opened = await reviewOf();
    for (const operation of operations)
      opened.service.faults.add({ kind: 'status', status: 403, times: Infinity, operation });
    await opened.start();
    const { total } = (await opened.shown(({ progress }) => progress.state === 'ready')).progress;
    await opened.review.run({ type: 'read' });
    const { progress } = await opened.shown((header) => header.progress.total !== total);
    // The roles that only then turn out to be in use.
    if (progress.state === 'ready') await opened.review.run({ type: 'read' });
    await opened.shown(isDone);
    await opened.review.run({ type: 'decide', ids: [...opened.rows.keys()], choice: 'keep' });
    await opened.review.run({ type: 'finish' });
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain(`Not read: ${what}`);
  });

  it('saves at once if all is decided and read, but for what the user left out', async () => {
    const saved = saving('a.json');
    const { shown } = dialogs();
    const { review, rows } = await read();
    await review.run({ type: 'decide', ids: [...rows.keys()], choice: 'keep' });
    await review.run({ type: 'finish' });
    expect(shown).toEqual(['Saved a.json']);
    expect(JSON.parse(saved.get('/a.json') ?? '')).toMatchObject({ notRead: [{ part: 'ownRoles' }] });
  });

  it('goes on if what was removed can not be read from this computer, and says so', async () => {
    const saved = saving('a.json');
    const opened = await reviewOf();
    Object.assign(opened.active, { removals: () => Promise.reject(new StorageError('ENOTDIR')) });
    await opened.start();
    await opened.review.run({ type: 'read' });
    const { coverage } = await opened.shown(isDone);
    expect(coverage).toContain('the record of removed roles on this computer');
    const { shown } = dialogs((message) => (message.startsWith('Finish') ? 'Save Report' : undefined));
    await opened.review.run({ type: 'decide', ids: [...opened.rows.keys()], choice: 'keep' });
    await opened.review.run({ type: 'finish' });
    expect(shown[0]).toContain('the record of removed roles on this computer');
    expect(saved.get('/a.json')).toContain('"removals"');
  });

  it('removes what is left if the user wants that first', async () => {
    const saved = saving('a.csv');
    dialogs((message) => (message.startsWith('Finish') ? 'Remove 1 Role…' : undefined));
    const { review, rows, removed } = await read();
    const row = [...rows.values()].find(({ isRemovable }) => isRemovable);
    await review.run({ type: 'decide', ids: [row?.id ?? ''], choice: 'remove' });
    await review.run({ type: 'finish' });
    expect([removed.flat().length, saved.size]).toEqual([1, 0]);
  });

  it('offers to open the report', async () => {
    saving('a.csv');
    const { shown, executed } = dialogs((message) =>
      message.startsWith('Finish') ? 'Save Report' : message.startsWith('Saved') ? 'Open' : undefined,
    );
    const { review } = await read();
    await review.run({ type: 'finish' });
    await eventually(() => {
      expect(shown.at(-1)).toBe('Saved a.csv');
      expect(executed).toMatchObject([['vscode.open', { path: '/a.csv' }]]);
    });
  });

  it('of a project is about the grants that lead there, and leaves the others as they were', async () => {
    const saved = saving('a.json');
    const files = memoryFiles();
    const all = await read({}, { files });
    await all.review.run({ type: 'finish' });
    const { id: projectUid } = await all.asked(({ name }) => name === 'payments');
    const { review, rows, decisions, header } = await read({}, { files, place: { projectUid } });
    expect(header()?.scope).toBe('access to payments');
    expect(rows.size).toBeLessThan(all.rows.size);
    const reaches = [...rows.values()].map(({ reach }) => reach);
    expect(reaches.filter((reach) => !/payments|all projects/.test(reach))).toEqual([]);
    await decisions.decide(['elsewhere', ...rows.keys()], { choice: 'keep' });
    await review.run({ type: 'finish' });
    expect([...decisions.current.keys()]).toEqual(['elsewhere']);
    expect(decisions.last?.grants).toHaveLength(all.rows.size);
    expect(JSON.parse(saved.get('/a.json') ?? '')).toMatchObject({
      scope: 'access to payments',
      summary: `${rows.size} of ${rows.size} decided.`,
    });
  });

  it('offers a folder that is not the workspace, as reports have mail addresses', async () => {
    saving('a.csv');
    const offered: (string | undefined)[] = [];
    Object.assign(window, {
      showSaveDialog: ({ defaultUri }: SaveDialogOptions) =>
        Promise.resolve(void offered.push(defaultUri?.path)),
    });
    const { review } = await read();
    Object.assign(workspace, { workspaceFolders: [{ uri: Uri.file('/workspace') }] });
    await review.run({ type: 'finish' });
    Reflect.deleteProperty(workspace, 'workspaceFolders');
    expect(offered).toEqual([expect.stringContaining(join(homedir(), 'access-review-'))]);
  });

  it('keeps the decisions about other teams', async () => {
    saving('a.csv');
    const files = memoryFiles();
    const { review, rows, decisions } = await read({}, { files, team: 1 });
    await review.run({ type: 'decide', ids: [...rows.keys(), 'team/other/resource:1'], choice: 'keep' });
    await review.run({ type: 'finish' });
    expect([...decisions.current.keys()]).toEqual(['team/other/resource:1']);
  });

  it('saves no report with an API key [guarantee: finished-review]', async () => {
    const saved = saving('a.csv');
    const { shown } = dialogs((message) => (message.startsWith('Finish') ? 'Save Report' : undefined));
    const { review, inventory, decisions } = await read();
    Object.assign(inventory.session, { containsApiKey: () => Promise.resolve(true) });
    await review.run({ type: 'finish' });
    expect([saved.size, decisions.last]).toEqual([0, undefined]);
    expect(shown.slice(1)).toEqual(["The report wasn't saved, because it contains an API key."]);
  });

  it('keeps only the last review, without names of users and mail addresses [guarantee: finished-review]', async () => {
    saving('a.csv');
    const files = memoryFiles();
    const { review, service, shown } = await read({ users: 12 }, { files });
    await review.run({ type: 'readUsers' });
    await review.run({ type: 'read' });
    await shown(isDone);
    await review.run({ type: 'finish' });
    await review.run({ type: 'finish' });
    const names = (await files.names()).filter((name) => name.startsWith('finished-'));
    expect(names).toHaveLength(1);
    const text = await files.read(names[0] ?? '');
    for (const user of service.fleet.directory.users) {
      expect(text).not.toContain(user.name);
      expect(text).not.toContain(user.emailId);
    }
  });
});

describe('a report', () => {
  const hostile = '=HYPERLINK("http://evil")|<img src=x>\u202e\n# [x](command:y)';
  const row: GrantRow = {
    id: 'team/1/resource:1',
    who: { kind: 'team', id: '1', name: hostile, members: 1 },
    kind: 'resource',
    role: hostile,
    allows: hostile,
    permissions: undefined,
    reach: hostile,
    projectNames: [],
    findings: [{ finding: 'roleDisabled', isKnown: false, text: hostile }],
    isRemovable: true,
    choice: 'remove',
    note: hostile,
    outcome: 'removed',
    isGone: true,
    change: 'removed',
    decidedAt: 0,
    notNow: undefined,
  };
  const named = [{ uid: 'n', name: hostile }];
  const grant: Grant = {
    id: row.id,
    holder: { kind: 'team', uid: '1', name: hostile },
    kind: 'resource',
    roles: named,
    projects: named,
    filters: named,
  };
  const report: Report = {
    connection: { name: hostile, baseUrl: 'https://example.com' },
    scope: hostile,
    coverage: hostile,
    rows: [row],
    grants: new Map([[grant.id, grant]]),
    notRead: [{ part: 'permissions', reason: undefined, of: named }],
    span: { first: 0, last: 1 },
    access: {
      holders: new Map(),
      roles: new Map(),
      filters: new Map(),
      clusters: new Map(),
      areTeamsComplete: true,
      areUsersComplete: true,
      isActivityRead: true,
      teamNames: new Map(),
      problems: new Map(),
      members: new Map([['1', ['u']]]),
      users: new Map([['u', { uid: 'u', name: hostile, mailAddress: 'ada@example.com' }]]),
    },
    decisions: new Map([['team/1/resource:1', { by: 'u', at: 0 }]]),
    removals: new Map([['team/1/resource:1', { id: 'entry-1', startedAt: 0, mayBeGone: true }]]),
  };

  it('has no formula in CSV', () => {
    const text = reportText(report, 'a.csv');
    expect(text).not.toMatch(/(^|,)"[=+\-@]/m);
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain('<ada@example.com>');
  });

  it('is valid JSON', () => {
    expect(JSON.parse(reportText(report, 'a.json'))).toMatchObject({
      connection: 'https://example.com',
      grants: [{ choice: 'remove', outcome: 'removed', journalEntry: 'entry-1' }],
    });
  });
});
