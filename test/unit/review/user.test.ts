import { expect, it } from 'vitest';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { chooseUser } from '../../../src/review/chooseUser';
import { eventually } from '../support/eventually';
import { nextQuickPick } from '../support/quickPick';
import { saving } from './saving';
import { isDone, read, reviewOf } from './support';

it('has all kinds of grants of a user: own ones and those through teams, and the last sign-in', async () => {
  const { service, rows, header } = await read({}, { user: 0 });
  const { teams, users } = service.fleet.directory;
  const [user] = users;
  const ofUser = teams.filter(({ users: members }) => members.some(({ uid }) => uid === user?.uid));
  expect(ofUser.length).toBeGreaterThan(1);
  const holders = new Set([...rows.values()].map(({ who }) => who.id));
  expect(holders).toEqual(new Set([user?.uid, ...ofUser.map(({ uid }) => uid)]));
  expect(new Set([...rows.values()].map(({ kind }) => kind)).size).toBe(4);
  expect(header()?.scope).toMatch(/^user .+ · last sign-in: \d{4}-/);
  // The user's own roles are shown, and not removed here.
  const own = [...rows.values()].filter(({ who }) => who.kind === 'user');
  expect(own.length).toBeGreaterThan(0);
  expect(own.some(({ isRemovable }) => isRemovable)).toBe(false);
});

it('says what would remain if the user left each team, once all was read', async () => {
  const opened = await reviewOf({}, { user: 1 });
  expect((await opened.start()).leaving).toBeUndefined();
  await opened.review.run({ type: 'read' });
  const { leaving = [] } = await opened.shown(isDone);
  const { teams, users } = opened.service.fleet.directory;
  const ofUser = teams.filter(({ users: members }) => members.some(({ uid }) => uid === users[1]?.uid));
  expect(leaving.map(({ id }) => id).sort()).toEqual(ofUser.map(({ uid }) => uid).sort());
  const lines = leaving.flatMap((one) => one.lines);
  expect(lines.some((line) => line.startsWith('The user loses: '))).toBe(true);
  expect(lines.some((line) => /^The user keeps: .+, through .+ role .+/.test(line))).toBe(true);
  expect(lines.filter((line) => line.includes('The team') || line.includes('members'))).toEqual([]);
});

it('says in one line if another grant gives it all', async () => {
  const { header } = await read({}, { user: 0 });
  const { leaving = [] } = header() ?? {};
  for (const { lines } of leaving)
    expect(lines[0]).toBe('The user keeps all that the team gives, through tenant role Tenant Admin.');
  expect(leaving).not.toEqual([]);
});

it('has it in its report, and keeps what the last review of all teams read of others', async () => {
  const files = memoryFiles();
  saving('all.csv');
  const all = await read({}, { files });
  await all.review.run({ type: 'finish' });
  const saved = saving('user.json');
  const { review, decisions, header } = await read({}, { files, user: 0 });
  await review.run({ type: 'finish' });
  const report = JSON.parse(saved.get('/user.json') ?? '') as { readonly leaving?: unknown };
  expect(report.leaving).toEqual(header()?.leaving);
  const teams = new Set(decisions.last?.grants.map(({ holder }) => holder.uid));
  for (const row of all.rows.values()) expect(teams).toContain(row.who.id);
});

it('lets the user choose whom to review, and says why users cannot be listed', async () => {
  const { active, service } = await reviewOf();
  const list = nextQuickPick();
  const chosen = chooseUser(active);
  await eventually(() => {
    expect(list.items.length).toBe(service.fleet.directory.users.length);
  });
  const { items } = list;
  list.choose(...items.slice(1, 2));
  expect(await chosen).toBe(service.fleet.directory.users[1]?.uid);
  const refused = await reviewOf({ without: ['listUserNames'] });
  nextQuickPick();
  await expect(chooseUser(refused.active)).rejects.toThrow();
});
