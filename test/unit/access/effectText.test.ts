import { describe, expect, it } from 'vitest';
import type { Access, Grant } from '../../../src/access/access';
import { effectsOf, membersEffect, type Effect } from '../../../src/access/effect';
import { effectText } from '../../../src/access/effectText';
import { accessWith, cluster, failedList, grant } from './support';

const editor = 'cluster.get cluster.list cluster.update cluster.create cluster.delete';
const roles = { Editor: editor, Viewer: 'cluster.get cluster.list', Admin: `${editor} team.update` };
const payments = [cluster('payments', 'a', 'env:prod'), cluster('payments', 'b')];
const kubeconfigs = 'Kubeconfigs that members downloaded still work.';
const membersNotChecked = 'Not read: other teams and own roles of members.';

/** The effect for the only team. */
function effectOf(access: Access, removed: readonly Grant[]): Effect {
  const [effect] = effectsOf(access, removed);
  if (effect === undefined) throw new Error('Nothing is removed');
  return effect;
}

function linesOf(access: Access, ...removed: Grant[]): readonly string[] {
  return effectText(effectOf(access, removed), undefined, access);
}

describe('the text about the effect of a removal', () => {
  it('says what the team no longer gets, what it keeps and through what', () => {
    const removed = grant('resource', 'Editor', ['payments']);
    const access = accessWith([removed, grant('project', 'Viewer', ['payments'])], roles, payments);
    expect(linesOf(access, removed)).toEqual([
      'The team loses: change and delete clusters in payments',
      'The team keeps: view clusters in payments, through project role Viewer',
      membersNotChecked,
      kubeconfigs,
    ]);
  });

  it('judges several roles together', () => {
    const removed = [grant('resource', 'Viewer', ['payments']), grant('resource', 'Editor', ['payments'])];
    const access = accessWith(removed, roles, payments);
    expect(linesOf(access, ...removed)[0]).toBe(
      'The team loses: view, change and delete clusters in payments',
    );
  });

  it('says how many clusters of a project it is about', () => {
    const removed = grant('resource', 'Viewer', ['payments'], ['prod']);
    const filters: Access['filters'] = new Map([
      ['uid-prod', { conjunction: 'and', filters: [{ key: 'env', negation: false, values: ['prod'] }] }],
    ]);
    const access = accessWith([removed], roles, payments, { filters });
    expect(linesOf(access, removed)[0]).toBe('The team loses: view clusters in payments (1 of 2 clusters)');
  });

  it('names the filter if the clusters were not read', () => {
    const removed = grant('resource', 'Viewer', ['payments', 'ledger'], ['prod']);
    const kept = grant('resource', 'Viewer', ['ledger'], ['prod']);
    const filters: Access['filters'] = new Map([
      ['uid-prod', { conjunction: 'and', filters: [{ key: 'env', negation: false, values: ['prod'] }] }],
    ]);
    expect(linesOf(accessWith([removed, kept], roles, [], { filters }), removed).slice(0, 2)).toEqual([
      'The team loses: view clusters in payments (filter prod)',
      'The team keeps: view clusters in ledger (filter prod), through resource role Viewer',
    ]);
  });

  it('claims nothing about roles that were not read', () => {
    const removed = grant('resource', 'Other', ['payments']);
    const access = accessWith([removed, grant('tenant', 'Admin')], roles, payments);
    expect(linesOf(access, removed)).toEqual([
      'Not read: permissions of Other; other teams and own roles of members.',
      kubeconfigs,
    ]);
  });

  it('claims nothing about a grant of which a part is not known', () => {
    const whole = grant('resource', 'Viewer', ['payments']);
    const removed: Grant = { ...whole, resourceRole: { content: undefined, unknownFields: ['expiresAt'] } };
    expect(linesOf(accessWith([removed], roles, payments), removed)).toEqual([
      'Not known whether the team keeps: view clusters in payments',
      "Poolview doesn't know all limits of: resource role Viewer",
      membersNotChecked,
      kubeconfigs,
    ]);
  });

  describe('claims that nothing is kept or lost', () => {
    const limits = { content: undefined, unknownFields: ['expiresAt'] };
    const filtered = grant('resource', 'Viewer', ['payments'], ['prod']);
    const limited: Grant = { ...filtered, id: 'limited', resourceRole: limits };
    const kept: Grant = { ...filtered, id: 'kept' };

    it.each<[string, Grant[], Grant]>([
      ['through a role that was not read', [filtered], grant('tenant', 'Other')],
      ['of a grant with unknown limits', [limited], kept],
      ['of two grants if that of one is not known', [filtered, limited], kept],
    ])('%s', (_name, removed, rest) => {
      const lines = linesOf(accessWith([...removed, rest], roles), ...removed);
      expect(lines[0]).toBe('Not known whether the team keeps: view clusters in payments (filter prod)');
    });

    it('of members by a grant with unknown limits', () => {
      const nothing = accessWith([], roles).holders.get('team/team-1')?.lists ?? {};
      const of = accessWith([limited], roles, [cluster('payments', 'a')]);
      const ana = { holder: { kind: 'user', uid: 'ana' }, lists: nothing } as const;
      const holders = new Map(of.holders).set('user/ana', ana);
      const access = { ...of, holders, members: new Map([['team-1', ['ana']]]) };
      const effect = { ...effectOf(access, [limited]), cells: [] };
      expect(membersEffect(effect)).toEqual([{ userUid: 'ana', keeps: 'unknown' }]);
    });
  });

  it('does not depend on workspace roles, which reach no cluster', () => {
    const removed = grant('resource', 'Viewer', ['payments']);
    const access = accessWith([removed], roles, payments, {
      lists: { workspace: failedList('unsupported') },
    });
    expect(linesOf(access, removed)[0]).toBe('The team loses: view clusters in payments');
  });

  it('keeps nothing through another role with the same filter, if that was not read', () => {
    const removed = grant('resource', 'Viewer', ['payments'], ['lost']);
    const other = { ...grant('resource', 'Viewer', ['payments'], ['lost']), id: 'other' };
    expect(linesOf(accessWith([removed, other], roles, payments), removed)).toEqual([
      'Not known whether the team keeps: view clusters in payments',
      'Not read: filter lost; other teams and own roles of members.',
      kubeconfigs,
    ]);
  });

  it('says what was not checked, and why', () => {
    const removed = grant('resource', 'Viewer', ['payments']);
    const lists = { workspace: failedList('unsupported'), project: failedList('forbidden') };
    const access = accessWith([removed], roles, payments, { lists });
    expect(linesOf(access, removed)).toEqual([
      'Not known whether the team keeps: view clusters in payments',
      'Not read: project roles of team-1: the API key lacks ?; workspace roles: not offered by this service; other teams and own roles of members.',
      kubeconfigs,
    ]);
  });

  it('says so if the role reaches nothing', () => {
    const removed = grant('resource', 'Editor');
    expect(linesOf(accessWith([removed], roles), removed)[0]).toBe(
      'Reaches no cluster that this API key can see now.',
    );
  });

  it('says which members keep it', () => {
    const removed = grant('resource', 'Viewer', ['payments']);
    const own = {
      ...grant('project', 'Viewer', ['payments']),
      holder: { kind: 'user' as const, uid: 'ana' },
    };
    const of = accessWith([removed], roles, payments);
    const lists = accessWith([own], roles).holders.get('team/team-1')?.lists ?? {};
    const nothing = accessWith([], roles).holders.get('team/team-1')?.lists ?? {};
    const holders = new Map(of.holders)
      .set('user/ana', { holder: own.holder, lists })
      .set('user/ben', { holder: { kind: 'user', uid: 'ben' }, lists: nothing });
    const users = new Map([['ana', { uid: 'ana', name: 'Ana', mailAddress: 'ana@example.com' }]]);
    const access = { ...of, holders, users, members: new Map([['team-1', ['ana', 'ben', 'cem']]]) };
    const effect = effectOf(access, [removed]);
    expect(effectText(effect, membersEffect(effect), access)).toEqual([
      'The team loses: view clusters in payments',
      'Members who keep all of the above through other teams or own roles: Ana',
      'Members who keep nothing of it: ben',
      'Not known for: cem',
      'Not read: own roles of cem.',
      kubeconfigs,
    ]);
  });

  it('says what was not read of what decides: of other grants of the team, and of other teams', () => {
    const removed = grant('resource', 'Viewer', ['payments']);
    const other = grant('project', 'Odd', ['payments']);
    const holder = { kind: 'team', uid: 'team-2', name: 'Security' } as const;
    const of = accessWith([removed, other], roles, payments, { areTeamsComplete: false });
    const members = new Map([['team-1', ['ana']]]);
    const holders = new Map(of.holders).set('team/team-2', { holder, lists: {} }).set('user/ana', {
      holder: { kind: 'user', uid: 'ana' },
      lists: of.holders.get('team/team-1')?.lists ?? {},
    });
    const access = { ...of, holders, members };
    const effect = effectOf(access, [removed]);
    expect(effectText(effect, membersEffect(effect), access)).toContain(
      'Not read: members of Security; permissions of Odd; other teams.',
    );
  });

  it('says that clusters are kept only as their tags are now', () => {
    const removed = grant('resource', 'Viewer', ['payments']);
    const kept = grant('resource', 'Viewer', ['payments'], ['prod']);
    const filters: Access['filters'] = new Map([
      ['uid-prod', { conjunction: 'and', filters: [{ key: 'env', negation: false, values: ['prod'] }] }],
    ]);
    const all = ['a', 'b'].map((name) => cluster('payments', name, 'env:prod'));
    const [line] = linesOf(accessWith([removed, kept], roles, all, { filters }), removed);
    expect(line).toBe(
      'The team keeps: view clusters in payments (2 of 2 clusters now), through resource role Viewer',
    );
  });

  it('says of a member of two teams that nothing is kept through the other, whose role is removed, too', () => {
    const removed = grant('resource', 'Viewer', ['payments']);
    const other: Grant = { ...removed, id: 'other', holder: { kind: 'team', uid: 'team-2' } };
    const of = accessWith([removed], roles, payments);
    const lists = accessWith([other], roles).holders.get('team/team-1')?.lists ?? {};
    const nothing = accessWith([], roles).holders.get('team/team-1')?.lists ?? {};
    const holders = new Map(of.holders)
      .set('team/team-2', { holder: other.holder, lists })
      .set('user/ana', { holder: { kind: 'user', uid: 'ana' }, lists: nothing });
    const members = new Map([
      ['team-1', ['ana']],
      ['team-2', ['ana']],
    ]);
    const access = { ...of, holders, members };
    const keeps = (...all: Grant[]): unknown =>
      effectsOf(access, all).map((effect) => membersEffect(effect)?.map((member) => member.keeps));
    expect(keeps(removed)).toEqual([['everything']]);
    expect(keeps(removed, other)).toEqual([['nothing'], ['nothing']]);
  });

  it('has at most 12 lines, and says how much is left out', () => {
    const names = Array.from({ length: 60 }, (_, at) => `project-${String(at)}`);
    const permissions = [
      'cluster.get',
      'cluster.update',
      'cluster.delete',
      'machine.get',
      'machine.update',
      'audit.list',
    ];
    const subsets = Object.fromEntries(
      names.map((name, at) => [name, permissions.filter((_, bit) => ((at + 1) >> bit) % 2 === 1).join(' ')]),
    );
    const removed = names.map((name) => grant('resource', name, [name]));
    const lines = linesOf(
      accessWith(
        removed,
        subsets,
        names.map((name) => cluster(name, `c-${name}`)),
      ),
      ...removed,
    );
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toBe(kubeconfigs);
    expect(lines[9]).toMatch(/; more in \d+ projects$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(260);
  });

  it('is safe with names of the service', () => {
    const removed = grant('resource', 'Viewer', [`pay\nments\u202e${'x'.repeat(500)}`]);
    const access = accessWith([removed], roles);
    const [line = ''] = linesOf(access, removed);
    expect(line).toMatch(/^The team loses: view clusters in pay mentsx+…$/);
  });
});
