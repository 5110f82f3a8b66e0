import { describe, expect, it } from 'vitest';
import type { Access, Grant, GrantList } from '../../../src/access/access';
import { whoCanAnswer } from '../../../src/review/answer';
import { unreadOf, unreadText } from '../../../src/access/unread';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import { accessWith, cluster, grant } from '../access/support';

const time = { readAt: 1, requestNumber: 1 };
const kinds = ['tenant', 'project', 'workspace', 'resource'] as const;
const clusters = Array.from({ length: 9 }, (_, at) =>
  cluster('payments', `c${at}`, ...(at === 0 ? ['env:prod'] : [])),
);
const filters: Access['filters'] = new Map([
  ['uid-prod', { conjunction: 'and', filters: [{ key: 'env', negation: false, values: ['prod'] }] }],
]);
const roles = { Admin: 'cluster.delete team.update', Viewer: 'cluster.get', Everything: '*' };

/** Who can do something, as the page shows it. */
function asked(access: Access, permission: string, projectUid = 'uid-payments', clusterUid = '') {
  const { summary, holders, unread } = whoCanAnswer({ permission, projectUid, clusterUid }, access, [
    'payments',
  ]);
  return { summary, unread, through: holders.flatMap(({ through }) => through.map(({ text }) => text)) };
}

/** A user whose lists of grants could not be read, or have nothing. */
function withUser(access: Access, uid: string, error?: GrantList): Access {
  const list = error ?? { grants: [], ...time };
  const lists = Object.fromEntries(kinds.map((kind) => [kind, list]));
  return {
    ...access,
    holders: new Map(access.holders).set(`user/${uid}`, { holder: { kind: 'user', uid }, lists }),
  };
}

function failed(kind: ServiceErrorKind, status: number, permission?: string): GrantList {
  return { error: new ServiceError({ kind, operation: 'listTenantRoles', status, permission }), ...time };
}

const nobody = (more: Partial<Access> = {}): Access =>
  accessWith([], roles, clusters, { members: new Map([['team-1', []]]), ...more });

describe('who can do something', () => {
  it('says of how many teams and users that were read it is none', () => {
    const { summary, unread } = asked(withUser(nobody(), 'ada'), 'cluster.delete');
    expect([summary, unread]).toEqual([
      'None of the 1 team and 1 user that were read has cluster.delete.',
      '',
    ]);
  });

  it('says that users could not be listed, and which permission is missing', () => {
    const problem = new ServiceError({
      kind: 'forbidden',
      operation: 'listUserNames',
      permission: 'user.list',
    });
    const access = nobody({ areUsersComplete: false, problems: new Map([['listUserNames', problem]]) });
    const { summary, unread } = asked(access, 'cluster.delete');
    expect(summary).toBe('None of the 1 team and 0 users that were read has cluster.delete.');
    expect(unread).toBe('Not read: other users: the API key lacks user.list.');
  });

  it('names who could not be read, and why', () => {
    const users = new Map([['ada', { uid: 'ada', name: 'Ada' }]]);
    const refused = withUser(nobody({ users }), 'ada', failed('forbidden', 403, 'user.get'));
    const read = withUser(refused, 'ben');
    const access = withUser(read, 'cem', failed('unsupported', 404));
    const { summary, unread } = asked(access, 'team.update', '*');
    expect(summary).toBe('None of the 1 team and 1 user that were read has team.update.');
    expect(unread).toBe(
      'Not read: own tenant roles of Ada: the API key lacks user.get; own tenant roles of cem: no longer exists.',
    );
  });

  it('names those that can, with the number of clusters that each of them reaches', () => {
    const own = [grant('resource', 'Admin', ['payments'], ['prod'])];
    const { holders, ...team } = accessWith(own, roles, clusters, { filters });
    const ada = { kind: 'user', uid: 'ada', name: 'Ada' } as const;
    const ofAda = { ...grant('resource', 'Admin', ['payments'], ['blue']), holder: ada };
    const access = {
      ...withUser({ holders, ...team }, 'ada', { grants: [ofAda], ...time }),
      filters: new Map([
        ...filters,
        ['uid-blue', { conjunction: 'and', filters: [{ key: 'env', negation: true, values: ['prod'] }] }],
      ]) satisfies Access['filters'],
    };
    const summary = (permission: string, ...place: string[]) => asked(access, permission, ...place).summary;
    expect(summary('cluster.delete')).toBe(
      'team-1 can delete 1 of 9 clusters of payments. ada can delete 8 of 9 clusters of payments.',
    );
    expect(summary('cluster.delete', 'uid-payments', 'uid-c0')).toBe('team-1 can delete uid-c0.');
    expect(asked({ holders, ...team }, 'team.update').summary).toBe(
      'team-1 can use team.update on 1 of 9 clusters of payments.',
    );
  });

  it('names only clusters of the project that is asked about as not read', () => {
    const of = grant('resource', 'Admin', ['payments', 'ledger'], ['prod']);
    const { unread } = asked(accessWith([of], roles), 'cluster.delete');
    expect(unread).toContain('filter prod; clusters of payments');
    expect(unread).not.toContain('ledger');
  });

  it('says which part of the clusters of a project each grant reaches', () => {
    const all = [
      grant('resource', 'Admin', ['payments'], ['prod']),
      grant('project', 'Admin', ['payments']),
      grant('workspace', 'Admin', ['payments']),
    ];
    const { through } = asked(accessWith(all, roles, clusters, { filters }), 'cluster.delete');
    expect(through).toEqual([
      'project role Admin · 9 of 9 clusters',
      'resource role Admin · filter prod · 1 of 9 clusters',
    ]);
  });

  it('is only through tenant roles what is in no project', () => {
    const all = [grant('project', 'Admin', ['payments']), grant('tenant', 'Everything')];
    const { through } = asked(accessWith(all, roles, clusters), 'User.Delete', '*');
    expect(through).toEqual(['tenant role Everything']);
  });

  it('is not known of a role that does not say whether it is enabled', () => {
    const access = accessWith([grant('tenant', 'Admin')], roles, clusters);
    const odd = new Map([...access.roles].map(([uid, role]) => [uid, { ...role, isEnabled: undefined }]));
    const { summary, unread } = asked({ ...access, roles: odd }, 'cluster.delete');
    expect(unread).toContain('permissions of Admin');
    expect(summary).toBe(
      'None of the 1 team and 0 users that were read has cluster.delete. 1 team and 0 users more: not known.',
    );
  });
});

describe('what was not read', () => {
  const holders = [
    { kind: 'user', uid: 'ada' },
    { kind: 'user', uid: 'cem' },
  ] as const;
  const notRead = (access: Access, grants: readonly Grant[] = []): readonly string[] =>
    unreadOf(access, { holders, teams: [], grants, also: [] }).map((one) => unreadText(one));

  it('does not say of a user who no longer exists that the service offers nothing', () => {
    const access = withUser(withUser(nobody(), 'ada'), 'cem', failed('unsupported', 404));
    expect(notRead(access)).toEqual(['own roles of cem: no longer exists']);
  });

  it('says once what the service does not offer', () => {
    const missing = failed('unsupported', 404);
    const access = withUser(withUser(nobody(), 'ada', missing), 'cem', missing);
    expect(notRead(access)).toEqual(['own roles: not offered by this service']);
  });

  it('names filters that were read and not understood, and projects that are not accessible', () => {
    const of = grant('resource', 'Admin', ['payments', 'secret'], ['odd']);
    const access = accessWith([of], roles, clusters, { filters: new Map([['uid-odd', undefined]]) });
    const hidden = new Map(access.clusters).set('uid-secret', { all: [], isComplete: false, isHidden: true });
    const read = withUser(withUser({ ...access, clusters: hidden }, 'ada'), 'cem');
    expect(notRead(read, [of])).toEqual([
      'filter odd: not understood',
      'clusters of secret: not accessible with this API key',
    ]);
  });
});
