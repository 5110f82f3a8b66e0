import { describe, expect, it } from 'vitest';
import { questionText, type RemovalQuestion } from '../../../../src/roles/removal/confirmRemoval';
import type { TeamRole } from '../../../../src/roles/resourceRoles';

const connection = { name: 'Acme', baseUrl: 'https://api.acme.dev' };

function item(uid: string, more: Partial<TeamRole['role']> = {}): TeamRole {
  const content = {
    roles: [{ uid: 'r1', name: 'Cluster Admin' }],
    projectUids: [{ uid: 'p1', name: 'payments' }],
    filterRefs: [],
  };
  return {
    team: { uid: 'team-1', name: 'Platform' },
    role: { uid, ...content, content, ...more },
    isListed: true,
  };
}

const limited = { content: undefined, unknownFields: ['expiresAt', 'projectUids.scope'] };

function detailOf(items: RemovalQuestion['items'], more: Partial<RemovalQuestion> = {}): readonly string[] {
  return questionText({ items, connection, ...more }).detail.split('\n');
}

describe('the confirmation of a removal', () => {
  it('names the role, its projects, the team and the service, and says that the role can be restored', () => {
    const { message, detail } = questionText({ items: [item('role-1')], connection });
    expect(message).toBe('Remove "Cluster Admin" from team "Platform"?');
    expect(detail.split('\n')).toEqual([
      'Projects: payments',
      'UID: role-1',
      'Team: Platform (team-1)',
      'Service: Acme (api.acme.dev)',
      '',
      'Team members lose this access immediately.',
      'You can restore it later; its UID will change.',
    ]);
    expect(detailOf([item('a'), item('b')]).at(-1)).toBe(
      'You can restore them later; their UIDs will change.',
    );
  });

  it('says that a role with fields that Poolview does not know cannot be restored, and why', () => {
    expect(detailOf([item('role-1', limited)]).slice(-2)).toEqual([
      "Poolview doesn't have the details needed to restore it.",
      "The service lists fields that Poolview doesn't know (expiresAt, projectUids.scope). Without them, a restored role could grant more access.",
    ]);
    expect(detailOf([item('a', limited), item('b', limited)]).at(-2)).toBe(
      "Poolview doesn't have the details needed to restore them.",
    );
    expect(detailOf([item('a', limited), item('b')]).at(-2)).toBe(
      "Poolview doesn't have the details needed to restore 1 of them.",
    );
  });

  it('says that a role cannot be restored if only its UID is known', () => {
    const typed = { ...item('a'), role: { uid: 'a', content: undefined }, isListed: false };
    expect(detailOf([typed]).at(-1)).toBe("Poolview doesn't have the details needed to restore it.");
  });

  it('lists all names of a role that has too many for the title', () => {
    const roles = ['A', 'B', 'C', 'D'].map((name) => ({ uid: name, name }));
    const items: RemovalQuestion['items'] = [item('role-1', { roles })];
    expect(questionText({ items, connection }).message).toBe(
      'Remove "A, B, C and 1 more" from team "Platform"?',
    );
    expect(detailOf(items)[0]).toBe('Role: A, B, C, D');
  });

  it('starts with a warning if the role has changed since the user confirmed', () => {
    expect(detailOf([item('role-1')], { hasChanged: true }).slice(0, 3)).toEqual([
      'The role changed after you confirmed. Check it before removing it.',
      '',
      'Projects: payments',
    ]);
  });

  it('starts with who proposed it, if that was an agent', () => {
    expect(detailOf([item('role-1')], { isProposed: true }).slice(0, 3)).toEqual([
      'Proposed by an agent.',
      '',
      'Projects: payments',
    ]);
  });
});
