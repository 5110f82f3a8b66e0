import { describe, expect, it } from 'vitest';
import { roleNamesText, roleText } from '../../../src/access/grantText';
import { progressOfTeams, teamName } from '../../../src/access/teams';
import { listFirst, listNames } from '../../../src/text/format';

const named = (...names: readonly string[]) => names.map((name) => ({ name, uid: `${name}-uid` }));

describe('a list of names', () => {
  it.each([
    [[], ''],
    [named('a'), 'a'],
    [named('a', 'b', 'c'), 'a, b, c'],
    [named('a', 'b', 'c', 'd', 'e'), 'a, b, c and 2 more'],
    [[{ uid: 'u' }, {}, { name: '' }], 'u, ?, ?'],
    [undefined, ''],
  ])('%j is %j', (references, text) => {
    expect(listNames(references)).toBe(text);
  });

  it('has as many names as fit', () => {
    expect(listNames(named('a', 'b', 'c', 'd'), 4)).toBe('a, b, c, d');
    expect(listFirst([1, 2, 3], String, 2, '; ')).toBe('1; 2 and 1 more');
  });
});

describe('the text of a role', () => {
  const projectUids = named('p', 'q', 'r');

  it('is what it grants and where, or its UID', () => {
    const role = { uid: 'u', roles: named('Admin', 'Viewer') };
    const nameOf = (named: Parameters<typeof roleText>[0]) => roleText(named, ['role']);
    const inProjects = (named: Parameters<typeof roleText>[0], max = 3) =>
      roleText(named, ['role', 'projects'], { max });
    expect(nameOf(role)).toBe('Admin, Viewer');
    expect(nameOf({ uid: 'u', roles: [] })).toBe('u');
    expect(nameOf({})).toBe('?');
    expect(inProjects(role)).toBe('Admin, Viewer');
    expect(inProjects({ ...role, projectUids })).toBe('Admin, Viewer on p, q, r');
    expect(inProjects({ ...role, projectUids }, 1)).toBe('Admin and 1 more on p and 2 more');
  });

  it('says whether there is a filter, as far as that is known', () => {
    const role = { uid: 'u', roles: named('Admin'), projectUids, filterRefs: [] };
    const content = { roles: [], projectUids: [], filterRefs: [] };
    expect(roleText({ ...role, content }, ['filters', 'projects'])).toBe('no filter · on p, q, r');
    expect(roleText(role, ['filters', 'projects'])).toBe('filters not known · on p, q, r');
    expect(roleText({ ...role, filterRefs: named('f', 'g') }, ['filters'])).toBe('filters f, g');
  });

  it('is separated from others by semicolons, because names are separated by commas', () => {
    const roles = ['A', 'B', 'C', 'D'].map((name) => ({ roles: named(name), projectUids }));
    expect(roleNamesText(roles)).toBe('A on p, q, r; B on p, q, r; C on p, q, r and 1 more');
  });
});

describe('the text of teams', () => {
  it('is their name, or their UID', () => {
    expect(teamName({ name: 'Platform', uid: 'u' })).toBe('Platform');
    expect(teamName({ uid: 'u' })).toBe('u');
    expect(teamName({ uid: '' })).toBe('?');
  });

  it('has the progress of the teams, or of their projects', () => {
    expect(progressOfTeams(undefined, 50, 120)).toBe('50 of 120');
    expect(progressOfTeams({ loaded: 10, total: 20 }, 50, 120)).toContain('10 of 20');
  });
});
