import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { env, window } from 'vscode';
import { parse } from 'yaml';
import { copyEntries, entryDetails, eventDetails } from '../../../src/fleet/entryTexts';
import { entryUri } from '../../../src/fleet/entryUri';
import type { TimelineEntry } from '../../../src/timeline/entry';
import { formatZoned } from '../../../src/text/format';
import { listAudits, listEvents, type ServiceEvent } from '../../../src/service/resources/logs';
import { entryOf } from '../../support/fakeTimeline';
import { attacks, hostileText } from '../support/hostile';
import { start } from './support';

/** What Poolview reads from the JSON of an event or an audit entry. */
function read(endpoint: Pick<ReturnType<typeof listEvents>, 'read'>, json: object): ServiceEvent {
  const [event] = endpoint.read({ items: [json] })?.items ?? [];
  if (event === undefined) throw new Error('Invalid JSON');
  return event;
}

const eventFrom = (json: object): ServiceEvent => read(listEvents({ projectUid: undefined }), json);
const creationTimestamp = '2026-11-22T09:05:00.000Z';
const hostile = fc.oneof(fc.constantFrom(...attacks), hostileText);
const odd = /\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u;

describe('the details', () => {
  it('of an event start with the whole message', async () => {
    const message = `${'No space left on device. '.repeat(1000)}\nSee /var/log/containers.`;
    const event = eventFrom({
      metadata: { uid: 'DiskFull', creationTimestamp },
      reason: 'DiskFull',
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
      time: formatZoned(Date.parse(creationTimestamp)),
      severity: 'Warning',
      reason: 'DiskFull',
      object: 'machine workers-5',
      source: 'kubelet, node-5',
      relatedObject: 'cluster payments-eu',
      uid: 'DiskFull',
    });
  });

  it('of an audit entry have the mail address of its actor [guarantee: mail-addresses]', async () => {
    const user = { emailId: 'ann@acme.example', firstName: 'Ann', lastName: 'Lee' };
    const spec = { actionMsg: 'Deleted by ann@acme.example', actor: { actorType: 'user', user } };
    const audits = listAudits({ resourceUid: 'a', startTime: 0, endTime: 0 });
    const text = await eventDetails(read(audits, { metadata: { uid: 'a', creationTimestamp }, spec }));
    expect(parse(text)).toMatchObject({
      actor: 'Ann Lee',
      mail: 'ann@acme.example',
      message: 'Deleted by ann',
    });
  });

  it('of an event show what it has from the service as text', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (message, reason) => {
        const object = { kind: reason, name: message };
        const metadata = { uid: 'a', creationTimestamp };
        const text = await eventDetails(eventFrom({ metadata, message, reason, involvedObject: object }));
        expect(parse(text)).toMatchObject({ uid: 'a' });
        expect(text.replaceAll('\n', '')).not.toMatch(odd);
        expect(entryUri('a/b', reason).path.split('/')).toHaveLength(3);
      }),
    );
  });

  it('of what is no event are those of its row', async () => {
    const item = { kind: 'cluster', id: 'v/p/c', names: ['payments', 'eu'] } as const;
    const text = await entryDetails(entryOf('a', Date.parse(creationTimestamp), { source: 'pack', item }));
    expect(text.startsWith('# Pack, eu\n')).toBe(true);
    expect(parse(text)).toEqual({
      message: 'a',
      time: formatZoned(Date.parse(creationTimestamp)),
      object: 'payments / eu',
      kind: 'Cluster',
    });
  });

  it('of a change have the local times between which it happened', async () => {
    const time = Date.parse(creationTimestamp);
    const text = await entryDetails(entryOf('a', time, { source: 'change', after: time - 60_000 }));
    expect(parse(text)).toEqual({
      message: 'a',
      after: formatZoned(time - 60_000),
      before: formatZoned(time),
    });
  });
});

describe('a copy', () => {
  const time = Date.parse(creationTimestamp);
  const item = { kind: 'machine', id: 'v/p/c/q/m', names: ['payments', 'eu', 'workers-5'] } as const;
  const repeated = {
    item,
    level: 'warning',
    reason: 'BackOff',
    what: 'BackOff: restarting | failed',
  } as const;
  const entries = [
    entryOf('c', time, { source: 'change', after: time - 60_000, item, what: 'Healthy → DiskPressure' }),
    entryOf('b', time - 120_000, repeated),
    entryOf('a', time - 180_000, repeated),
    entryOf('x', time - 240_000, { source: 'audit', who: 'Ann Lee', what: '=1+1' }),
  ];

  async function copied(form: Parameters<typeof copyEntries>[0], given: readonly TimelineEntry[] = entries) {
    const writeText = vi.fn();
    Object.assign(env, { clipboard: { writeText } });
    Object.assign(window, { setStatusBarMessage: () => undefined });
    const { fleet } = await start({ projects: 1 });
    const containsApiKey = (text: string) => Promise.resolve(text.includes('k3y'));
    const session = { ...fleet.session, containsApiKey };
    await copyEntries(form, given, { session, scope: 'eu · Cluster', filter: '24 hours · "k3y"' });
    return String(writeText.mock.calls[0]?.[0]);
  }

  it('as CSV has a record for each entry, with ISO times in columns of their own, and nothing that runs', async () => {
    const lines = (await copied('csv')).trim().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('"Time","Not before","Severity","Source","Item","Who","What"');
    expect(lines[1]).toBe(
      '"2026-11-22T09:05:00.000Z","2026-11-22T09:04:00.000Z","Info","Change","payments › eu › workers-5","","Healthy → DiskPressure"',
    );
    expect(lines[4]).toMatch(/^"2026-11-22T09:01:00.000Z","",.*"Audit","","Ann Lee","'=1\+1"$/);
    expect((await copied('tabSeparated')).split('\n')[2]?.split('\t')).toHaveLength(7);
  });

  it('for a ticket folds repeated events, and says what is shown, without an API key', async () => {
    const [heading, , titles, , change, folded, audit, ...rest] = (await copied('ticket')).split('\n');
    expect(heading).toMatch(/^### Test · 127.* · eu · Cluster · 4 entries · 2\d\d\d-/);
    expect(titles).toBe('| Time | Severity | Source | Item | Who | What |');
    expect(change).toContain(`| ${formatZoned(time)} | Info |`);
    expect(change).toContain('Healthy → DiskPressure');
    expect(folded).toContain(`2 times since ${formatZoned(time - 180_000)} · BackOff: restarting \\| failed`);
    expect(audit).toContain('Ann Lee');
    expect(rest).toEqual(['']);
  });

  it('for a ticket shows hostile texts as text, on one line', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const who = { who: text, what: text, item: { kind: text, names: [text, text] } };
        const lines = (await copied('ticket', [entryOf('a', time, who)])).split('\n');
        expect(lines).toHaveLength(6);
        expect(lines[4]?.replaceAll(/\\./g, '').match(/\|/g)).toHaveLength(7);
      }),
      { numRuns: 30 },
    );
  });
});
