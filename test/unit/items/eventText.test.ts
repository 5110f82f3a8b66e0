import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventLevel, eventTitle, objectText, severityOf } from '../../../src/items/eventText';
import { eventFrom } from '../support/events';
import { hostileText } from '../support/hostile';

const event = {
  metadata: { uid: 'e1', creationTimestamp: '2026-11-22T09:30:05Z' },
  involvedObject: { kind: 'Machine', name: 'workers-5', uid: 'm1' },
  severity: 'Warning',
  reason: 'NotReady',
  message: 'No heartbeat\nfor 10 minutes',
};

describe('the severity of an event', () => {
  it.each([
    ['Error', 'error'],
    ['CRITICAL', 'error'],
    [' warning', 'warning'],
    ['Normal', 'info'],
    ['info', 'info'],
    ['Purple', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('%j is %s', (severity, level) => {
    expect(eventLevel(eventFrom({ severity }))).toBe(level);
  });
});

describe('the title of an event', () => {
  it('is its reason or, without one, the first words of its message', () => {
    expect(eventTitle(eventFrom(event))).toBe('NotReady');
    expect(eventTitle(eventFrom({ reason: ' ', message: 'No heartbeat\nfor 10 minutes' }))).toBe(
      'No heartbeat for 10 minutes',
    );
    expect(eventTitle(eventFrom({}))).toBe('Event');
  });
});

describe('the object of an event', () => {
  it.each([
    [{ kind: 'spectrocluster', name: 'payments-eu' }, 'cluster payments-eu'],
    [{ kind: 'EdgeHost', uid: 'h1' }, 'edge host h1'],
    [{ kind: 'Pod', name: 'a\nb' }, 'Pod a b'],
    [{ name: 'payments-eu' }, 'payments-eu'],
    [{}, ''],
    [undefined, ''],
  ])('%j is called %s', (object, text) => {
    expect(objectText(object)).toBe(text);
  });
});

describe('the texts of an event', () => {
  it('are one line each, whatever the service wrote', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const object = { kind: text, name: text, uid: text };
        const event = eventFrom({ severity: text, reason: text, message: text, involvedObject: object });
        const lines = [severityOf(event), eventTitle(event), objectText(event.involvedObject)].join(' ');
        expect(lines).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u);
        expect(lines.isWellFormed()).toBe(true);
      }),
    );
  });
});
