import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { detailsUri, eventDetails } from '../../../../src/events/view/details';
import { eventRows } from '../../../../src/events/view/rows';
import { requestTime } from '../../../../src/service/requestTime';
import { attacks, hostileText } from '../../support/hostile';
import { eventAt } from '../support';

it('the details of an event start with the whole message', async () => {
  const message = `${'No space left on device. '.repeat(1000)}\nSee /var/log/containers.`;
  const event = eventAt(5, 'DiskFull', {
    message,
    severity: 'Warning',
    involvedObject: { kind: 'machine', name: 'workers-5' },
    relatedObject: { kind: 'spectrocluster', name: 'payments-eu' },
    source: { component: 'kubelet', host: 'node-5' },
  });
  const text = await eventDetails(event);
  expect(text.startsWith('# Warning, DiskFull, machine workers-5\n\nmessage: ')).toBe(true);
  expect(parse(text)).toEqual({
    message,
    time: '2026-11-22T09:05:00.000Z',
    severity: 'Warning',
    reason: 'DiskFull',
    object: 'machine workers-5',
    source: 'kubelet, node-5',
    relatedObject: 'cluster payments-eu',
    uid: 'DiskFull',
  });
});

it('what an event has from the service is shown as text', async () => {
  const hostile = fc.oneof(fc.constantFrom(...attacks), hostileText);
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (message, reason) => {
      const event = eventAt(5, 'a', { message, reason, involvedObject: { kind: reason, name: message } });
      const text = await eventDetails(event);
      expect(parse(text)).toMatchObject({ uid: 'a' });
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u);
      const [row] = eventRows('list', [event], requestTime());
      if (row !== undefined) expect(detailsUri('poolview-events', row).path.split('/')).toHaveLength(3);
    }),
  );
});
