import { expect, it, onTestFinished, vi } from 'vitest';
import { window, workspace } from 'vscode';
import { showCheck } from '../../../src/connections/check/showCheck';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';
import { connected, sourceOf, unhurried } from '../support/service';

// What the document of Check Connection… says.

/** Lets time pass for everything that has a time limit. */
function timeLimits(): (ms: number) => void {
  const limits: { readonly end: number; readonly controller: AbortController }[] = [];
  let now = 0;
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    limits.push({ end: now + ms, controller });
    return controller.signal;
  });
  onTestFinished(() => {
    timeout.mockRestore();
  });
  return (ms) => {
    now += ms;
    for (const { end, controller } of limits) if (end <= now) controller.abort();
  };
}

/** A demo service, and what a check of it shows. */
async function service() {
  const harness = await connected(
    { projects: 4, clustersPerProject: 3, machinesPerPool: 3 },
    {},
    unhurried(),
  );
  const session = sourceOf(harness.client, {}, harness.service.baseUrl);
  dialogs();
  const { openTextDocument } = workspace;
  onTestFinished(() => void Object.assign(workspace, { openTextDocument }));
  Object.assign(window, { showTextDocument: () => Promise.resolve() });
  Object.assign(workspace, { openTextDocument: () => Promise.resolve() });
  const shown = async () => {
    const texts = new Map<string, string>();
    await showCheck(session, '0.1.0', texts);
    const [text = ''] = texts.values();
    /** The lines below a heading. */
    const below = (heading: string): readonly string[] => {
      const [, after = ''] = text.split(`# ${heading}\n`);
      const [lines = ''] = after.split('\n#');
      return lines.split('\n').filter((line) => line !== '');
    };
    return { text, below };
  };
  return { ...harness, shown };
}

const changes = [
  '- restoring resource roles: would change something, needs team.update (addTeamResourceRole)',
  '- removing resource roles: would change something, needs team.update (removeTeamResourceRole)',
];

it('begins with one sentence: that everything works, or how much does not', async () => {
  const { service: demo, shown } = await service();
  const { text, below } = await shown();
  const begin = (sentence: string) =>
    new RegExp(`^# Poolview: Connection Check\n\n${sentence}\n\n- Service: `);
  expect(text).toMatch(begin('Everything works; the slowest took [\\d.,]+ m?s\\.'));
  expect(below('Not Tried')).toEqual(changes);
  for (const operation of ['listAudits', 'listUserNames'] as const)
    demo.faults.add({ kind: 'status', operation, status: 403 });
  expect((await shown()).text).toMatch(begin('Does not work: 2 of 28 operations\\.'));
});

it('says that requests are slow which get no answer for five seconds, and sends the others then', async () => {
  const pass = timeLimits();
  const { service: demo, shown } = await service();
  // As many as are sent at a time.
  const slow = [
    'listEvents',
    'listAudits',
    'listRoles',
    'listFilters',
    'listUserNames',
    'readOwnUser',
  ] as const;
  for (const operation of slow) demo.faults.add({ kind: 'hang', operation });
  const showing = shown();
  await eventually(() => {
    const sent = demo.requests.map(({ operation }) => operation);
    expect(slow.filter((operation) => !sent.includes(operation))).toEqual([]);
  });
  pass(5000);
  const { below } = await showing;
  expect(below('Does Not Work')).toEqual(
    slow.map((name) => expect.stringMatching(`: slow, no answer in [\\d.,]+ m?s \\(${name}\\)$`) as string),
  );
  expect(below('Not Tried')).toEqual([
    expect.stringContaining('what it needs was not read (readRole)'),
    expect.stringContaining('what it needs was not read (readTagFilter)'),
    ...changes,
  ]);
  expect(below('Works')).toHaveLength(20);
});

it('says what was not sent in time, and not that it does not work', async () => {
  const pass = timeLimits();
  const { service: demo, shown } = await service();
  demo.faults.add({ kind: 'hang', times: 100 });
  const showing = shown();
  // Each time limit makes way for the next requests.
  for (const [sent, ms] of [
    [6, 5000],
    [12, 25_000],
  ] as const) {
    await eventually(() => {
      expect(demo.requests).toHaveLength(sent);
    });
    pass(ms);
  }
  const { text, below } = await showing;
  expect(text).toContain('\n\nDoes not work: 6 of 6 operations.\n\n');
  expect(below('Does Not Work')).toHaveLength(6);
  expect(below('Not Tried').filter((line) => line.includes(': not sent in time ('))).not.toEqual([]);
  expect(below('Works')).toEqual([]);
});

it('says how long each answer took also while another check is running', async () => {
  const { shown } = await service();
  for (const { text } of await Promise.all([shown(), shown()])) {
    expect(text).not.toContain('∞');
    expect(text).toContain('Everything works; the slowest took');
  }
});

it('does not say that there are no machine pools if they were not read', async () => {
  const { service: demo, shown } = await service();
  demo.faults.add({ kind: 'status', operation: 'readCloudConfig', status: 500 });
  const { below } = await shown();
  expect(below('Not Tried')).toContain('- machines: what it needs was not read (listMachines)');
});

it('reads why a cluster waits for approval of one that does, if there is one', async () => {
  const { service: demo, shown } = await service();
  const waiting = demo.fleet.projects
    .flatMap(({ clusters }) => clusters)
    .filter(({ isRepavePending }) => isRepavePending);
  expect(waiting).toHaveLength(1);
  // A service may answer so for all others.
  demo.faults.add({
    kind: 'status',
    operation: 'readRepave',
    match: new RegExp(`^(?!.*${waiting[0]?.uid ?? ''})`),
    status: 404,
  });
  expect((await shown()).below('Works').join()).toContain('why a cluster waits for approval');
  for (const cluster of waiting) cluster.isRepavePending = false;
  const { text, below } = await shown();
  expect(text).toContain('Everything works;');
  expect(below('Not Tried')).toContain(
    '- why a cluster waits for approval: no cluster waits for approval (readRepave)',
  );
});
