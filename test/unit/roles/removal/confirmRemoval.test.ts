import { describe, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import {
  confirmRemoval,
  worstRolesFirst,
  type RemovalQuestion,
} from '../../../../src/roles/removal/confirmRemoval';
import type { TeamRole } from '../../../../src/access/resourceRoles';

const connection = { name: 'Acme', baseUrl: 'https://api.acme.dev' };

function item(uid: string, more: Partial<TeamRole['role']> = {}): TeamRole {
  const content = {
    roles: [{ uid: 'r1', name: 'Resource Cluster Admin' }],
    projectUids: [{ uid: 'p1', name: 'payments' }],
    filterRefs: [],
  };
  return {
    team: { uid: 'team-1', name: 'Platform' },
    role: { uid, ...content, content, ...more },
    isListed: true,
  };
}

const noAccess = {
  holders: new Map(),
  roles: new Map(),
  filters: new Map(),
  clusters: new Map(),
  members: new Map(),
  areTeamsComplete: true,
  areUsersComplete: true,
  isActivityRead: true,
  teamNames: new Map(),
  problems: new Map(),
  users: new Map(),
};

const limited = { content: undefined, unknownFields: ['expiresAt', 'projectUids.scope'] };

const effect: RemovalQuestion['effect'] = {
  lines: () => ['No longer: view clusters in payments'],
  memberRequests: () => 0,
  readMembers: () => Promise.resolve(),
};

/** The dialog, which the user closes. */
async function shown(items: RemovalQuestion['items'], more: Partial<RemovalQuestion> = {}) {
  const show = vi.spyOn(window, 'showWarningMessage').mockResolvedValue(undefined);
  expect(await confirmRemoval({ items, connection, effect, ...more })).toBe('keep');
  const [message = '', options, ...buttons] = show.mock.lastCall ?? [];
  show.mockRestore();
  return { message, detail: options?.detail ?? '', buttons };
}

async function detailOf(...question: Parameters<typeof shown>): Promise<readonly string[]> {
  return (await shown(...question)).detail.split('\n');
}

describe('the confirmation of many removals', () => {
  const of = (team: string, ...uids: readonly string[]) =>
    uids.map((uid) => ({ ...item(uid), team: { uid: team, name: team } }));

  it('has a line for each team before any team gets a second', async () => {
    const [first, ...others] = [...of('A', ...'123456789'), ...of('B', ...'123'), ...of('C', '1')] as const;
    if (first === undefined) throw new Error('None');
    const lines = (await detailOf([first, ...others])).filter((line) => line.startsWith('• '));
    expect(lines.map((line) => line[2])).toEqual([...'ABCABABA']);
  });

  it('starts with what manages access, what deletes, and what has no filter', () => {
    const filterRefs = [{ uid: 'f1', name: 'pci-dss' }];
    const withRole = (uid: string, more = {}) => item(uid, { roles: [{ uid }], ...more });
    const roles = new Map([
      ['view', { permissions: ['cluster.get'], isEnabled: true }],
      ['admin', { permissions: ['team.update'], isEnabled: true }],
      ['delete', { permissions: ['cluster.delete'], isEnabled: true }],
    ]);
    const items = [
      withRole('view'),
      withRole('delete', { filterRefs }),
      withRole('delete'),
      withRole('unread'),
      withRole('admin', { filterRefs }),
    ];
    const sorted = worstRolesFirst(items, { ...noAccess, roles });
    expect(sorted).toEqual([items[4], items[2], items[3], items[1], items[0]]);
  });
});

describe('the confirmation of a removal', () => {
  it('names the team and the service first, then the role, its projects and filters, and what its removal means', async () => {
    const { message, detail } = await shown([item('role-1')]);
    expect(message).toBe('Remove "Resource Cluster Admin" from team "Platform"?');
    expect(detail.split('\n')).toEqual([
      'Team: Platform (team-1)',
      'Service: Acme (api.acme.dev)',
      '',
      '• Resource Cluster Admin on payments · no filter · UID role-1',
      '',
      'No longer: view clusters in payments',
      '',
      'Can be restored later, with another UID.',
    ]);
  });

  it('names the roles of several teams with their projects and filters', async () => {
    const filterRefs = [{ uid: 'f1', name: 'pci-dss' }];
    const other = { ...item('b'), team: { uid: 'team-2', name: 'Security' } };
    const items = [item('a', { filterRefs }), other] as const;
    expect(await detailOf(items, { gone: [item('c')] })).toEqual([
      'Teams: Platform, Security',
      'Service: Acme (api.acme.dev)',
      '',
      '• Platform: Resource Cluster Admin on payments · filter pci-dss · UID a',
      '• Security: Resource Cluster Admin on payments · no filter · UID b',
      'Already removed: Resource Cluster Admin on payments',
      '',
      'No longer: view clusters in payments',
      '',
      'Can be restored later, with another UID.',
    ]);
  });

  it('is short, and names the team and the service, however long the names are', async () => {
    const long = '$(](x '.repeat(50);
    const references = Array.from({ length: 60 }, () => ({ uid: long, name: long }));
    const content = { roles: references, projectUids: references, filterRefs: references };
    const unknownFields = Array<string>(10).fill(long);
    const teamRole: TeamRole = {
      ...item(long, { ...content, content: undefined, unknownFields }),
      team: { uid: long, name: long },
    };
    const others = Array<TeamRole>(40).fill(teamRole);
    for (const items of [[teamRole], [teamRole, item('b'), ...others]] as const) {
      const options = { gone: others, startedBy: 'agent', changed: 'role' } as const;
      const { message, detail } = await shown(items, options);
      expect(message.length + detail.length).toBeLessThan(3000);
      const place = detail.indexOf('Service: Acme (api.acme.dev)\n');
      expect(place).toBeGreaterThan(0);
      expect(place).toBeLessThan(450);
      expect(detail.slice(0, place)).toMatch(/^Teams?: /m);
    }
  });

  it('says that a role with fields that Poolview does not know cannot be restored, and why', async () => {
    expect((await detailOf([item('role-1', limited)])).slice(-2)).toEqual([
      "Can't be restored: Poolview doesn't have the details.",
      "The service lists fields that Poolview doesn't know (expiresAt, projectUids.scope). Without them, a restored role could grant more access.",
    ]);
    expect((await detailOf([item('a', limited), item('b', limited)])).at(-2)).toBe(
      "Can't be restored: Poolview doesn't have the details.",
    );
    expect((await detailOf([item('a', limited), item('b')])).at(-2)).toBe(
      "Poolview doesn't have the details needed to restore 1 of them.",
    );
  });

  it('says that a role cannot be restored if only its UID is known', async () => {
    const typed = { ...item('a'), role: { uid: 'a', content: undefined }, isListed: false };
    expect((await detailOf([typed])).at(-1)).toBe("Can't be restored: Poolview doesn't have the details.");
  });

  it('lists all names of a role that has too many for the title', async () => {
    const roles = ['A', 'B', 'C', 'D'].map((name) => ({ uid: name, name }));
    const items: RemovalQuestion['items'] = [item('role-1', { roles })];
    expect((await shown(items)).message).toBe('Remove "A, B, C and 1 more" from team "Platform"?');
    expect((await detailOf(items))[3]).toBe('• A, B, C, D on payments · no filter · UID role-1');
  });

  it('starts with a warning if the role has changed since the user confirmed', async () => {
    expect((await detailOf([item('role-1')], { changed: 'role' })).slice(0, 3)).toEqual([
      'The role changed after you confirmed. Check it before removing it.',
      '',
      'Team: Platform (team-1)',
    ]);
  });

  it('starts with who started it if it was an agent, and Enter keeps the role [guarantee: agents-change-nothing]', async () => {
    const { detail, buttons } = await shown([item('role-1')], { startedBy: 'agent' });
    const text = 'Proposed by an agent.';
    expect(detail.split('\n').slice(0, 3)).toEqual([text, '', 'Team: Platform (team-1)']);
    expect(buttons[0]).toBe('Keep Role');
  });

  it.each([
    ['Remove Role', 'remove'],
    ['Keep Role', 'keep'],
  ])('is given only by the button that removes: %s', async (answer, result) => {
    const show = vi.spyOn(window, 'showWarningMessage').mockResolvedValue(answer as never);
    const question = { items: [item('role-1')], connection, effect, startedBy: 'agent' } as const;
    expect(await confirmRemoval(question)).toBe(result);
    show.mockRestore();
  });
});
