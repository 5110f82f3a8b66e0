import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually';
import { removalInReview } from '../support/removalInReview';

type Opened = Awaited<ReturnType<typeof removalInReview>>;

/** Removes a role with a filter, and restores it after `change`. @param answer to a question about it */
async function restored(change: (opened: Opened) => unknown, answer?: string) {
  const opened: Opened = await removalInReview((message) => {
    if (message.startsWith('Remove "')) return 'Remove Role';
    if (message.startsWith('Restore "')) return answer;
    if (!message.startsWith('Removed ')) return undefined;
    change(opened);
    opened.service.clearRequests();
    return 'Restore';
  });
  await opened.remove();
  const { shown, team, role, service } = opened;
  await eventually(() => {
    expect(shown.at(-1)).toMatch(/restored|Restored|already has/);
  });
  const contentOf = ({ roles, projectUids, filterRefs }: typeof role): string =>
    JSON.stringify([roles, projectUids, filterRefs].map((list) => list.map(({ uid }) => uid)));
  return {
    ...opened,
    last: shown.at(-1),
    questions: shown.filter((text) => text.startsWith('Restore "')),
    same: team.resourceRoles.filter((one) => contentOf(one) === contentOf(role)),
    sent: service.requests.map(({ operation }) => operation ?? ''),
  };
}

const filterOf = ({ service, role }: Opened) =>
  service.fleet.directory.filters.find(({ uid }) => uid === role.filterRefs[0]?.uid) ?? expect.fail();
const definitionOf = ({ service, role }: Opened) =>
  service.fleet.directory.allRoles.find(({ uid }) => uid === role.roles[0]?.uid) ?? expect.fail();

const changeFilter = (opened: Opened): unknown =>
  Object.assign(filterOf(opened), { conditions: [{ key: 'env', values: ['prod'], negation: true }] });

describe('a role whose filter matches something else now', () => {
  it('is not restored before the user has seen what it matched and matches', async () => {
    const { questions, last, same } = await restored(changeFilter);
    expect(questions).toEqual([
      'Restore "Resource Cluster Admin on payments, ledger" to team "Platform", although it means something else now? ' +
        'pci-dss, when it was removed: compliance = pci-dss\npci-dss, now: not env = prod',
    ]);
    expect(last).toBe('"Resource Cluster Admin on payments, ledger" wasn\'t restored to team "Platform".');
    expect(same).toEqual([]);
  });

  it('is restored if the user wants that', async () => {
    const { questions, last, same } = await restored(changeFilter, 'Restore Anyway');
    expect(questions).toHaveLength(1);
    expect(last).toMatch(/^Restored /);
    expect(same).toHaveLength(1);
  });
});

it('a role that allows something else now is not restored before the user has seen what', async () => {
  const { questions, same } = await restored((opened) => {
    const role = definitionOf(opened);
    Object.assign(role, { permissions: [...role.permissions.slice(1), 'team.update'] });
  });
  expect(questions).toHaveLength(1);
  expect(questions[0]).toMatch(/Resource Cluster Admin, when it was removed: .*clusters/);
  expect(questions[0]).toMatch(/^Resource Cluster Admin, now: .*manage access/m);
  expect(questions[0]).toMatch(/^Resource Cluster Admin, new: team\.update$/m);
  expect(questions[0]).toMatch(/^Resource Cluster Admin, no longer: \w+\.\w+$/m);
  expect(same).toEqual([]);
});

it.each<[string, (opened: Opened) => unknown]>([
  [
    'pci-dss',
    (opened) => {
      const { filters } = opened.service.fleet.directory;
      (filters as unknown[]).splice(filters.indexOf(filterOf(opened)), 1);
    },
  ],
  [
    'Resource Cluster Admin',
    (opened) => {
      const { allRoles } = opened.service.fleet.directory;
      (allRoles as unknown[]).splice(allRoles.indexOf(definitionOf(opened)), 1);
    },
  ],
])('a role is never restored without %s, which no longer exists', async (name, change) => {
  const { questions, last, same, sent } = await restored(change, 'Restore Anyway');
  expect([questions, same]).toEqual([[], []]);
  expect(last).toContain(
    `These roles or filters no longer exist, or this API key has no access to them: ${name}.`,
  );
  expect(sent).not.toContain('addTeamResourceRole');
});

it('what has not changed is not asked about, for a request for each role and filter', async () => {
  const { questions, last, same, sent } = await restored(() => undefined);
  expect(questions).toEqual([]);
  expect(last).toMatch(/^Restored /);
  expect(same).toHaveLength(1);
  const reads = sent.filter((operation) => ['readRole', 'readTagFilter'].includes(operation));
  expect(reads.toSorted()).toEqual(['readRole', 'readTagFilter']);
});

it.each([403, 405, 500])('what cannot be read keeps nobody from restoring a role: %i', async (status) => {
  const { questions, last, same } = await restored((opened) => {
    for (const operation of ['readRole', 'readTagFilter'] as const)
      opened.service.faults.add({ kind: 'status', status, operation, times: 9 });
    changeFilter(opened);
  });
  expect(questions).toEqual([]);
  expect(last).toMatch(/^Restored /);
  expect(same).toHaveLength(1);
});

it('a review says that nothing was added if the team had an equal role', async () => {
  const { rows, id, same, last } = await restored(({ service, team, role }) => {
    const { roles, projectUids, filterRefs } = role;
    service.fleet.addResourceRole(team, { roles, projectUids, filterRefs });
  });
  expect(last).toMatch(/already has .* Nothing was added\.$/);
  expect(same).toHaveLength(1);
  await eventually(() => {
    expect(rows.get(id)?.outcome).toBe('the team had an equal role');
  });
});
