import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commands, env } from 'vscode';
import { eventCommands, LoadedEvents } from '../../../../src/events/view/commands';
import { eventDetails } from '../../../../src/events/view/details';
import { noFilter, type EventList } from '../../../../src/events/view/eventList';
import { eventLine } from '../../../../src/items/eventText';
import type { SelectedItem } from '../../../../src/items/selection';
import type { PageAnswer } from '../../../../src/service/pages';
import type { AuditQuery } from '../../../../src/service/resources/audit';
import type { ServiceEvent } from '../../../../src/service/resources/event';
import { dialogs } from '../../support/dialogs';
import { renderTable, renderText } from '../../support/markdown';
import { nextQuickPick } from '../../support/quickPick';
import { auditFailure, entryAt, entryFrom, eventAt, failure, scriptOf, type EventScript } from '../support';
import { cluster, eventsView, looksOf, machine, project } from './support';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 10) });
  onTestFinished(() => void vi.useRealTimers());
});

/** Items in pages; the token of a page is its number. */
function pagesOf(...pages: readonly (readonly ServiceEvent[])[]) {
  return ({ continue: token = '0' }: Pick<AuditQuery, 'continue'>): PageAnswer<ServiceEvent> => ({
    items: pages[Number(token)] ?? [],
    total: pages.flat().length,
    continue: Number(token) + 1 < pages.length ? String(Number(token) + 1) : '',
  });
}

function withAudits(answer: EventScript['answer'], audits: EventScript['audits']): EventScript {
  return Object.assign(scriptOf(answer), { audits });
}

const few = () => withAudits(pagesOf([eventAt(1, 'e1'), eventAt(3, 'e3')]), pagesOf([entryAt(2, 'a2')]));

/** The view of a service with an item selected, and what runs its commands. */
async function viewOf(script: EventScript, item: SelectedItem | null = cluster('c1')) {
  const fake = eventsView(script);
  const { model, view, inventories } = fake;
  const loaded = { view, eventsView: model, scheme: 'poolview-events' } as never;
  const run = async (name: string, argument?: unknown) => {
    if (inventories.active === undefined) throw new Error('Nothing is connected');
    await eventCommands(loaded)[name]?.(inventories.active, argument);
  };
  const showAudit = (argument: unknown) => LoadedEvents.prototype.showAudit.call(loaded, argument);
  const select = async (other: SelectedItem) => {
    fake.select(other);
    await vi.advanceTimersByTimeAsync(1000);
  };
  if (item !== null) await select(item);
  return { ...fake, run, showAudit, select };
}

/** Clicks Retry on the only error. */
async function retry(list: EventList | undefined) {
  const row = (await list?.store.children())?.find(({ kind }) => kind === 'error');
  if (row?.kind !== 'error') expect.fail();
  await list?.store.retry(row);
}

const team = { kind: 'team', id: 't1', name: 'Platform', uid: 't1' } as const;

describe('the audit log', () => {
  it('is merged with the events, newest first, and read for seven days', async () => {
    const script = few();
    const { words } = await viewOf(script);
    expect(await words()).toBe('e3 a2 e1 (auditDays 0)');
    const now = Date.UTC(2026, 10, 22, 10) + 300;
    const day = 24 * 3_600_000;
    // The clock of this computer may be slow.
    expect(script.auditRequests).toEqual([
      { resourceUid: 'c1', endTime: now + day, startTime: now - 7 * day },
    ]);
  });

  it.each([
    [cluster('c1'), 'c1'],
    [{ ...cluster('c1'), kind: 'pool' as const, uid: undefined }, 'c1'],
    [machine('m1', 'workers-1', 'c1'), 'c1'],
    [project('p1'), 'p1'],
  ])('is that of the cluster or the project of %j', async (item, resourceUid) => {
    const script = few();
    await viewOf(script, item);
    expect(script.auditRequests).toMatchObject([{ resourceUid }]);
  });

  it.each([
    [project(undefined), '(noUid 0)'],
    [cluster(''), 'e3 e1'],
  ])('is not requested without a UID, which would be the audit log of everything', async (item, shown) => {
    const script = few();
    const { words } = await viewOf(script, item);
    expect(await words()).toBe(shown);
    expect(script.auditRequests).toEqual([]);
  });

  it('goes on where one of the two lists does, in the same time', async () => {
    const events = pagesOf([eventAt(9, 'e9')], [eventAt(8, 'e8')], [eventAt(4, 'e4')]);
    const script = withAudits(events, pagesOf([entryAt(5, 'a5')], [entryAt(7, 'a7')]));
    const { words, model } = await viewOf(script);
    expect(await words()).toBe('e9 a5 (2 of 5)');
    await vi.advanceTimersByTimeAsync(60_000);
    await model.shown?.list.loadMore();
    expect(await words()).toBe('e9 e8 a7 a5 (4 of 5)');
    await model.shown?.list.loadMore();
    expect(await words()).toBe('e9 e8 a7 a5 e4 (auditDays 0)');
    expect([script.requests.length, script.auditRequests.length]).toEqual([3, 2]);
    const [first, second] = script.auditRequests;
    expect(second).toEqual({ ...first, continue: '1' });
  });

  it('is filtered by who and what, and by severity like events without one', async () => {
    const { words, model } = await viewOf(few());
    for (const text of ['dana', 'A2']) {
      model.setFilter({ ...noFilter, text });
      expect(await words()).toBe('a2 (auditDays 0)');
    }
    model.setFilter({ ...noFilter, severities: 'warnings' });
    expect(await words()).toBe('(noMatch 3)');
  });
});

describe('a service', () => {
  it('without audit.list shows its events, and says what is missing', async () => {
    const script = withAudits(pagesOf([eventAt(1, 'e1')]), () => auditFailure('forbidden', 403));
    const { shown, select, model } = await viewOf(script);
    expect((await looksOf(shown())).at(-1)).toBe('The API key lacks audit.list | audit log not read');
    model.setFilter({ ...noFilter, text: 'none' });
    expect((await looksOf(shown()))[0]).toBe('No matching events | 1 loaded');
    expect(await looksOf(shown())).toHaveLength(2);
    await select(cluster('c2'));
    expect(script.auditRequests).toHaveLength(1);
  });

  it('without events and audit.list does not look empty', async () => {
    const script = withAudits(pagesOf([]), () => auditFailure('forbidden', 403));
    const { words } = await viewOf(script);
    expect(await words()).toBe('(noEvents 0) (auditForbidden 0)');
  });

  it('without an audit log does not mention it, unless that is what the user wants', async () => {
    const script = withAudits(pagesOf([eventAt(1, 'e1')]), undefined);
    const { words, model, shown, events } = await viewOf(script);
    expect(await words()).toBe('e1');
    expect(events.isOffered).toBe(true);
    model.setFilter({ ...noFilter, lists: 'audit' });
    expect(await looksOf(shown())).toEqual(['No audit log | not offered by this service']);
    expect(script.auditRequests).toHaveLength(1);
  });

  it.each([
    [() => failure('unsupported', 404), undefined, '', false],
    [() => failure('unsupported', 404), pagesOf([entryAt(2, 'a2')]), 'a2 (auditDays 0)', true],
    [() => failure('unsupported', 404), () => auditFailure('forbidden', 403), '', true],
  ] as const)('has the view unless it offers neither: %#', async (answer, audits, expected, isOffered) => {
    const { words, events } = await viewOf(withAudits(answer, audits));
    expect(await words()).toContain(expected);
    expect(events.isOffered).toBe(isOffered);
  });

  it('that fails to list one of the two again keeps what was read of it, and says why', async () => {
    const script = few();
    const { words, shown } = await viewOf(script);
    const { answer } = script;
    script.answer = () => failure('serviceFault', 503);
    script.audits = pagesOf([entryAt(4, 'a4'), entryAt(2, 'a2')]);
    await shown()?.store.refresh();
    expect(await words()).toMatch(/^\(serviceFault\) a4 e3 a2 e1/);
    expect((await looksOf(shown()))[0]).toMatch(/^Couldn't load events \| /);
    await retry(shown());
    expect(await words()).toMatch(/^\(serviceFault\) a4 e3 a2 e1/);
    script.answer = answer;
    await retry(shown());
    expect(await words()).toBe('a4 e3 a2 e1 (auditDays 0)');
    script.answer = pagesOf([eventAt(5, 'e5'), eventAt(3, 'e3'), eventAt(1, 'e1')]);
    script.audits = () => auditFailure('serviceFault', 503);
    await shown()?.store.refresh();
    expect(await words()).toMatch(/^\(serviceFault\) e5 a4 e3 a2 e1/);
    expect((await looksOf(shown()))[0]).toMatch(/^Couldn't load the audit log \| /);
    script.audits = pagesOf([entryAt(2, 'a2')]);
    await retry(shown());
    expect(await words()).toBe('e5 e3 a2 e1 (auditDays 0)');
  });

  it('that fails to list one of the two again shows what is new in the other, also below the first page', async () => {
    const script = withAudits(
      pagesOf([eventAt(9, 'e9')], [eventAt(4, 'e4')]),
      pagesOf([entryAt(5, 'a5')], [entryAt(3, 'a3')]),
    );
    const { words, model } = await viewOf(script);
    await model.shown?.list.loadMore();
    expect(await words()).toBe('e9 a5 e4 a3 (auditDays 0)');
    script.answer = () => failure('serviceFault', 503);
    script.audits = pagesOf([entryAt(7, 'a7')]);
    await model.shown?.list.store.refresh();
    expect(await words()).toMatch(/^\(serviceFault\) e9 a7 (a5 )?e4/);
  });

  it('that fails to list more of one of the two says so below what it lists of the other', async () => {
    const events = pagesOf([eventAt(9, 'e9')], [eventAt(8, 'e8')]);
    const script = withAudits(events, pagesOf([entryAt(5, 'a5')], [entryAt(4, 'a4')]));
    const { words, model, shown } = await viewOf(script);
    script.answer = () => failure('serviceFault', 503);
    await model.shown?.list.loadMore();
    expect(await words()).toBe('e9 a5 a4 (serviceFault)');
    script.answer = events;
    await retry(shown());
    expect(await words()).toBe('e9 e8 a5 a4 (auditDays 0)');
  });

  it('that fails to list one of the two shows the other, and why', async () => {
    const entries = pagesOf([entryAt(2, 'a2')]);
    const { shown } = await viewOf(withAudits(() => failure('serviceFault', 500), entries));
    expect(await looksOf(shown())).toEqual([
      expect.stringMatching(/^Couldn't load events \| .*internal error/),
      expect.stringContaining('a2'),
      expect.anything(),
    ]);
  });

  it('that fails to list both has one error', async () => {
    const script = withAudits(
      () => failure('serviceFault', 500),
      () => auditFailure('serviceFault', 500),
    );
    expect(await (await viewOf(script)).words()).toBe('(serviceFault)');
  });
});

describe('the filter', () => {
  it('shows events, the audit log or both, also of items that are selected later', async () => {
    const script = few();
    const { run, words, view, select } = await viewOf(script);
    const choose = async (label: string) => {
      const kinds = nextQuickPick();
      const filtering = run('filterEvents');
      const list = nextQuickPick();
      kinds.choose(...kinds.items.slice(2));
      await vi.advanceTimersByTimeAsync(0);
      expect(list.items.map((item) => item.label)).toEqual(['Both', 'Events', 'Audit']);
      list.choose(...list.items.filter((item) => item.label === label));
      await filtering;
    };
    await choose('Audit');
    expect([await words(), view.description]).toEqual(['a2 (auditDays 0)', 'c1 · Audit']);
    await select(cluster('c2'));
    expect(view.description).toBe('c2 · Audit');
    expect(script.requests).toHaveLength(1);
    await choose('Events');
    expect([await words(), view.description]).toEqual(['e3 e1', 'c2 · Events']);
    await run('clearEventFilter');
    expect([await words(), view.description]).toEqual(['e3 a2 e1 (auditDays 0)', 'c2']);
  });

  it('has only the audit log of a team', async () => {
    const script = few();
    const { run, showAudit, words, view } = await viewOf(script, null);
    await showAudit(team);
    expect([await words(), view.description]).toEqual(['a2 (auditDays 0)', 'Platform · Audit']);
    await run('clearEventFilter');
    expect([await words(), view.description]).toEqual(['a2 (auditDays 0)', 'Platform']);
    expect(script.requests).toEqual([]);
    expect(script.auditRequests).toMatchObject([{ resourceUid: 't1' }]);
  });
});

describe('Who Changed This?', () => {
  it('shows the audit log of an item in the Events view, until another item is selected', async () => {
    const { run, showAudit, words, view, select } = await viewOf(few());
    const executed = vi.fn(() => Promise.resolve());
    Object.assign(commands, { executeCommand: executed });
    await showAudit(cluster('c2'));
    expect(executed).toHaveBeenCalledWith('poolview.events.focus');
    expect([await words(), view.description]).toEqual(['a2 (auditDays 0)', 'c2 · Audit']);
    await run('clearEventFilter');
    expect(view.description).toBe('c1');
    await showAudit(team);
    await select(cluster('c3'));
    expect(view.description).toBe('c3 · Audit');
  });

  it('reads again what was read before, which has no new entries', async () => {
    const script = few();
    const { showAudit, words } = await viewOf(script, null);
    await showAudit(team);
    expect(await words()).toBe('a2 (auditDays 0)');
    script.audits = pagesOf([entryAt(2, 'a2'), entryAt(4, 'a4')]);
    await showAudit(team);
    await vi.advanceTimersByTimeAsync(0);
    expect(await words()).toBe('a4 a2 (auditDays 0)');
  });

  it.each([undefined, 'team', { kind: 'team' }, { kind: 'role', id: 'r', name: 'x' }, { ...team, name: 7 }])(
    'does nothing for %j',
    async (argument) => {
      const script = few();
      const { showAudit, view } = await viewOf(script);
      await showAudit(argument);
      expect(view.description).toBe('c1');
    },
  );
});

describe('an entry', () => {
  const dana = { emailId: 'dana@acme.example', firstName: 'Dana', lastName: 'Fox' };
  const spec = {
    actionMsg: 'Upgraded pack cni-calico',
    actionType: 'update',
    actor: { actorType: 'user', user: dana },
    resource: { kind: 'spectrocluster', name: 'payments-eu', uid: 'c1' },
  };
  const metadata = { uid: 'a1', creationTimestamp: '2026-11-22T09:30:00Z' };

  async function only(entry: ServiceEvent, item = cluster('c1')) {
    const { shown, model, view } = await viewOf(withAudits(pagesOf([]), pagesOf([entry])), item);
    const list = shown();
    const [row] = (await list?.store.children()) ?? [];
    if (list === undefined || row === undefined) throw new Error('There is no row');
    const hover = (await list.appearance.hoverOf(row, list, Date.now())) ?? '';
    return { item: list.appearance.itemOf(row, list), hover, row, model, view };
  }

  it('shows who, what and when', async () => {
    const { item } = await only(entryFrom({ metadata, spec }));
    expect(item.label).toBe('Dana Fox');
    expect(item.description).toBe('Upgraded pack cni-calico · 30 min ago');
    expect(item.iconPath).toEqual({ id: 'person', color: undefined });
    expect(item.accessibilityInformation?.label).toBe(
      'Audit entry, Dana Fox, Upgraded pack cni-calico, 30 min ago',
    );
  });

  it('says what it is about if the title of the view does not', async () => {
    const { item } = await only(entryFrom({ metadata, spec }), machine('m1', 'workers-1', 'c1'));
    expect(item.description).toBe('Upgraded pack cni-calico · 30 min ago · payments-eu');
  });

  it.each([
    [{}, 'Unknown', 'Event'],
    [{ actor: { actorType: 'system' }, actionType: 'delete' }, 'system', 'delete'],
  ])('is readable without some of that: %j', async (some, label, description) => {
    const { item } = await only(entryFrom({ spec: some }));
    expect([item.label, item.description]).toEqual([label, description]);
  });

  it('has a hover with everything', async () => {
    const { hover } = await only(entryFrom({ metadata, spec }));
    expect(renderText(hover)).toMatch(/^Upgraded pack cni-calico/);
    expect(renderTable(hover)).toEqual([
      ['update', 'Audit entry'],
      ['Who', 'Dana Fox'],
      ['', 'dana@acme.example'],
      ['Object', 'cluster payments-eu'],
      ['', 'c1'],
      ['Time', '30 min ago (2026-11-22 09:30:00 UTC)'],
      ['UID', 'a1'],
    ]);
  });

  it('has the mail address in the hover only: not in its row, details, copies, logs and URIs', async () => {
    dialogs();
    const written: string[] = [];
    Object.assign(env, {
      clipboard: { writeText: (text: string) => Promise.resolve(void written.push(text)) },
    });
    onTestFinished(() => void Reflect.deleteProperty(env, 'clipboard'));
    const entry = entryFrom({
      metadata: { ...metadata, uid: '' },
      spec: { ...spec, actionMsg: 'By dana@acme.example' },
    });
    const { item, row, model, view, hover } = await only(entry);
    written.push(
      JSON.stringify(item),
      row.id,
      await eventDetails(entry),
      eventLine(entry),
      model.shown?.topic.id ?? '',
    );
    const loaded = {
      view: { ...view, selection: [row] },
      eventsView: model,
      scheme: 'poolview-events',
    } as never;
    await eventCommands(loaded)['copyEvent']?.(undefined as never);
    expect(written).toHaveLength(6);
    expect(written.join('\n')).not.toContain('acme.example');
    expect(written.join('\n')).toContain('Dana Fox');
    expect(renderText(hover)).toContain('dana@acme.example');
  });
});
