import { describe, expect, it, vi } from 'vitest';
import { anyCluster } from '../../../src/access/whoCan';
import { accessForAgents } from '../../../src/access/forAgents';
import type { Operation } from '../../../src/demo/server';
import { readEffect, RemovalEffect } from '../../../src/roles/removal/removalEffect';
import { requestTime } from '../../../src/service/requestTime';
import { removableRoles } from '../../../src/access/resourceRoles';
import { isDone, read } from './support';

type Opened = Awaited<ReturnType<typeof read>>;

// What was requested before a review, a dialog or a question began does not decide there.

/** Lists that can be changed, as the service changes. */
const editable = <Element>(list: readonly Element[]): Element[] => list as Element[];

function fail({ service }: Opened, status: number, ...operations: readonly Operation[]): void {
  for (const operation of operations)
    service.faults.add({ kind: 'status', status, operation, times: Infinity });
}

/** Reads what is announced, then what the grants turned out to have. */
async function readAll({ review, shown, header }: Pick<Opened, 'review' | 'shown' | 'header'>) {
  for (;;) {
    const { state, total } = header()?.progress ?? expect.fail();
    if (state === 'done') return;
    await review.run({ type: 'read' });
    await shown(
      ({ progress }) => isDone({ progress }) || (progress.state === 'ready' && progress.total < total),
    );
  }
}

/** Opens the review of all teams again in the same window, and reads everything. */
async function readAgain({ open }: Opened) {
  const again = open();
  await again.start();
  await readAll(again);
  return again;
}

const asked = async ({ review, shown }: Pick<Opened, 'review' | 'shown'>, projectUid: string) => {
  const question = { permission: 'cluster.delete', projectUid, clusterUid: anyCluster };
  await review.run({ type: 'whoCan', question });
  const { answer } = await shown((header) => header.answer !== undefined);
  return answer ?? expect.fail();
};

const projectOf = ({ service }: Opened, name = 'payments'): string =>
  service.fleet.projects.find((project) => project.name === name)?.uid ?? expect.fail();

describe('a review that is opened again', () => {
  it('has no team that was deleted since, and no team that can', async () => {
    const opened = await read();
    const uid = projectOf(opened);
    const before = await asked(opened, uid);
    const [able] = before.holders.filter(({ isKnown }) => isKnown);
    const { teams } = opened.service.fleet.directory;
    const place = teams.findIndex((team) => team.uid === able?.who.id);
    expect(place).toBeGreaterThanOrEqual(0);
    const [deleted] = editable(teams).splice(place, 1);
    const again = await readAgain(opened);
    expect(again.header()?.coverage).toMatch(/^7 of 7 teams/);
    const { summary, holders } = await asked(again, uid);
    expect(holders.map(({ who }) => who.id)).not.toContain(deleted?.uid);
    expect(summary).not.toContain(deleted?.name);
  });

  it('has no clusters of a project that the API key has lost', async () => {
    const opened = await read();
    const uid = projectOf(opened);
    const others = opened.service.fleet.projects.filter((project) => project.uid !== uid);
    const body = { items: others.map((project) => ({ metadata: { uid: project.uid, name: project.name } })) };
    opened.service.faults.add({ kind: 'wrongJson', operation: 'listProjectNames', body, times: Infinity });
    const again = await readAgain(opened);
    expect(again.header()?.coverage).toMatch(/clusters of .*payments.*: not accessible with this API key/);
    const reaches = [...again.rows.values()].map(({ reach }) => reach);
    const lost = reaches.filter((reach) => reach.includes('not accessible'));
    expect(lost.length).toBeGreaterThan(0);
    for (const reach of lost) expect(reach).toContain('payments');
    const claims = [...again.rows.values()]
      .filter(({ reach }) => lost.includes(reach))
      .flatMap((row) => row.findings);
    expect(claims.filter(({ finding, isKnown }) => finding === 'matchesNoCluster' && isKnown)).toEqual([]);
    expect(reaches.filter((reach) => /^payments ·.* of \d+ clusters/.test(reach))).toEqual([]);
  });

  it('says that users are not known if they are refused now', async () => {
    const opened = await read();
    fail(opened, 403, 'listUserNames');
    const again = await readAgain(opened);
    const { unread } = await asked(again, projectOf(opened));
    expect(unread).toContain('other users');
  });

  it('reads again when users signed in', async () => {
    const opened = await read();
    opened.service.clearRequests();
    await readAgain(opened);
    const sent = opened.service.requests.map(({ operation }) => operation);
    expect(sent.filter((operation) => operation === 'listUserActivity')).toHaveLength(1);
  });

  it('has no permissions and conditions of before if they are refused now, and its row says so', async () => {
    const opened = await read();
    fail(opened, 403, 'listRoles', 'readRole', 'readTagFilter');
    const again = await readAgain(opened);
    const rows = [...again.rows.values()];
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ allows }) => allows))).toEqual(new Set(['not read']));
    expect(again.header()?.coverage).toMatch(/not read: permissions of .*; filters? /);
  });
});

it('what could not be read again is not known once everything else was', async () => {
  const opened = await read();
  const { review, shown, rows } = opened;
  fail(opened, 403, 'listRoles', 'readRole');
  // It only announces that everything will be read again.
  await review.run({ type: 'read' });
  await shown(({ progress }) => progress.state === 'ready');
  expect([...rows.values()].some(({ allows }) => allows !== 'not read')).toBe(true);
  await readAll(opened);
  expect(new Set([...rows.values()].map(({ allows }) => allows))).toEqual(new Set(['not read']));
});

it('a review offers to go on if no search of clusters succeeded', async () => {
  const opened = await read();
  const { review, shown, open } = opened;
  fail(opened, 500, 'searchClusterMetadata', 'searchClusters');
  await review.run({ type: 'read' });
  await shown(({ progress }) => progress.state === 'ready');
  const again = open();
  await again.start();
  await again.review.run({ type: 'read' });
  const { progress } = await again.shown(
    (header) => header.progress.state === 'ready' && header.progress.total < 8,
  );
  expect(progress.total).toBeGreaterThan(0);
});

describe('what a removal changes', () => {
  const effectOf = async ({ model, service }: Opened, signal = new AbortController().signal) => {
    const since = requestTime().requestNumber;
    const team = service.fleet.directory.teams[0] ?? expect.fail();
    const roles = removableRoles(team, await model.access.listTeamResourceRoles(team.uid));
    const items = roles.map((role) => ({ ...role, isListed: true }));
    await readEffect(model.access, items, since, signal);
    return new RemovalEffect(model, items, since);
  };

  it('is not known by tags of before if no search of clusters succeeds', async () => {
    const opened = await read();
    expect((await effectOf(opened)).lines().join('\n')).toMatch(/\d+ of \d+ clusters/);
    fail(opened, 500, 'searchClusterMetadata', 'searchClusters');
    const lines = (await effectOf(opened)).lines().join('\n');
    expect(lines).not.toMatch(/\d+ of \d+ clusters/);
    expect(lines).toContain('Not known whether the team keeps');
  });

  it('is not known by a list of clusters that was requested before', async () => {
    const opened = await read();
    const { fleet, service } = opened;
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => (answer = resolve));
    service.faults.add({ kind: 'hold', operation: 'searchClusterMetadata', until });
    service.clearRequests();
    const before = fleet.clusters.read();
    const sent = () =>
      service.requests.filter(({ operation }) => operation === 'searchClusterMetadata').length;
    await expect.poll(sent).toBe(1);
    const reading = effectOf(opened);
    await expect
      .poll(() => service.requests.map(({ operation }) => operation))
      .toContain('listTeamTenantRoles');
    answer();
    await Promise.all([before, reading]);
    expect(sent()).toBe(2);
  });

  it('takes nothing from the review while it is read', async () => {
    const opened = await read();
    const { rows, service, header, review, shown } = opened;
    const before = [rows.size, header()?.coverage];
    service.faults.add({ kind: 'hang', operation: 'listTeamTenantRoles' });
    const controller = new AbortController();
    const reading = effectOf(opened, controller.signal);
    await expect
      .poll(() => service.requests.map(({ operation }) => operation))
      .toContain('listTeamTenantRoles');
    controller.abort();
    await reading;
    await review.run({ type: 'whoCan', question: undefined });
    await shown(isDone);
    expect([rows.size, header()?.coverage]).toEqual(before);
  });
});

it('agents get answers of the last ten minutes, with their age', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const opened = await read();
    const { model, service } = opened;
    const question = { permission: 'cluster.delete', projectUid: projectOf(opened) };
    const ask = () => accessForAgents(model, question, true, {});
    const first = await ask();
    expect(first.coverage.readAt).toBeLessThanOrEqual(Date.now());
    service.clearRequests();
    await ask();
    expect(service.requests).toEqual([]);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    for (const role of editable(service.fleet.directory.roles))
      Object.assign(role, { permissions: ['cluster.get'] });
    const later = await ask();
    expect(service.requests.length).toBeGreaterThan(0);
    expect(first.grants.length).toBeGreaterThan(0);
    expect(later.grants).toEqual([]);
    expect(later.coverage.readAt).toBeGreaterThan(first.coverage.readAt ?? Infinity);
  } finally {
    vi.useRealTimers();
  }
});
