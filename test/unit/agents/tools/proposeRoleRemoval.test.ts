import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToolError } from '../../../../src/agents/tools/answer';
import { TeamRolesModel } from '../../../../src/roles/model';
import type { JournalEntry } from '../../../../src/roles/journal/journal';
import { StorageError } from '../../../../src/connections/storedFiles';
import { onRequest, small } from '../../roles/support/roles';
import { rolesForAgents } from '../../roles/support/forAgents';
import { dialogs } from '../../support/dialogs';
import { startTools } from '../support';
import { confirm, startProposals, tool } from './proposals';
import { eventually } from '../../support/eventually';

const questions = (shown: readonly string[]) => shown.filter((text) => text.startsWith('Remove "'));

describe('a proposal that the user confirms', () => {
  it('asks in the dialog of the view, writes the journal, removes the role and tells the user', async () => {
    const { propose, service, shown, buttons, deeds, journal, team, role, asked } =
      await startProposals(confirm);
    let kept: readonly JournalEntry[] = [];
    const until = new Promise<void>((resolve) => {
      onRequest(service, 'removeTeamResourceRole', () => {
        void journal()
          .entries()
          .then((entries) => {
            kept = entries;
            resolve();
          });
      });
    });
    service.faults.add({ kind: 'hold', until, operation: 'removeTeamResourceRole' });
    const { data, notes } = await propose();
    expect(data).toEqual({ decision: 'confirmed', outcome: 'removed', canRestore: true });
    expect(notes?.join(' ')).toContain('Restore or Show Removed Roles');
    expect(deeds.removed).toEqual([role.uid]);
    const { readTagFilter, ...others } = asked();
    // The roles of the team have three filters at most, and the service has two pages of roles.
    expect(readTagFilter).toBeLessThanOrEqual(3);
    expect(others).toEqual({
      listTeams: 2,
      listProjectNames: 1,
      listTeamResourceRoles: 3,
      listTeamTenantRoles: 1,
      listTeamProjectRoles: 1,
      listTeamWorkspaceRoles: 1,
      listRoles: 2,
      removeTeamResourceRole: 1,
    });
    const [question = ''] = shown;
    expect(question).toMatch(/^Remove ".+" from team ".+"\? Proposed by an agent\.\n\n/);
    for (const name of [team.name, team.uid, role.uid, role.projectUids[0]?.name]) {
      expect(question).toContain(name);
    }
    expect(buttons[0]?.slice(0, 2)).toEqual(['Keep Role', 'Remove Role']);
    await eventually(() => {
      expect(shown[1]).toMatch(/^Removed ".+" from team/);
    });
    expect(buttons[1]).toEqual(['Restore', 'Show Audit Entry']);
    expect(kept.map(({ roleUid }) => roleUid)).toEqual([role.uid]);
  });

  it('can be undone with the button of its message', async () => {
    const { propose, deeds, shown } = await startProposals((message) =>
      message.startsWith('Removed') ? 'Restore' : confirm(message),
    );
    expect((await propose()).data).toMatchObject({ outcome: 'removed' });
    await eventually(() => {
      expect(shown.at(-1)).toMatch(/^Restored/);
    });
    expect(deeds.added).toHaveLength(1);
  });

  it('returns before the user closes the message about it', async () => {
    const { propose } = await startProposals((message) =>
      message.startsWith('Removed') ? new Promise(() => undefined) : confirm(message),
    );
    expect((await propose()).data).toMatchObject({ outcome: 'removed' });
  });

  it.each([
    [
      { kind: 'status', status: 403 },
      { outcome: 'notRemoved', reason: 'forbidden', canRestore: false },
    ],
    [{ kind: 'resetAfterActing' }, { outcome: 'removed', canRestore: true }],
    [
      { kind: 'status', status: 504 },
      { outcome: 'notConfirmed', reason: 'serviceFault' },
    ],
  ] as const)('says what the service did: %j', async (fault, expected) => {
    const { propose, service, shown } = await startProposals(confirm);
    service.faults.add({ ...fault, operation: 'removeTeamResourceRole' });
    expect((await propose()).data).toMatchObject({ decision: 'confirmed', ...expected });
    await eventually(() => {
      expect(shown).toHaveLength(2);
    });
  });

  it('says that the role was gone if it was removed while the user was looking', async () => {
    const { propose, team, deeds, changes } = await startProposals((message) => {
      if (message.startsWith('Remove "')) team.resourceRoles.shift();
      return confirm(message);
    });
    expect((await propose()).data).toEqual({
      decision: 'confirmed',
      outcome: 'alreadyRemoved',
      canRestore: false,
    });
    expect(deeds.removed).toEqual([]);
    expect(changes()).toEqual([]);
  });

  it('is not sent if the journal cannot be written', async () => {
    const { propose, journal, changes } = await startProposals(confirm);
    vi.spyOn(journal(), 'begin').mockRejectedValue(new StorageError('ENOSPC'));
    expect((await propose()).data).toMatchObject({ outcome: 'notRemoved', reason: 'notSaved' });
    expect(changes()).toEqual([]);
  });

  it('is asked again if the role has changed since, and is not removed if the user then declines', async () => {
    let count = 0;
    const { propose, role, shown, changes } = await startProposals((message) => {
      if (!message.startsWith('Remove "')) return undefined;
      Object.assign(role, { projectUids: [{ uid: `other-${++count}`, name: 'other' }] });
      return count === 1 ? 'Remove Role' : undefined;
    });
    expect((await propose()).data).toEqual({ decision: 'declined' });
    expect(shown).toHaveLength(2);
    expect(shown[1]).toMatch(/Proposed by an agent\.\nThe role changed after you confirmed\./);
    expect(changes()).toEqual([]);
  });
});

describe('a proposal that the user declines', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  it('removes nothing, and nothing else can be proposed for a minute', async () => {
    const { propose, shown, changes, role, otherRole, asked } = await startProposals();
    const { data, notes } = await propose();
    expect(data).toEqual({ decision: 'declined' });
    expect(notes?.join(' ')).toContain('Do not propose a removal again');
    asked();
    for (const { uid } of [role, otherRole]) {
      const error = await propose(uid).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ToolError);
      expect(String(error)).toContain(
        'The user declined a proposal a moment ago. Do not propose a removal again unless the user asks.',
      );
    }
    expect(asked()).toEqual({});
    expect(shown).toHaveLength(1);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await propose(otherRole.uid)).data).toEqual({ decision: 'declined' });
    expect(shown).toHaveLength(2);
    expect(changes()).toEqual([]);
  });

  it('does not keep agents from proposing through another connection', async () => {
    const { propose, removals, active, otherTeamRole } = await startProposals();
    const { session } = active;
    const proposeThrough = async (other: Partial<typeof session.connection>): Promise<string> => {
      const connection = { ...session.connection, ...other };
      const model = new TeamRolesModel({ ...session, connection });
      const find = () => Promise.resolve(otherTeamRole);
      const outcome = await removals.propose(model, find, new AbortController().signal);
      return 'why' in outcome ? outcome.why : outcome.decision;
    };
    await propose();
    expect(await proposeThrough({})).toBe('justDeclined');
    expect(await proposeThrough({ baseUrl: 'https://two.example.com' })).toBe('declined');
    expect(await proposeThrough({ name: 'Other' })).toBe('declined');
  });

  it('does not keep the user from removing a role', async () => {
    const { propose, removals, active, otherTeamRole, deeds } = await startProposals((message) =>
      message.startsWith('Remove "') && deeds.removed.length === 0 ? answers.shift() : undefined,
    );
    const answers = [undefined, 'Remove Role'];
    expect((await propose()).data).toEqual({ decision: 'declined' });
    await removals.remove(active, [otherTeamRole]);
    expect(deeds.removed).toEqual([otherTeamRole.role.uid]);
  });
});

it('no answer other than the button that removes the role removes it [guarantee: agents-change-nothing]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let answer: string | undefined;
  const { propose, changes, deeds, shown } = await startProposals(() => answer);
  const words = ['Keep Role', 'OK', 'Remove', 'remove role', 'Remove Roles', 'Remove 2 Roles', 'Restore'];
  for (const given of [undefined, '', ...words, ' Remove Role', 'Remove Role ']) {
    answer = given;
    vi.setSystemTime(Date.now() + 61_000);
    const before = shown.length;
    expect((await propose()).data).toEqual({ decision: 'declined' });
    expect(shown.length).toBe(before + 1);
  }
  expect(changes()).toEqual([]);
  expect(deeds.removed).toEqual([]);
  vi.useRealTimers();
});

describe('the user is not asked', () => {
  it('about a role or a team that does not exist', async () => {
    const { propose, otherTeam, shown, role } = await startProposals(confirm);
    const notFound = { decision: 'notAsked', reason: 'notFound' };
    expect((await propose('nothing')).data).toEqual(notFound);
    expect((await propose(role.uid, { teamUid: 'nobody' })).data).toEqual(notFound);
    expect((await propose(role.uid, { teamUid: otherTeam.uid })).data).toEqual(notFound);
    expect((await propose(role.uid, { teamUid: otherTeam.name })).data).toEqual(notFound);
    expect(shown).toEqual([]);
  });

  it('about a role that was shown before, but is gone now', async () => {
    const { propose, call, team, role, shown, active } = await startProposals(confirm);
    await call('poolview_review_access', { team: team.uid });
    team.resourceRoles.shift();
    expect((await propose()).data).toEqual({ decision: 'notAsked', reason: 'notFound' });
    expect(shown).toEqual([]);
    const rows = active.store.rows(active.team(team.uid));
    expect(rows.some((row) => row.kind === 'role' && row.role.uid === role.uid)).toBe(false);
  });

  it('about a role without a UID, or one that may be another', async () => {
    const { propose, service, team, shown } = await startProposals(confirm);
    const body = { resourceRoles: [{ roles: [{ name: 'No UID' }], projectUids: [] }] };
    service.faults.add({ kind: 'wrongJson', operation: 'listTeamResourceRoles', body, times: 9 });
    expect((await propose(team.resourceRoles[0]?.uid)).data.reason).toBe('notFound');
    expect((await propose('undefined')).data.reason).toBe('notFound');
    await expect(propose('')).rejects.toThrow(ToolError);
    expect(shown).toEqual([]);
  });

  it('while another proposal is open, and the second one does not wait', async () => {
    let answer: (text: string | undefined) => void = () => undefined;
    const { propose, shown, otherRole, deeds, role, removals, active } = await startProposals((message) =>
      message.startsWith('Remove "') ? new Promise((resolve) => (answer = resolve)) : undefined,
    );
    const first = propose();
    await eventually(() => {
      expect(shown).toHaveLength(1);
    });
    const other = { decision: 'notAsked', reason: 'otherRemoval' };
    expect((await propose(otherRole.uid)).data).toEqual(other);
    expect((await propose()).data).toEqual(other);
    // Nor does the user start another removal.
    await removals.remove(active);
    expect(shown.slice(1)).toEqual(['Another removal is in progress.']);
    answer('Remove Role');
    expect((await first).data).toMatchObject({ outcome: 'removed' });
    expect(deeds.removed).toEqual([role.uid]);
    expect(questions(shown)).toHaveLength(1);
  });

  it('about a second role that is proposed at the same time', async () => {
    const { propose, otherRole, shown } = await startProposals();
    await Promise.allSettled([propose(), propose(otherRole.uid)]);
    expect(questions(shown)).toHaveLength(1);
  });

  it.each([
    ['listTeams', false],
    ['listTeamResourceRoles', false],
    ['listTeamResourceRoles', true],
  ] as const)(
    'while the user removes another role, which does not wait for %s of a proposal (known before: %s)',
    async (operation, isKnown) => {
      let answer: (text: string | undefined) => void = () => undefined;
      const { propose, call, team, service, removals, active, otherTeamRole, shown, deeds, asked } =
        await startProposals((message) =>
          message.startsWith('Remove "') ? new Promise((resolve) => (answer = resolve)) : undefined,
        );
      if (isKnown) await call('poolview_review_access', { team: team.uid });
      asked();
      let end = (): void => undefined;
      const until = new Promise<void>((resolve) => (end = resolve));
      service.faults.add({ kind: 'hold', until, operation });
      const proposal = propose();
      await expect.poll(() => asked()[operation]).toBe(1);
      const removal = removals.remove(active, [otherTeamRole]);
      await expect.poll(() => shown).toHaveLength(1);
      expect(shown[0]).not.toContain('Proposed by an agent');
      end();
      expect((await proposal).data).toEqual({ decision: 'notAsked', reason: 'otherRemoval' });
      answer('Remove Role');
      await removal;
      expect(deeds.removed).toEqual([otherTeamRole.role.uid]);
      expect(questions(shown)).toHaveLength(1);
    },
  );

  it.each(['listTeams', 'listTeamResourceRoles'] as const)(
    'if the call is canceled during %s',
    async (operation) => {
      const { propose, service, shown, changes } = await startProposals(confirm);
      const controller = new AbortController();
      onRequest(service, operation, () => {
        controller.abort();
      });
      await expect(propose(undefined, { signal: controller.signal })).rejects.toBeDefined();
      expect(shown).toEqual([]);
      expect(changes()).toEqual([]);
      // It was not declined, and no removal is left in progress.
      expect((await propose()).data).toMatchObject({ decision: 'confirmed' });
    },
  );

  it('if the role cannot be read, and the next proposal is asked', async () => {
    const { propose, service, shown } = await startProposals();
    service.faults.add({ kind: 'status', operation: 'listTeamResourceRoles', status: 500 });
    await expect(propose()).rejects.toMatchObject({ kind: 'serviceFault' });
    expect(shown).toEqual([]);
    expect((await propose()).data).toEqual({ decision: 'declined' });
  });
});

it.each(['Remove Role', 'Keep Role', undefined])(
  'the answer %s removes nothing if the call was canceled while the dialog was open',
  async (given) => {
    const controller = new AbortController();
    const { propose, otherRole, shown, changes } = await startProposals((message) => {
      if (message.startsWith('Remove "')) controller.abort();
      return message.startsWith('Remove "') ? given : undefined;
    });
    await expect(propose(undefined, { signal: controller.signal })).rejects.toBeDefined();
    expect(changes()).toEqual([]);
    const canceled = 'The proposal was canceled. Nothing was removed.';
    expect(shown.slice(1)).toEqual(given === 'Remove Role' ? [canceled] : []);
    // As after one that was declined: an agent could cancel each of its proposals, and make another one.
    await expect(propose(otherRole.uid)).rejects.toThrow(/The user declined a proposal/);
    expect(questions(shown)).toHaveLength(1);
  },
);

it('a changed role is not removed if the call was canceled while the user was asked again', async () => {
  const controller = new AbortController();
  const { propose, role, shown, changes } = await startProposals((message) => {
    if (!message.startsWith('Remove "')) return undefined;
    if (questions(shown).length === 1)
      Object.assign(role, { projectUids: [{ uid: 'other', name: 'other' }] });
    else controller.abort();
    return 'Remove Role';
  });
  await expect(propose(undefined, { signal: controller.signal })).rejects.toBeDefined();
  await expect.poll(() => shown.at(-1)).toBe('The proposal was canceled. Nothing was removed.');
  expect(questions(shown)).toHaveLength(2);
  expect(changes()).toEqual([]);
});

it('a connection that is no longer active is not asked about', async () => {
  const { roles, activate } = await rolesForAgents();
  const { call, fleet, model, service } = await startTools(small, { roles });
  activate(fleet.session);
  const { shown } = dialogs(confirm);
  const [team] = service.fleet.directory.teams;
  const input = { teamUid: team?.uid, roleUid: team?.resourceRoles[0]?.uid };
  onRequest(service, 'listTeamResourceRoles', () => {
    model.inventory.dispose();
  });
  await expect(call(tool, input, { signal: fleet.closed })).rejects.toBeDefined();
  expect(shown).toEqual([]);
});

it('the names of a role reach the user without icons or links, and the agent not at all', async () => {
  const { propose, shown } = await startProposals(undefined, { hostile: true });
  const result = await propose();
  expect(result.data).toEqual({ decision: 'declined' });
  expect(shown[0]?.split('Proposed')[0]).not.toMatch(/\$\(|\]\(/);
  expect(JSON.stringify(result)).not.toContain('evil');
});

it('on a read-only connection, neither agents nor commands ask or send anything', async () => {
  const { propose, removals, active, otherTeamRole, shown, asked } = await startProposals(confirm);
  const { session } = active;
  Object.assign(session, { connection: { ...session.connection, readOnly: true } });
  const { data, notes } = await propose();
  expect(data).toEqual({ decision: 'notAsked', reason: 'readOnly' });
  expect(notes).toEqual([expect.stringContaining('read-only')]);
  await removals.remove(active, [otherTeamRole]);
  expect(shown).toEqual([expect.stringContaining('read-only. To allow changes, select the lock')]);
  expect(asked()).toEqual({});
});
