import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryLines, summaryText, type Summary } from '../../../src/items/summary';
import { timesAt } from '../../../src/text/format';
import { hoverLine } from '../../../src/text/markdown';
import { hostileText } from '../support/hostile';
import { renderText } from '../support/markdown';

const now = new Date(2026, 10, 21, 12).getTime();
const minute = 60_000;

const nothing: Summary = {
  item: { kind: 'machine', id: 'm', name: 'm', state: 'healthy', cause: '', addresses: [], isStale: false },
  change: undefined,
  warning: undefined,
  path: '',
  size: [],
  isSample: false,
};

const full: Summary = {
  ...nothing,
  item: {
    ...nothing.item,
    state: 'unhealthy',
    cause: 'DiskPressure',
    message: 'kubelet has disk pressure',
    addresses: ['10.0.0.25', '192.0.2.1'],
    heartbeat: now - 3 * minute,
    readAt: now - 2 * minute,
  },
  path: 'payments › payments-eu › workers › workers-5',
  size: ['m1.large · 4 CPU'],
  isSample: true,
};

/** A summary of an item that is different. */
const withItem = (summary: Summary, item: Partial<Summary['item']>): Summary => ({
  ...summary,
  item: { ...summary.item, ...item },
});

const read = (summary: Summary): string[] =>
  renderText(summaryLines(summary, timesAt(now), hoverLine).join('  \n')).split(/\n+/);

describe('a summary', () => {
  it('starts with the most useful lines', () => {
    expect(read(full)).toEqual([
      '**Unhealthy: DiskPressure**: kubelet has disk pressure',
      'payments › payments-eu › workers › workers-5',
      'm1.large · 4 CPU',
      '10.0.0.25, 192.0.2.1 · Last heartbeat: 3 min ago · Updated 11:58 · Sample data',
    ]);
  });

  it('says second what the newest warning is', () => {
    const warning = {
      metadata: { creationTimestamp: now - 4 * minute },
      severity: 'Warning',
      reason: 'KubeletHasDiskPressure',
      involvedObject: { kind: 'machine', name: 'workers-5' },
      message: 'kubelet has disk pressure',
      source: {},
    };
    expect(read({ ...full, warning })[1]).toBe(
      '**Warning 4 min ago**: KubeletHasDiskPressure, machine workers-5: kubelet has disk pressure',
    );
    expect(read({ ...full, warning: { severity: 'Error', source: {} } })[1]).toBe('**Error**');
  });

  it('says who changed the cluster last instead, unless the problem is known', () => {
    const change = (message: string) => ({
      metadata: { creationTimestamp: now - 24 * minute },
      message,
      actor: { name: 'Kwame Mensah', type: 'user', mail: 'kwame@example.com' },
    });
    const warning = { severity: 'Error', source: {} };
    const second = (message: string, item = {}) =>
      read({ ...withItem(full, item), warning, change: change(message) })[1];
    expect(second('Upgraded fluent-bit 0.47.10 → 0.48.5')).toBe(
      '24 min ago Kwame Mensah upgraded fluent-bit 0.47.10 → 0.48.5',
    );
    expect(second('Cluster update')).toBe('24 min ago Kwame Mensah: Cluster update');
    expect(second('x', { known: { by: 'user', note: 'seen', at: now } })).toMatch(/seen/);
  });

  it('of a cluster has its version of Kubernetes, and the message once', () => {
    const item = {
      kind: 'cluster',
      state: 'failed',
      cause: 'No host was found… · 14 machines',
      message: 'No host was found. Ask for more.',
      packs: [{ layer: 'k8s', name: 'kubernetes', version: '1.31.8' }],
    } as const;
    expect(
      read({ ...withItem(nothing, item), path: 'payments › payments-eu', size: ['2 pools', '4 cores'] }),
    ).toEqual([
      '**Failed: 14 machines**: No host was found. Ask for more.',
      'payments › payments-eu · 2 pools · Kubernetes 1.31.8',
      '4 cores',
    ]);
  });

  it('omits unknown values', () => {
    expect(read(nothing)).toEqual(['**Healthy**']);
    expect(summaryText(nothing)).toEqual(['Healthy']);
  });

  it('says when outdated data was last updated', () => {
    const readAt = new Date(2026, 10, 21, 9, 31, 40).getTime();
    expect(read(withItem(nothing, { readAt, isStale: true })).at(-1)).toBe('Not updated since 09:31');
  });

  it('has exact times in documents, because these stay open', () => {
    const at = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
    const beat = `10.0.0.25, 192.0.2.1 · Last heartbeat: ${at(now - 3 * minute)} UTC`;
    expect(summaryText(withItem(full, { isStale: true })).at(-1)).toBe(
      `${beat} · Not updated since ${at(now - 2 * minute)} UTC · Sample data`,
    );
  });

  it.each([
    ['unhealthy', 'Unhealthy', '**Unhealthy**'],
    ['unhealthy', '1 unhealthy cluster', '**1 unhealthy cluster**'],
    ['maintenance', 'Maintenance', '**In maintenance**'],
    ['unknown', 'Defragmenting', '**Unknown: Defragmenting**'],
  ] as const)('does not repeat the severity %s in the cause: %s', (severity, cause, line) => {
    expect(read(withItem(nothing, { state: severity, cause }))).toEqual([line]);
  });

  it('says that an item has not been read, instead of that its state is unknown', () => {
    expect(read(withItem(nothing, { state: 'notRead' }))).toEqual(['**Not read**']);
    expect(read(withItem(nothing, { state: 'unknown' }))).toEqual(['**Unknown**']);
  });

  it('shows the first of many addresses', () => {
    const addresses = Array.from({ length: 10 }, (_, index) => `10.0.0.${index}`);
    expect(read(withItem(nothing, { addresses }))[1]).toBe(
      '10.0.0.0, 10.0.0.1, 10.0.0.2, 10.0.0.3, and 6 more',
    );
  });

  it('has at most six short lines of plain text, whatever the service returns', () => {
    const texts = fc.oneof(hostileText, fc.constant('x'.repeat(10_000)));
    fc.assert(
      fc.property(texts, texts, texts, texts, (message, path, address, type) => {
        const summary = { ...withItem(full, { message, addresses: [address] }), path, size: [type] };
        for (const lines of [read(summary), summaryText(summary)]) {
          expect(lines.length).toBeLessThanOrEqual(6);
          for (const line of lines) {
            expect(line.length).toBeLessThan(401);
            expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
          }
        }
      }),
    );
  });
});
