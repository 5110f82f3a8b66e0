import { describe, expect, it } from 'vitest';
import type { ResourceRole } from '../../../src/service/resources/team';
import { roleFrom } from '../support/resources';
import { connected } from '../support/service';

/** The resource role that Poolview reads if `role` is sent, with defaults for its missing parts. */
function read(role: Readonly<Record<string, unknown>>): ResourceRole {
  const usual = { uid: 'role-1', roles: [named('a')], projectUids: [named('b')], filterRefs: [named('c')] };
  return roleFrom({ ...usual, ...role });
}

function named(uid: string) {
  return { uid, name: `name of ${uid}` };
}

function nested(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels));
}

const parts = ['roles', 'projectUids', 'filterRefs'] as const;

describe('the content of a resource role', () => {
  it('has every UID that was sent, in order', () => {
    const sent = {
      roles: ['r2', 'r1', 'r3'].map(named),
      projectUids: ['p1', 'p2', 'p1'].map(named),
      filterRefs: [named('f1')],
    };
    expect(read(sent).content).toEqual(sent);
  });

  it('equals the list of the service, for all roles of all teams', async () => {
    const { service, client } = await connected();
    for (const { uid, resourceRoles } of service.fleet.directory.teams) {
      const roles = await client.listTeamResourceRoles(uid);
      expect(roles.map((role) => ({ uid: role.uid, ...role.content }))).toEqual(resourceRoles);
    }
  });

  it('does not need names', () => {
    const role = read({ roles: [{ uid: 'r1' }, { uid: 'r2', name: 5 }, { uid: 'r3', name: null }] });
    expect(role.content?.roles.map(({ uid }) => uid)).toEqual(['r1', 'r2', 'r3']);
  });

  it.each(parts.flatMap((part) => [undefined, null, []].map((nothing) => ({ part, nothing }))))(
    'has no $part if the service sends $nothing',
    ({ part, nothing }) => {
      expect(read({ [part]: nothing }).content?.[part]).toEqual([]);
    },
  );

  const odd: readonly (readonly [string, unknown])[] = [
    ['one without a uid', [named('x'), { name: 'y' }]],
    ['an empty uid', [{ uid: '', name: 'y' }, named('x')]],
    ['a uid that is no text', [named('x'), { uid: 7, name: 'y' }]],
    ['a uid that is null', [{ uid: null }, named('x')]],
    ['a uid with a length that cannot be compared', [{ uid: { length: nested(4000) } }, named('x')]],
    ['a text among them', [named('x'), 'y']],
    ['null among them', [null, named('x')]],
    ['a list among them', [[named('x')]]],
    ['no list', { uid: 'x' }],
    ['a text', 'x'],
  ];

  it.each(parts.flatMap((part) => odd.map(([what, value]) => ({ part, what, value }))))(
    'is unknown if $part has, or is, $what, but the role is shown',
    ({ part, value }) => {
      const role = read({ [part]: value });
      expect(role).toMatchObject({ uid: 'role-1', content: undefined });
      for (const other of parts.filter((one) => one !== part)) expect(role[other]).toHaveLength(1);
    },
  );

  it('of an invalid role does not affect other roles', async () => {
    const { service, client } = await connected();
    const good = { uid: 'good', roles: [named('r1')], projectUids: [], filterRefs: [] };
    const bad = { ...good, uid: 'bad', projectUids: [{}] };
    service.faults.add({ kind: 'wrongJson', body: { resourceRoles: [bad, good] } });
    const roles = await client.listTeamResourceRoles('team');
    expect(roles.map(({ uid, content }) => [uid, content])).toEqual([
      ['bad', undefined],
      ['good', { roles: [named('r1')], projectUids: [], filterRefs: [] }],
    ]);
  });

  it.each([null, 'role-1', 7, ['role-1'], []].map((odd) => ({ odd })))(
    'is unknown if a role is $odd, but the role is shown without a UID',
    async ({ odd }) => {
      const { service, client } = await connected();
      const good = { uid: 'good', roles: [named('r1')], projectUids: [], filterRefs: [] };
      service.faults.add({ kind: 'wrongJson', body: { resourceRoles: [odd, good] } });
      const [first, second, ...more] = await client.listTeamResourceRoles('team');
      expect(first).toEqual({ content: undefined, source: odd });
      expect(second?.uid).toBe('good');
      expect(more).toEqual([]);
    },
  );
});

describe('a resource role with unknown fields', () => {
  const values = ['2027-01-01', { cluster: 'a' }, ['a'], 1, true, false, 0];

  it.each(values.map((value) => ({ value })))(
    'cannot be restored if a field has the value $value',
    ({ value }) => {
      expect(read({ scope: value })).toMatchObject({
        roles: [named('a')],
        content: undefined,
        unknownFields: ['scope'],
      });
    },
  );

  it.each(parts.flatMap((part) => values.map((value) => ({ part, value }))))(
    'cannot be restored if a field of a reference in $part has the value $value',
    ({ part, value }) => {
      const references = [named('x'), { ...named('y'), scope: value }, { ...named('z'), scope: value }];
      expect(read({ [part]: references })).toMatchObject({
        content: undefined,
        unknownFields: [`${part}.scope`],
      });
    },
  );

  it.each([null, '', [], {}].map((nothing) => ({ nothing })))(
    'can be restored if they are $nothing',
    ({ nothing }) => {
      const role = read({ scope: nothing, projectUids: [{ ...named('b'), scope: nothing }] });
      expect(role.content).toEqual({
        roles: [named('a')],
        projectUids: [named('b')],
        filterRefs: [named('c')],
      });
      expect(role.unknownFields).toBeUndefined();
    },
  );

  it('lists their names', () => {
    const role = read({ scope: 'x', expiresAt: 'y', roles: [{ ...named('a'), level: 1 }] });
    expect(role.unknownFields).toEqual(['scope', 'expiresAt', 'roles.level']);
  });
});
