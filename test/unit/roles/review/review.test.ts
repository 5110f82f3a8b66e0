import { describe, expect, it } from 'vitest';
import { isDone, reviewOf } from './support';

describe('a review', () => {
  it.each([
    ['a small service', {}, undefined],
    ['a large one', { projects: 40, teams: 40, users: 300 }, undefined],
    ['one team', {}, 1],
    ['a service without workspaces', { without: ['listTeamWorkspaceRoles'] as const }, undefined],
    ['a service with three operations', { profile: 'interface' as const }, undefined],
  ])('takes about as many requests as announced: %s', async (_, options, team) => {
    const { review, service, start, shown } = await reviewOf(options, team === undefined ? {} : { team });
    const { progress } = await start();
    await review.run({ type: 'read' });
    await shown(isDone);
    const difference = Math.abs(service.requests.length - progress.total);
    expect(difference).toBeLessThanOrEqual(Math.max(2, progress.total / 10));
  });

  it('shows every grant of every team, and what was not read', async () => {
    const { review, start, shown, rows, service } = await reviewOf();
    await start();
    await review.run({ type: 'read' });
    const { coverage } = await shown(isDone);
    const { teams } = service.fleet.directory;
    expect(coverage).toMatch(/^8 of 8 teams · users' own roles not read/);
    expect(new Set([...rows.values()].map(({ who }) => who.id))).toEqual(
      new Set(teams.map(({ uid }) => uid)),
    );
    const resource = [...rows.values()].filter(({ kind }) => kind === 'resource');
    expect(resource).toHaveLength(teams.flatMap(({ resourceRoles }) => resourceRoles).length);
    expect(resource.every(({ isRemovable }) => isRemovable)).toBe(true);
  });

  it('shows only the team that it is about', async () => {
    const { review, start, shown, rows, service } = await reviewOf({}, { team: 1 });
    await start();
    await review.run({ type: 'read' });
    await shown(isDone);
    const uid = service.fleet.directory.teams[1]?.uid;
    expect(rows.size).toBeGreaterThan(0);
    expect([...rows.values()].filter(({ who }) => who.id !== uid)).toEqual([]);
  });
});
