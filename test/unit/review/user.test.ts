import { expect, it } from 'vitest';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { saving } from './saving';
import { read } from './support';

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

it('keeps what the last review of all teams read of others', async () => {
  const files = memoryFiles();
  saving('all.csv');
  const all = await read({}, { files });
  await all.review.run({ type: 'finish' });
  const { review, decisions } = await read({}, { files, user: 0 });
  await review.run({ type: 'finish' });
  const teams = new Set(decisions.last?.grants.map(({ holder }) => holder.uid));
  for (const row of all.rows.values()) expect(teams).toContain(row.who.id);
});
