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

describe('the question before a removal', () => {
  it('names the team, the role, its projects and the service, and says that the role can be restored', () => {
    const { message, detail } = questionText({ items: [item('role-1')], connection });
    expect(message).toBe('Remove this resource role from the team Platform?');
    expect(detail.split('\n')).toEqual([
      'Role: Cluster Admin',
      'Projects: payments',
      'Resource role uid: role-1',
      'Team: Platform (team-1)',
      'Service: Acme (api.acme.dev)',
      '',
      'Every member of the team loses this access at once.',
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

  it('says that a role of which only the uid is known cannot be restored', () => {
    const typed = { ...item('a'), role: { uid: 'a', content: undefined }, isListed: false };
    expect(detailOf([typed]).at(-1)).toBe("Poolview doesn't have the details needed to restore it.");
  });

  it('says first that the role has changed since it was confirmed', () => {
    expect(detailOf([item('role-1')], { hasChanged: true }).slice(0, 3)).toEqual([
      'The role has changed since you confirmed its removal:',
      '',
      'Role: Cluster Admin',
    ]);
  });
});
