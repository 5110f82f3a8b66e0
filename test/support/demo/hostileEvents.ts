import { hostile, hostileTexts } from './hostile';

const uid = (place: number) => `hostile-event-${place}`;

/** A terminal obeys these: they clear the screen, set the title, and write to the clipboard. */
const terminalEscapes = '\u001b[2J\u001b]0;title\u0007\u001b]52;c;ZXZpbA==\u0007\u009b31m';

/**
 * Events that attack whoever shows them, or have the wrong shape. All are about `machine`, if they say what about.
 * @param time of the newest one, in milliseconds since 1970
 */
export function hostileEvents(
  machine: { readonly name: string; readonly uid: string },
  time = Date.now(),
): readonly unknown[] {
  const involvedObject = { kind: 'machine', ...machine };
  const eventAt = (place: number, fields: object = {}) => ({
    metadata: { uid: uid(place), creationTimestamp: new Date(time - place * 1_000).toISOString() },
    involvedObject,
    message: `message ${place}`,
    reason: `Reason${place}`,
    severity: 'Warning',
    source: { component: 'kubelet', host: machine.name },
    ...fields,
  });
  const texts = Object.values(hostileTexts);
  const attacks = [...texts, terminalEscapes].map((text, index) =>
    eventAt(index, {
      message: text,
      reason: text,
      severity: text,
      involvedObject: { ...involvedObject, name: text },
      source: { component: text, host: text },
    }),
  );
  const next = attacks.length;
  return [
    ...attacks,
    hostile(eventAt(next)),
    eventAt(next + 1, { message: `${'W'.repeat(100_000)}\nlast line` }),
    eventAt(next + 2, { message: 'line\r\n'.repeat(2_000) }),
    eventAt(next + 3, { reason: '', message: '', severity: '' }),
    // The same UID twice, with different contents.
    eventAt(next + 4),
    { ...eventAt(next + 5), metadata: eventAt(next + 4).metadata },
    // No UID, and no time or an impossible one.
    eventAt(next + 6, { metadata: {} }),
    eventAt(next + 7, { metadata: { uid: uid(next + 7), creationTimestamp: 'yesterday' } }),
    eventAt(next + 8, { metadata: { uid: uid(next + 8), creationTimestamp: '+275760-09-13T00:00:00.000Z' } }),
    eventAt(next + 9, { metadata: { uid: uid(next + 9), creationTimestamp: '0001-01-01T00:00:00.000Z' } }),
    // Every field has another type than it should have.
    eventAt(next + 10, { message: 1, reason: ['a'], severity: { level: 2 }, source: 'kubelet' }),
    eventAt(next + 11, { involvedObject: 'machine', relatedObject: [], metadata: 'm' }),
    {},
    null,
    'event',
    42,
    [],
  ];
}
