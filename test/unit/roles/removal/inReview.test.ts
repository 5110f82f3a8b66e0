import { expect, it } from 'vitest';
import { resourceGrantId } from '../../../../src/access/readGrants';
import { eventually } from '../../support/eventually';
import { onRequest } from '../support/roles';
import { removalInReview } from '../support/removalInReview';

/** A user who removes what is asked. */
const confirm = (message: string) => (message.startsWith('Remove "') ? 'Remove Role' : undefined);

/** A user who removes it, and then restores it. */
const undo = (message: string) => (message.startsWith('Removed ') ? 'Restore' : confirm(message));

it('Who Can…? has a team again whose role was removed and restored', async () => {
  const { remove, waysOfTeam, id, team, rows } = await removalInReview(undo);
  expect(await waysOfTeam('cluster.get')).toContain(id);
  await remove();
  const restored = resourceGrantId(team.uid, team.resourceRoles.at(-1)?.uid ?? '');
  expect(restored).not.toBe(id);
  await eventually(() => {
    expect(rows.has(restored)).toBe(true);
  });
  const ways = await waysOfTeam('cluster.get');
  expect(ways).toContain(restored);
  expect(ways).not.toContain(id);
});

it('after a removal, the roles of the team are read once again, and no row of the review is lost meanwhile', async () => {
  const { remove, rows, received, id, service } = await removalInReview(confirm);
  const before = [...rows.keys()];
  received.length = 0;
  await remove();
  await eventually(() => {
    const operations = service.requests.map(({ operation }) => operation);
    expect(operations.slice(operations.indexOf('removeTeamResourceRole') + 1)).toEqual([
      'listTeamResourceRoles',
    ]);
  });
  await eventually(() => {
    expect(rows.get(id)).toMatchObject({ outcome: 'removed', isGone: true, choice: 'remove' });
  });
  expect([...rows.keys()].toSorted()).toEqual(before.toSorted());
  expect(received.flatMap((message) => (message.type === 'review' ? message.removed : []))).toEqual([]);
});

it('of a team whose roles cannot be read after a removal, nothing is known', async () => {
  const { remove, rows, id, service, header, team } = await removalInReview(confirm);
  onRequest(service, 'removeTeamResourceRole', () => {
    service.faults.add({ kind: 'status', status: 403, operation: 'listTeamResourceRoles' });
  });
  await remove();
  await eventually(() => {
    expect(header()?.coverage).toContain('resource roles of Platform: the API key lacks team.get');
  });
  expect(rows.get(id)).toMatchObject({ outcome: 'removed', isGone: true });
  const resource = [...rows.values()].filter((row) => row.who.id === team.uid && row.kind === 'resource');
  expect(resource.map((row) => row.id)).toEqual([id]);
});
