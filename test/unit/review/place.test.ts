import { expect, it } from 'vitest';
import { anyCluster } from '../../../src/access/whoCan';
import { resourceGrantId } from '../../../src/access/readGrants';
import { memoryFiles } from '../../../src/connections/storedFiles';
import type { GrantRow } from '../../../src/review/messages';
import { eventually } from '../support/eventually';
import { saving } from './saving';
import { read, reviewOf } from './support';

/** The UIDs of projects and of a cluster of the demo. */
async function uids() {
  const { service } = await reviewOf();
  const uidOf = (name: string): string =>
    service.fleet.projects.find((project) => project.name === name)?.uid ?? expect.fail();
  return { payments: uidOf('payments'), ledger: uidOf('ledger') };
}

const texts = (rows: ReadonlyMap<string, GrantRow>): readonly string[] =>
  [...rows.values()].map(({ reach, notNow }) => [reach, notNow].filter(Boolean).join(' · '));

it('the review of a project has the roles whose filter matches none of its clusters now', async () => {
  const { payments: projectUid } = await uids();
  const { rows, review, shown, header } = await read({}, { place: { projectUid } });
  const late = texts(rows).filter((text) => text.endsWith('matches no cluster now'));
  expect(late).toEqual(['payments · filter decommissioned · 0 of 6 clusters · matches no cluster now']);
  const [id] = [...rows].find(([, { notNow }]) => notNow !== undefined) ?? [];
  await review.run({
    type: 'whoCan',
    question: { permission: 'cluster.get', projectUid, clusterUid: anyCluster },
  });
  await shown(({ answer }) => answer !== undefined);
  const ways =
    header()?.answer?.holders.flatMap(({ through }) => through.map(({ grantId }) => grantId)) ?? [];
  expect(ways.length).toBeGreaterThan(0);
  expect(ways).not.toContain(id);
});

it('the review of a cluster has the roles on its project whose filter does not match it now', async () => {
  const { payments: projectUid } = await uids();
  const ofProject = await read({}, { place: { projectUid } });
  const { clusters } = await ofProject.asked(({ id, clusters }) => id === projectUid && clusters.length > 0);
  const clusterUid = clusters.find(({ name }) => name === 'payments-eu')?.id ?? expect.fail();
  const { rows } = await read({}, { place: { projectUid, clusterUid } });
  const isOnProject = ({ kind }: GrantRow): boolean => kind === 'resource';
  const of = (all: ReadonlyMap<string, GrantRow>) =>
    [...all]
      .filter(([, row]) => isOnProject(row))
      .map(([id]) => id)
      .sort();
  expect(of(rows)).toEqual(of(ofProject.rows));
  expect(
    texts(rows).filter((text) => text.endsWith("doesn't match this cluster now")).length,
  ).toBeGreaterThan(0);
});

it('the review of a project has nothing that was removed from another one, or is gone there', async () => {
  const { payments, ledger } = await uids();
  const files = memoryFiles();
  const whole = await read({}, { files });
  saving('a.json');
  await whole.review.run({ type: 'finish' });
  const { rows, shown, record, model, service, start, review } = await reviewOf(
    {},
    { files, place: { projectUid: payments } },
  );
  const roles = service.fleet.directory.teams.flatMap((team) =>
    team.resourceRoles.map((role) => ({ team, role, id: resourceGrantId(team.uid, role.uid) })),
  );
  const isOn = (project: string) => (one: (typeof roles)[number]) =>
    one.role.projectUids.every(({ uid }) => uid === project);
  const [removed, gone] = roles.filter(isOn(ledger));
  const [own, ownGone] = roles.filter(isOn(payments));
  if (!removed || !gone || !own || !ownGone) throw new Error('The demo has too few roles');
  await start();
  await review.run({ type: 'read' });
  await shown(({ progress }) => progress.state === 'done');
  expect(rows.has(own.id)).toBe(true);
  for (const { id, team, role } of [removed, own]) {
    record(id, 'removed', { team: { uid: team.uid, name: team.name } });
    service.fleet.removeResourceRole(team, role);
    model.removalEnds(team.uid, role.uid, { outcome: 'removed' });
  }
  // Of this one, only the journal's outcome is known.
  record('team/x/resource:unknown', 'removed', { content: undefined });
  for (const { team, role } of [gone, ownGone]) service.fleet.removeResourceRole(team, role);
  for (const { team } of [gone, ownGone])
    await model.access.readGrants({ kind: 'team', uid: team.uid }, ['resource'], {});
  await eventually(() => {
    expect([rows.get(own.id)?.outcome, rows.get(ownGone.id)?.change]).toEqual(['removed', 'gone']);
  });
  for (const id of [removed.id, gone.id, 'team/x/resource:unknown']) expect(rows.has(id)).toBe(false);
});
