import { expect, it } from 'vitest';
import { needsAttention } from '../../../src/items/severity';
import { eventually } from '../support/eventually';
import { hasExplained, hasRead, header, opened } from './openedTab';
import { start } from './support';

const operation = 'readClusterOverview';

/** The open overview of a demo service, and its clusters that need attention. */
async function openedFleet(projects = 128) {
  const all = await opened({ projects });
  const { service, of } = all;
  const failing = () => of('cluster').filter(({ state }) => needsAttention(state));
  const overviews = () => service.requests.filter((request) => request.operation === operation).length;
  return { ...all, failing, overviews };
}

/** Time for requests that should not be sent. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

it('the page gets the causes in a few messages, each with what has changed', async () => {
  const { panel, failing, of } = await openedFleet();
  panel.send({ type: 'ready' });
  await header(panel, ({ reading }) => reading?.what === 'causes');
  panel.take();
  const begin = performance.now();
  await header(panel, hasExplained);
  const { length } = panel.fleets.filter(({ changed }) => changed.length > 0);
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(2 + (performance.now() - begin) / 300);
  expect(panel.fleets.some(({ isWhole }) => isWhole)).toBe(false);
  const clusters = panel.fleets.flatMap(({ changed }) => changed.filter(({ kind }) => kind === 'cluster'));
  expect(clusters.length).toBeLessThanOrEqual(failing().length);
  expect(failing().length).toBeLessThan(of('cluster').length / 2);
});

it('causes are read when the page is loaded after the clusters were read, and not while it is hidden', async () => {
  const { panel, reader, failing, overviews } = await openedFleet();
  panel.show(false);
  await eventually(() => {
    expect(reader.state.firstRead).toBe('succeeded');
    expect(reader.state.reading).toBeUndefined();
  });
  await pause();
  expect(overviews()).toBe(0);
  panel.show(true);
  panel.send({ type: 'ready' });
  await header(panel, hasExplained);
  expect(overviews()).toBe(failing().length);
  panel.show(false);
  panel.show(true);
  panel.send({ type: 'ready' });
  await pause();
  expect(overviews()).toBe(failing().length);
});

it.each(['is hidden', 'is closed', 'shows another connection'])(
  'no further cause is read once the page %s, and the rest when it is shown again',
  async (how) => {
    const { panel, service, sources, reader, overviews, failing } = await openedFleet();
    service.faults.add(
      { kind: 'delay', operation, milliseconds: 1, times: 10 },
      { kind: 'hang', operation, times: 100 },
    );
    panel.send({ type: 'ready' });
    await eventually(() => {
      expect(overviews()).toBeGreaterThan(11);
    });
    if (how === 'is hidden') panel.show(false);
    else if (how === 'is closed') panel.dispose();
    else sources.switchTo((await start({ projects: 1 })).reader);
    await eventually(() => {
      expect(reader.reads.progress).toBeUndefined();
    });
    await pause();
    const read = overviews();
    expect(read).toBeLessThan(25);
    service.faults.clear();
    await pause();
    expect(overviews()).toBe(read);
    if (how !== 'is hidden') return;
    panel.show(true);
    panel.send({ type: 'ready' });
    const { problems } = await header(panel, hasExplained);
    expect(problems).toEqual([]);
    expect(overviews()).toBeGreaterThanOrEqual(failing().length);
  },
);

it('a refresh reads the causes again, and the page asks for those that were left', async () => {
  const { panel, failing, overviews, service } = await openedFleet(300);
  panel.send({ type: 'ready' });
  const { causeRequests } = await header(
    panel,
    (last) => hasRead(last) && last.causeRequests > 0 && last.causeRequests < failing().length,
  );
  expect(overviews()).toBe(50);
  expect(causeRequests).toBe(failing().length - 50);
  panel.send({ type: 'readCauses' });
  await header(panel, hasExplained);
  expect(overviews()).toBe(failing().length);
  service.clearRequests();
  panel.take();
  panel.send({ type: 'refresh' });
  await eventually(() => {
    expect(overviews()).toBe(50);
  });
  await header(panel, (last) => hasRead(last) && last.causeRequests === failing().length - 50);
});

it('a failure is one problem, which a retry ends', async () => {
  const { panel, service, overviews } = await openedFleet();
  service.faults.add({ kind: 'status', operation, status: 403, times: 100 });
  panel.send({ type: 'ready' });
  const { problems } = await header(panel, (last) => hasRead(last) && last.problems.length > 0);
  expect(problems).toMatchObject([{ text: 'Not all causes were read', canRetry: true }]);
  expect(overviews()).toBeLessThan(20);
  service.faults.clear();
  panel.take();
  panel.send({ type: 'retry' });
  await header(panel, (last) => hasExplained(last) && last.problems.length === 0);
});
