import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeLog } from '../../../../src/items/changes/changeLog';
import { changesDocument } from '../../../../src/events/changes/document';
import { hostileText } from '../../support/hostile';
import { item, list } from '../../items/changes/readings';

const connection = { name: 'Acme', baseUrl: 'https://api.example.com' };

describe('the document with the changes', () => {
  it('says what they cover, and lists them by time, the newest first', () => {
    const at = (minute: number): number => new Date(2026, 10, 23, 9, minute, 0).getTime();
    const log = new ChangeLog();
    log.add(list(at(0), [item('v/p/c'), item('v/p/d')]));
    log.add(list(at(1), [item('v/p/c', { health: 'DiskPressure' }), item('v/p/d', { health: 'Unhealthy' })]));
    log.add(list(at(2), [item('v/p/c', { health: 'DiskPressure' })]));
    expect(changesDocument({ connection, log })).toBe(
      `Changes in Acme (api.example.com)
Changes in 1 cluster read at least twice since Nov 23, 09:00.
Last compared at Nov 23, 09:02:00.

Nov 23, 09:01:00 - 09:02:00
  p / d: Disappeared

Nov 23, 09:00:00 - 09:01:00
  p / c: Healthy → DiskPressure
  p / d: Healthy → Unhealthy
`,
    );
  });

  it('does not say that nothing changed if VS Code restored it from an earlier run', () => {
    expect(changesDocument(undefined)).toBe(
      'Changes are kept only while VS Code runs. Connect to the service to track new ones.\n',
    );
  });

  it('has one line for each change, whatever the service wrote', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, health) => {
        fc.pre(health !== '');
        const log = new ChangeLog();
        log.add(list(1, [{ ...item('v/p/c', { health: 'x'.repeat(300) }), name }]));
        log.add(list(2, [{ ...item('v/p/c', { health }), name }]));
        expect(changesDocument({ connection, log }).split('\n')).toHaveLength(7);
      }),
    );
  });
});
