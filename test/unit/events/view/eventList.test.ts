import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventList, noFilter, topicOf } from '../../../../src/events/view/eventList';
import type { SelectedItem } from '../../../../src/items/selection';
import type { ServiceEvent } from '../../../../src/service/resources/event';
import { textOf } from '../../../../src/tree/items';
import { attacks, hostileText } from '../../support/hostile';
import { renderTable, renderText } from '../../support/markdown';
import { atEnd } from '../../support/service';
import {
  entryFrom,
  eventAt,
  eventFrom,
  failure,
  eventListsOf,
  scriptOf,
  sessionWith,
  type EventScript,
} from '../support';
import { Inventory } from '../../../../src/items/inventory';
import { cluster, looksOf, machine, wordsIn } from './support';

function listOf(script: EventScript, item: SelectedItem = cluster('c1')): EventList {
  const session = sessionWith(script);
  const topic = topicOf(item, 'Test', noFilter);
  const list = new EventList(new Inventory(session), eventListsOf(session).events, topic);
  list.show(topic, noFilter);
  atEnd(() => {
    list.store.dispose();
  });
  return list;
}

/** A service with these events in pages; the token of a page is its number. */
function pagesOf(...pages: readonly (readonly ServiceEvent[])[]): EventScript {
  return scriptOf(({ continue: token = '0' }) => ({
    items: pages[Number(token)] ?? [],
    total: pages.flat().length,
    continue: Number(token) + 1 < pages.length ? String(Number(token) + 1) : '',
  }));
}

const about = (name: string) => ({ involvedObject: { kind: 'machine', name } });

describe('the pages of a list', () => {
  it('are read one at a time, without duplicates, and sorted together', async () => {
    const script = pagesOf(
      [eventAt(1, 'a'), eventAt(4, 'd')],
      [eventAt(3, 'c'), eventAt(4, 'd')],
      [eventAt(2, 'b'), eventAt(5, 'e')],
    );
    const list = listOf(script);
    expect(await wordsIn(list)).toBe('d a (2 of 6)');
    await list.loadMore();
    expect(await wordsIn(list)).toBe('d c a (3 of 6)');
    const first = await list.loadMore();
    expect(await wordsIn(list)).toBe('e d c b a');
    expect(first).toMatchObject({ event: { reason: 'e' } });
    expect(script.requests.map((query) => query.continue)).toEqual([undefined, '1', '2']);
    expect(await list.loadMore()).toBeUndefined();
  });

  it('are read on until one has an event of the machine, but at most five at a time', async () => {
    const none = Array.from({ length: 8 }, (_, page) => [eventAt(page, `n${page}`, about('workers-2'))]);
    const script = pagesOf(...none, [eventAt(9, 'found', about('workers-1'))]);
    const list = listOf(script, machine('m1', 'workers-1', 'c1'));
    expect(await wordsIn(list)).toBe('(noneInvolved 1) (1 of 9)');
    expect(script.requests).toHaveLength(1);
    await list.loadMore();
    expect(await wordsIn(list)).toBe('(noneInvolved 6) (6 of 9)');
    expect(script.requests).toHaveLength(6);
    await list.loadMore();
    expect(await wordsIn(list)).toBe('found');
  });

  it('stop at an error, which can be retried', async () => {
    const script = pagesOf([eventAt(1, 'a')], [eventAt(2, 'b')]);
    const list = listOf(script);
    await list.store.children();
    const { answer } = script;
    script.answer = () => failure('timedOut');
    await list.loadMore();
    expect(await wordsIn(list)).toBe('a (timedOut)');
    expect(script.requests).toHaveLength(2);
    script.answer = answer;
    await list.loadMore();
    expect(await wordsIn(list)).toBe('b a');
  });

  it('keep equal events without UIDs apart, and events that are listed again once', async () => {
    const event = eventFrom({ reason: 'Pulled', message: 'once' });
    const other = eventFrom({ reason: 'Pulled', message: 'twice' });
    const list = listOf(pagesOf([event, other, other], [event]));
    expect(await looksOf(list)).toHaveLength(4);
    await list.loadMore();
    expect(await looksOf(list)).toHaveLength(3);
  });

  it('may be empty', async () => {
    expect(await looksOf(listOf(pagesOf([])))).toEqual(['No events | c1']);
  });
});

describe('a row', () => {
  const event = {
    metadata: { uid: 'e1', creationTimestamp: '2026-11-22T09:30:05Z' },
    involvedObject: { kind: 'machine', name: 'workers-5', uid: 'm5' },
    relatedObject: { kind: 'spectrocluster', name: 'payments-eu', uid: 'c1' },
    severity: 'Warning',
    reason: 'DiskPressure',
    message: 'The disk is full:\n  /var/lib is 93% full',
    source: { component: 'kubelet', host: 'node-5' },
  };

  async function only(shown: ServiceEvent, item?: SelectedItem) {
    const list = listOf(
      scriptOf(() => [shown]),
      item,
    );
    const [row] = await list.store.children();
    if (row === undefined) throw new Error('There is no row');
    return {
      item: list.appearance.itemOf(row, list),
      hover: (await list.appearance.hoverOf(row, list, Date.parse('2026-11-22T09:40:05Z'))) ?? '',
    };
  }

  it('shows the reason, the age and the object, and says the severity as received', async () => {
    const { item } = await only(eventFrom(event));
    expect(item.label).toBe('DiskPressure');
    expect(item.description).toMatch(/ ago · workers-5$/);
    expect(item.iconPath).toMatchObject({ id: 'warning', color: { id: 'problemsWarningIcon.foreground' } });
    expect(item.accessibilityInformation?.label).toMatch(/^Warning, DiskPressure, .*, workers-5$/);
  });

  it.each([
    ['Error', 'error'],
    ['Normal', 'info'],
    ['Purple', 'circle-outline'],
    [undefined, 'circle-outline'],
  ])('has an icon for the severity %s', async (severity, icon) => {
    expect((await only(eventFrom({ ...event, severity }))).item.iconPath).toMatchObject({ id: icon });
  });

  it('does not repeat the item that the title of the view names', async () => {
    expect((await only(eventFrom(event), machine('m5', 'workers-5', 'c1'))).item.description).toMatch(
      / ago$/,
    );
    expect(
      (await only(eventFrom({ ...event, involvedObject: event.relatedObject }))).item.description,
    ).toMatch(/ ago$/);
  });

  it('has a hover with the whole message and all fields', async () => {
    const { hover } = await only(eventFrom(event));
    expect(renderText(hover)).toMatch(/^The disk is full:\s*\/var\/lib is 93% full/);
    expect(renderTable(hover)).toEqual([
      ['DiskPressure', 'Event'],
      ['Severity', 'Warning'],
      ['Object', 'machine workers-5'],
      ['', 'm5'],
      ['Related object', 'cluster payments-eu'],
      ['', 'c1'],
      ['Component', 'kubelet'],
      ['Host', 'node-5'],
      ['Time', '10 min ago (2026-11-22 09:30:05 UTC)'],
      ['UID', 'e1'],
    ]);
    const long = `start ${'word '.repeat(1500)}end`;
    expect(renderText((await only(eventFrom({ ...event, message: long }))).hover)).toContain('word end');
  });

  it.each([
    ['an event', eventOf],
    ['an audit entry', entryOf],
  ])('of %s shows hostile text as text', async (_what, from) => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const { item, hover } = await only(from(text));
        // Throws if it renders anything but text.
        renderText(hover);
        // A left-to-right mark keeps what follows a text in place.
        const shown = `${textOf(item.label)}${textOf(item.description)}`.replaceAll('\u200e', '');
        expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
      { numRuns: attacks.length + 10, examples: attacks.map((attack): [string] => [attack]) },
    );
  });
});

/** An event with this text everywhere. */
function eventOf(text: string): ServiceEvent {
  const object = { kind: text, name: text, uid: text };
  return eventFrom({
    metadata: { uid: text },
    involvedObject: object,
    relatedObject: object,
    severity: text,
    reason: text,
    message: text,
    source: { component: text, host: text },
  });
}

function entryOf(text: string): ServiceEvent {
  const user = { emailId: text, firstName: text, lastName: text };
  const resource = { kind: text, name: text, label: text, uid: text };
  const actor = { actorType: text, serviceName: text, user };
  return entryFrom({
    metadata: { uid: text },
    spec: { actionMsg: text, actionType: text, actor, resource },
  });
}
