import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/roles/journal/journal';
import { JournalError } from '../../../src/roles/journal/journalFiles';
import type { RemovalResult } from '../../../src/roles/removal/removeRoles';
import type { TeamRole } from '../../../src/roles/resourceRoles';
import { removalsText } from '../../../src/roles/removal/reportRemoval';
import { restorationsText } from '../../../src/roles/restore/reportRestoration';
import type { Restoration } from '../../../src/roles/restore/restoreRole';
import { lateOutcomesText } from '../../../src/roles/removal/lateOutcomes';
import { ServiceError, type ServiceFailure } from '../../../src/service/errors';
import { removal } from './support/removal';

const team = { uid: 'team-1', name: 'Platform' };

function item(name: string, more: Partial<TeamRole> = {}): TeamRole {
  const content = { roles: [{ uid: `uid-${name}`, name }], projectUids: [], filterRefs: [] };
  return { team, role: { uid: `resource-${name}`, ...content, content }, isListed: true, ...more };
}

function failure(more: Partial<ServiceFailure>): ServiceError {
  return new ServiceError({ kind: 'timedOut', operation: 'removeTeamResourceRole', ...more });
}

const timedOut = failure({});
const refused = failure({ kind: 'forbidden', status: 403 });
const broken = failure({ kind: 'serviceFault', status: 500 });
const cut = failure({ kind: 'unreachable', reason: 'ECONNRESET' });

const tooLate =
  'Cannot remove the resource role: the service did not answer in time; the limit is the setting poolview.requestTimeoutSeconds.';
const notPermitted =
  'Cannot remove the resource role: the API key is not permitted to do this; what it lacks is likely the permission team.update (403).';
const ownProblem = 'Cannot remove the resource role: the service has a problem of its own (500).';
const outOfReach = 'Cannot remove the resource role: the service cannot be reached (ECONNRESET).';

describe('the message about one removal', () => {
  it.each([
    [{ outcome: 'removed' }, 'Removed the resource role Viewer from the team Platform.'],
    [
      { outcome: 'alreadyGone' },
      'The team Platform no longer had the resource role Viewer: nothing was removed.',
    ],
    [
      { outcome: 'refused', error: refused },
      `The resource role Viewer was not removed from the team Platform. ${notPermitted}`,
    ],
    [
      { outcome: 'notRemoved', error: broken },
      `The team Platform still has the resource role Viewer: it was not removed. ${ownProblem}`,
    ],
    [
      { outcome: 'notRemoved', error: timedOut },
      `The team Platform still has the resource role Viewer, but it may yet be removed: look before you try again. ${tooLate}`,
    ],
    [
      { outcome: 'unknown', error: cut },
      `It is not known whether the team Platform still has the resource role Viewer: look before you try again. ${outOfReach}`,
    ],
    [
      { outcome: 'notKept', error: new JournalError('ENOSPC') },
      'Nothing was removed: what is removed has to be kept on this computer first, and that failed (ENOSPC).',
    ],
    [
      {
        outcome: 'notRead',
        error: failure({ kind: 'forbidden', operation: 'listTeamResourceRoles', status: 403 }),
      },
      'The resource role Viewer was not removed from the team Platform. Cannot list the resource roles of the team: the API key is not permitted to do this; what it lacks is likely the permission team.get (403).',
    ],
    [
      {
        outcome: 'notRemoved',
        error: failure({
          kind: 'invalidResponse',
          reason: 'notConfirmed',
          status: 200,
          serviceMessage: 'in use',
        }),
      },
      'The team Platform still has the resource role Viewer: it was not removed. Cannot remove the resource role: the service did not confirm the change (200, in use).',
    ],
    [{ outcome: 'notTried' }, 'Nothing was removed.'],
  ] satisfies [RemovalResult['removal'], string][])('%o', (outcome, text) => {
    expect(removalsText([{ item: item('Viewer'), removal: outcome }], [])).toBe(text);
  });

  it('says of a typed uid that nobody knows it, and not that it was gone', () => {
    const typed: TeamRole = {
      team: { uid: 'team-9' },
      role: { uid: 'typed', content: undefined },
      isListed: false,
    };
    expect(removalsText([{ item: typed, removal: { outcome: 'alreadyGone' } }], [])).toBe(
      'The service knows no team team-9 with a resource role typed: nothing was removed.',
    );
  });

  it('is text, whatever a role and a team are called and a service says', () => {
    const hostile = '[x](command:workbench.action.quit) $(sync)\n';
    const text = removalsText(
      [
        {
          item: item(hostile, { team: { uid: 'team', name: hostile } }),
          removal: { outcome: 'unknown', error: failure({ serviceMessage: hostile }) },
        },
      ],
      [],
    );
    expect(text).toContain('command:workbench');
    expect(text).not.toMatch(/\]\(|\$\(|\n/);
  });
});

describe('the message about several removals', () => {
  const result = (name: string, outcome: RemovalResult['removal']): RemovalResult => ({
    item: item(name),
    removal: outcome,
  });

  it('counts those that were removed', () => {
    const results = ['Viewer', 'Editor'].map((name) => result(name, { outcome: 'removed' }));
    expect(removalsText(results, [])).toBe('Removed 2 of 2 resource roles from the team Platform.');
    const [first, second] = results;
    if (first === undefined || second === undefined) throw new Error('There are too few');
    const elsewhere = { ...second, item: item('Editor', { team: { uid: 'team-2', name: 'Data' } }) };
    expect(removalsText([first, elsewhere], [])).toBe('Removed 2 of 2 resource roles from 2 teams.');
  });

  it('tells each other thing that became of some, by name', () => {
    expect(
      removalsText(
        [
          result('A', { outcome: 'removed' }),
          result('B', { outcome: 'alreadyGone' }),
          result('C', { outcome: 'notRemoved', error: broken }),
          result('D', { outcome: 'unknown', error: cut }),
          result('E', { outcome: 'refused', error: refused }),
          result('F', { outcome: 'notTried' }),
          result('G', { outcome: 'notTried' }),
        ],
        [],
      ),
    ).toBe(
      'Removed 1 of 7 resource roles from the team Platform. Already gone: B. ' +
        `Still there: C. ${ownProblem} Not known, look before you try again: D. ${outOfReach} ` +
        `Not removed: E. ${notPermitted} Not tried: F; G.`,
    );
  });

  it('names three of a kind and counts the others', () => {
    const results = ['A', 'B', 'C', 'D', 'E'].map((name) =>
      result(name, { outcome: 'refused', error: refused }),
    );
    expect(removalsText(results, [])).toBe(
      `Removed 0 of 5 resource roles from the team Platform. Not removed: A; B; C and 2 more. ${notPermitted}`,
    );
  });

  it('says that they may yet be removed', () => {
    expect(
      removalsText(
        [
          result('A', { outcome: 'removed' }),
          result('B', { outcome: 'notRemoved', error: broken }),
          result('C', { outcome: 'notRemoved', error: timedOut }),
        ],
        [],
      ),
    ).toBe(
      'Removed 1 of 3 resource roles from the team Platform. ' +
        `Still there: B. ${ownProblem} Still there, but may yet be removed, look before you try again: C. ${tooLate}`,
    );
  });

  it('says that nothing more could be kept', () => {
    expect(
      removalsText(
        [
          result('A', { outcome: 'removed' }),
          result('B', { outcome: 'notKept', error: new JournalError('ENOSPC') }),
          result('C', { outcome: 'notTried' }),
        ],
        [],
      ),
    ).toBe(
      'Removed 1 of 3 resource roles from the team Platform. ' +
        'B was not removed: what is removed has to be kept on this computer first, and that failed (ENOSPC). ' +
        'Not tried: C.',
    );
  });

  it('says which removals of before can no longer be restored', () => {
    expect(removalsText([result('A', { outcome: 'removed' })], [entry])).toBe(
      'Removed the resource role A from the team Platform. ' +
        'Poolview keeps a limited number of removals; the oldest can no longer be restored: Cluster Admin of the team Platform.',
    );
  });
});

const entry: JournalEntry = {
  ...removal,
  id: 'entry',
  startedAt: 0,
  outcome: 'removed',
  isUnderWay: false,
  restored: undefined,
};

const addFailure = (more: Partial<ServiceFailure>): ServiceError =>
  failure({ operation: 'addTeamResourceRole', ...more });
const cannotAdd = 'Cannot add the resource role: the service has a problem of its own (500).';

const restorations: readonly [Restoration, string][] = [
  [
    { outcome: 'restored', uid: 'new-uid' },
    'Restored the resource role Cluster Admin of the team Platform. It has a new uid: new-uid.',
  ],
  [
    { outcome: 'restored', uid: undefined },
    'Restored the resource role Cluster Admin of the team Platform. It has a new uid.',
  ],
  [
    { outcome: 'alreadyThere', uid: 'other' },
    'The team Platform already has a resource role like Cluster Admin: nothing was added.',
  ],
  [
    { outcome: 'neverRemoved' },
    'The team Platform still has the resource role Cluster Admin: it was never removed.',
  ],
  [
    { outcome: 'contentUnknown' },
    'What the resource role Cluster Admin of the team Platform granted is not known, so it cannot be restored.',
  ],
  [
    { outcome: 'beingRestored' },
    'The resource role Cluster Admin of the team Platform is just being removed or restored, perhaps in another window.',
  ],
  [
    { outcome: 'notKept', error: new JournalError('ENOSPC') },
    'The resource role Cluster Admin of the team Platform was not restored: that has to be kept on this computer first, and that failed (ENOSPC).',
  ],
  [
    { outcome: 'teamGone', error: failure({ kind: 'unsupported', status: 404 }) },
    'The team Platform is not there any more, or hidden from this API key, so its resource role Cluster Admin cannot be restored.',
  ],
  [
    { outcome: 'projectsGone', gone: [{ uid: 'project-1', name: 'atlas' }, { uid: 'project-2' }] },
    'Nothing was restored: Cluster Admin of the team Platform was on projects that are not there any more, or hidden from this API key: atlas, project-2.',
  ],
  [
    { outcome: 'refused', error: addFailure({ kind: 'serviceFault', status: 500 }) },
    `The resource role Cluster Admin of the team Platform was not restored. ${cannotAdd}`,
  ],
  [
    { outcome: 'notRestored', error: addFailure({ kind: 'serviceFault', status: 500 }) },
    `The resource role Cluster Admin of the team Platform was not restored. ${cannotAdd}`,
  ],
  [
    { outcome: 'notRestored', error: addFailure({ kind: 'serviceFault', status: 504 }) },
    'The team Platform does not have the resource role Cluster Admin yet, but it may still get it: look before you try again. Cannot add the resource role: the service has a problem of its own (504).',
  ],
  [
    { outcome: 'unknown', error: addFailure({ kind: 'serviceFault', status: 500 }) },
    `It is not known whether the team Platform has the resource role Cluster Admin again. ${cannotAdd}`,
  ],
];

describe('the message about restoring', () => {
  it.each(restorations)('one: %o', (restoration, text) => {
    expect(restorationsText([{ entry, restoration }])).toBe(text);
  });

  it('several counts those that are back, and tells of three others what became of them, failures first', () => {
    const textFor = (outcome: Restoration['outcome']): string =>
      restorations.find(([restoration]) => restoration.outcome === outcome)?.[1] ?? '-';
    expect(restorationsText(restorations.map(([restoration]) => ({ entry, restoration })))).toBe(
      [
        'Restored 2 of 13 resource roles. They have new uids.',
        textFor('contentUnknown'),
        textFor('beingRestored'),
        textFor('notKept'),
        'The log has what became of 8 more.',
      ].join(' '),
    );
  });

  it('two tells of both what became of them, where neither went as wanted', () => {
    const chosen = restorations.filter(([{ outcome }]) => ['teamGone', 'alreadyThere'].includes(outcome));
    const [alreadyThere, teamGone] = chosen.map(([, text]) => text);
    expect(restorationsText(chosen.map(([restoration]) => ({ entry, restoration })))).toBe(
      `Restored 0 of 2 resource roles. ${teamGone ?? ''} ${alreadyThere ?? ''}`,
    );
  });

  it('several none of which is back does not speak of new uids', () => {
    const restoration: Restoration = { outcome: 'neverRemoved' };
    const text = 'The team Platform still has the resource role Cluster Admin: it was never removed.';
    expect(
      restorationsText([
        { entry, restoration },
        { entry, restoration },
      ]),
    ).toBe(`Restored 0 of 2 resource roles. ${text} ${text}`);
  });
});

describe('the message about removals whose outcome was open', () => {
  const whether = 'whether the resource role Cluster Admin was removed from the team Platform.';
  const removed = `It was not known ${whether} It was: the role is gone.`;
  const notRemoved = `It was not known ${whether} It was not: the team still has the role. Remove it again if it should go.`;
  const unknown = `It is not known ${whether} Look at the roles of the team.`;

  it.each([
    ['removed', removed],
    ['notRemoved', notRemoved],
    ['unknown', unknown],
  ] as const)('%s', (outcome, text) => {
    expect(lateOutcomesText([{ entry, outcome }])).toBe(text);
  });

  it('tells three and counts the others', () => {
    const late = (['removed', 'notRemoved', 'unknown', 'removed', 'removed'] as const).map((outcome) => ({
      entry,
      outcome,
    }));
    expect(lateOutcomesText(late)).toBe([removed, notRemoved, unknown, 'And 2 more.'].join(' '));
  });
});
