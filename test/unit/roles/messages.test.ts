import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/roles/journal/journal';
import { StorageError } from '../../../src/connections/storedFiles';
import type { RemovalResult } from '../../../src/roles/removal/removeRoles';
import type { TeamRole } from '../../../src/access/resourceRoles';
import { reportLateOutcomes, reportRemovals, reportRestorations } from '../../../src/roles/messages';
import type { LateOutcome } from '../../../src/roles/removal/lateOutcomes';
import type { Restoration, RestorationResult } from '../../../src/roles/restore/restoreRole';
import { ServiceError, type ServiceFailure } from '../../../src/service/errors';
import { dialogs } from '../support/dialogs';
import { removal } from './support/removal';

const nothing = () => Promise.resolve();

/** What the message about removals says. */
async function removalsText(results: readonly RemovalResult[]) {
  const { shown, buttons } = dialogs();
  await reportRemovals(results, nothing);
  expectLog(buttons, shown.join());
  return shown.join();
}

/** Whoever does not have what was wanted is offered the log. */
function expectLog(buttons: readonly (readonly string[])[], text: string): void {
  const isDone = /^(Removed ".*\.|Restored ".*\.|Team ".*|Removed (\d+) of \2 roles .*)$/.test(text);
  expect(buttons.flat().includes('Show Log'), text).toBe(!isDone);
}

async function restorationsText(results: readonly RestorationResult[]) {
  const { shown, buttons } = dialogs();
  await reportRestorations(results);
  expectLog(buttons, shown.join());
  return shown.join();
}

const team = { uid: 'team-1', name: 'Platform' };

function item(name: string, more: Partial<TeamRole> = {}): TeamRole {
  const projectUids = name === 'Viewer' ? [{ uid: 'p-1', name: 'payments' }] : [];
  const content = { roles: [{ uid: `uid-${name}`, name }], projectUids, filterRefs: [] };
  return { team, role: { uid: `resource-${name}`, ...content, content }, isListed: true, ...more };
}

function failure(more: Partial<ServiceFailure>): ServiceError {
  return new ServiceError({ kind: 'timedOut', operation: 'removeTeamResourceRole', ...more });
}

const timedOut = failure({});
const refused = failure({ kind: 'forbidden', permission: 'team.update', status: 403 });
const broken = failure({ kind: 'serviceFault', status: 500 });
const cut = failure({ kind: 'unreachable', reason: 'ECONNRESET' });

const tooLate =
  "The service didn't respond in time. To wait longer, change the setting poolview.requestTimeoutSeconds.";
const notPermitted = 'The API key probably lacks the team.update permission (403).';
const internalError = 'The service reported an internal error (500).';
const notReached =
  "The service can't be reached (ECONNRESET). Check your network connection and the base URL.";

const notRemoved = '"Viewer on payments" wasn\'t removed from team "Platform".';
const unconfirmed =
  'The removal of "Viewer on payments" from team "Platform" isn\'t confirmed. Check the team before retrying.';

describe('the message about one removal', () => {
  it.each([
    [{ outcome: 'removed' }, 'Removed "Viewer on payments" from team "Platform".'],
    [
      { outcome: 'alreadyGone' },
      'Team "Platform" doesn\'t have "Viewer on payments". It may have been removed already.',
    ],
    [{ outcome: 'notRemoved', error: refused }, `${notRemoved} ${notPermitted}`],
    [{ outcome: 'notRemoved', error: broken }, `${notRemoved} ${internalError}`],
    [{ outcome: 'unknown', error: timedOut }, `${unconfirmed} ${tooLate}`],
    [{ outcome: 'unknown', error: cut }, `${unconfirmed} ${notReached}`],
    [
      { outcome: 'notKept', error: new StorageError('ENOSPC') },
      '"Viewer on payments" wasn\'t removed from team "Platform", because it couldn\'t be saved on this computer first (ENOSPC).',
    ],
    [
      {
        outcome: 'notRead',
        error: failure({
          kind: 'forbidden',
          operation: 'listTeamResourceRoles',
          permission: 'team.get',
          status: 403,
        }),
      },
      `${notRemoved} The API key probably lacks the team.get permission (403).`,
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
      `${notRemoved} The service didn't confirm the change (200, in use).`,
    ],
    [{ outcome: 'notTried' }, notRemoved],
  ] satisfies [RemovalResult['removal'], string][])('%o', async (outcome, text) => {
    expect(await removalsText([{ item: item('Viewer'), removal: outcome }])).toBe(text);
  });

  it('contains no icon or link, whatever names and texts the service returns', async () => {
    const hostile = '[x](command:workbench.action.quit) $(sync)\n';
    const text = await removalsText([
      {
        item: item(hostile, { team: { uid: 'team', name: hostile } }),
        removal: { outcome: 'unknown', error: failure({ serviceMessage: hostile }) },
      },
    ]);
    expect(text).toContain('command:workbench');
    expect(text).not.toMatch(/\]\(|\$\(|\n/);
  });
});

describe('the message about several removals', () => {
  const result = (name: string, outcome: RemovalResult['removal']): RemovalResult => ({
    item: item(name),
    removal: outcome,
  });
  const isRefused = { outcome: 'notRemoved', error: refused } as const;

  it.each<[string, Readonly<Record<string, RemovalResult['removal']>>, string]>([
    [
      'counts the removed roles',
      { A: { outcome: 'removed' }, B: { outcome: 'removed' } },
      'Removed 2 of 2 roles from team "Platform".',
    ],
    [
      'names the others by outcome, each with its reason',
      {
        A: { outcome: 'removed' },
        B: { outcome: 'alreadyGone' },
        C: { outcome: 'notRemoved', error: broken },
        D: { outcome: 'unknown', error: cut },
        E: isRefused,
        F: { outcome: 'notTried' },
        G: { outcome: 'notTried' },
      },
      'Removed 1 of 7 roles from team "Platform". Already removed: B. ' +
        `Not removed: C. ${internalError} Not confirmed: D. Check before retrying. ${notReached} ` +
        `Not removed: E. ${notPermitted} Skipped: F; G.`,
    ],
    [
      'groups roles that failed for the same reason, names three of them and counts the others',
      { A: isRefused, B: isRefused, C: isRefused, D: isRefused, E: isRefused },
      `Removed 0 of 5 roles from team "Platform". Not removed: A; B; C and 2 more. ${notPermitted}`,
    ],
    [
      'distinguishes a removal that failed from one that may still complete',
      { B: { outcome: 'notRemoved', error: broken }, C: { outcome: 'unknown', error: timedOut } },
      'Removed 0 of 2 roles from team "Platform". ' +
        `Not removed: B. ${internalError} Not confirmed: C. Check before retrying. ${tooLate}`,
    ],
    [
      'says that a role could not be saved, and which roles were skipped',
      { B: { outcome: 'notKept', error: new StorageError('ENOSPC') }, C: { outcome: 'notTried' } },
      'Removed 0 of 2 roles from team "Platform". ' +
        "Not removed, because they couldn't be saved on this computer first (ENOSPC): B. Skipped: C.",
    ],
  ])('%s', async (_name, removals, text) => {
    const results = Object.entries(removals).map(([name, outcome]) => result(name, outcome));
    expect(await removalsText(results)).toBe(text);
  });

  it('counts teams', async () => {
    const elsewhere = item('Editor', { team: { uid: 'team-2', name: 'Data' } });
    const removed = { outcome: 'removed' } as const;
    expect(await removalsText([result('A', removed), { item: elsewhere, removal: removed }])).toBe(
      'Removed 2 of 2 roles from 2 teams.',
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
const notRestored = '"Cluster Admin on atlas ☃, project-2" wasn\'t restored to team "Platform".';
const restorationUnconfirmed =
  'The restoration of "Cluster Admin on atlas ☃, project-2" to team "Platform" isn\'t confirmed. Check the team before retrying.';
const alreadyThere = 'Team "Platform" already has "Cluster Admin on atlas ☃, project-2". Nothing was added.';

const restorations: readonly [Restoration, string][] = [
  [
    { outcome: 'restored', uid: 'new-uid' },
    'Restored "Cluster Admin on atlas ☃, project-2" to team "Platform". Its new UID is new-uid.',
  ],
  [
    { outcome: 'restored', uid: undefined },
    'Restored "Cluster Admin on atlas ☃, project-2" to team "Platform". Its UID has changed.',
  ],
  [{ outcome: 'unknown' }, restorationUnconfirmed],
  [{ outcome: 'alreadyThere', uid: 'other' }, alreadyThere],
  [{ outcome: 'neverRemoved' }, alreadyThere],
  [
    { outcome: 'contentUnknown' },
    'Poolview doesn\'t have the details needed to restore "Cluster Admin on atlas ☃, project-2" to team "Platform".',
  ],
  [
    { outcome: 'underWay' },
    '"Cluster Admin on atlas ☃, project-2" of team "Platform" is already being removed or restored.',
  ],
  [
    { outcome: 'teamGone', error: failure({ kind: 'unsupported', status: 404 }) },
    '"Cluster Admin on atlas ☃, project-2" can\'t be restored: team "Platform" no longer exists, or this API key has no access to it.',
  ],
  [
    { outcome: 'projectsGone', gone: [{ uid: 'project-1', name: 'atlas' }, { uid: 'project-2' }] },
    `${notRestored} These projects no longer exist, or this API key has no access to them: atlas, project-2.`,
  ],
  [
    { outcome: 'partsGone', gone: [{ uid: 'filter-1', name: 'prod' }] },
    `${notRestored} These roles or filters no longer exist, or this API key has no access to them: prod.`,
  ],
  [{ outcome: 'changed', changes: 'Something' }, notRestored],
  [
    { outcome: 'notRestored', error: addFailure({ kind: 'serviceFault', status: 500 }) },
    `${notRestored} ${internalError}`,
  ],
  [
    { outcome: 'unknown', error: addFailure({ kind: 'serviceFault', status: 504 }) },
    `${restorationUnconfirmed} The service reported an internal error (504).`,
  ],
  [
    { outcome: 'unknown', error: addFailure({ kind: 'serviceFault', status: 500 }) },
    `${restorationUnconfirmed} ${internalError}`,
  ],
  [{ outcome: 'notTried' }, notRestored],
];

describe('the message about restored roles', () => {
  it.each(restorations)('one role: %o', async (restoration, text) => {
    expect(await restorationsText([{ entry, restoration }])).toBe(text);
  });

  it('counts the restored roles and describes three of the others, failures first', async () => {
    const textFor = (outcome: Restoration['outcome']): string =>
      restorations.find(([restoration]) => restoration.outcome === outcome)?.[1] ?? '-';
    expect(await restorationsText(restorations.map(([restoration]) => ({ entry, restoration })))).toBe(
      [
        'Restored 2 of 15 roles. Their UIDs have changed.',
        textFor('unknown'),
        textFor('contentUnknown'),
        textFor('underWay'),
        'See the log for 10 more.',
      ].join(' '),
    );
  });

  it('describes both of two roles, the failure first', async () => {
    const chosen = restorations.filter(([{ outcome }]) => ['teamGone', 'alreadyThere'].includes(outcome));
    const [there, teamGone] = chosen.map(([, text]) => text);
    expect(await restorationsText(chosen.map(([restoration]) => ({ entry, restoration })))).toBe(
      `Restored 0 of 2 roles. ${teamGone ?? ''} ${there ?? ''}`,
    );
  });
});

describe('the message about earlier removals without a known outcome', () => {
  const one = 'Earlier removal of "Cluster Admin on atlas ☃, project-2" from team "Platform"';

  const late = (...outcomes: readonly LateOutcome['outcome'][]): readonly LateOutcome[] =>
    outcomes.map((outcome) => ({ entry: { ...entry, id: outcome }, outcome }));

  it.each<[readonly LateOutcome['outcome'][], string]>([
    [['removed'], `${one}: removed.`],
    [['notRemoved'], `${one}: not removed.`],
    [['unknown'], `${one}: removal not confirmed.`],
    [
      ['removed', 'notRemoved', 'unknown', 'removed', 'unknown'],
      '5 earlier removals: removed (2), not removed (1), removal not confirmed (2).',
    ],
  ])('%j', async (outcomes, text) => {
    const { shown } = dialogs();
    await reportLateOutcomes(late(...outcomes), nothing);
    expect(shown).toEqual([text]);
  });

  it('offers to restore the roles that are gone, unless the connection is read-only', async () => {
    const { buttons } = dialogs(() => 'Restore');
    const restored: (readonly string[])[] = [];
    const restore = (ids: readonly string[]) => Promise.resolve(void restored.push(ids));
    await reportLateOutcomes(late('removed', 'notRemoved', 'unknown'), restore);
    await reportLateOutcomes(late('removed'), undefined);
    await reportLateOutcomes(late('notRemoved', 'unknown'), restore);
    await reportLateOutcomes([], restore);
    expect(buttons).toEqual([['Restore'], [], []]);
    expect(restored).toEqual([['removed']]);
  });
});
