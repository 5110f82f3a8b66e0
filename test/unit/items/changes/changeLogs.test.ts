import { describe, expect, it, vi } from 'vitest';
import { KeyIdentities } from '../../../../src/connections/keyIdentity';
import type { ChangeLog } from '../../../../src/items/changes/changeLog';
import { ChangeLogs } from '../../../../src/items/changes/changeLogs';
import { FakeInventory, FakeInventories } from './inventories';
import { item, list } from './readings';

const small = list(1, [item('v/p/c', { size: '1' })]);
const large = list(2, [item('v/p/c', { size: '2' })]);

/** The changes of the active connection. */
function logOf({ active }: FakeInventories, logs: ChangeLogs): ChangeLog {
  if (active === undefined) throw new Error('Nothing is connected');
  return logs.of(active.session);
}

describe('the changes', () => {
  it('are those of the active connection, and survive switching to another one and back', () => {
    const acme = new FakeInventory({ name: 'Acme' });
    const sources = new FakeInventories(acme);
    const logs = new ChangeLogs(sources);
    acme.read.fire(small);
    sources.activate(new FakeInventory({ name: 'Other' }));
    expect(logOf(sources, logs).coverage.since).toBeUndefined();
    sources.active?.read.fire(large);
    expect(logOf(sources, logs).changes).toEqual([]);
    sources.activate(undefined);
    // What arrives from a connection that is not active any more does not count.
    acme.read.fire(list(3, [item('v/p/c', { size: '7' })]));
    const again = new FakeInventory({ name: 'Acme' }, acme.session.keyIdentity);
    sources.activate(again);
    expect(logOf(sources, logs).coverage.since).toBe(1);
    again.read.fire(large);
    expect(logOf(sources, logs).changes).toMatchObject([{ from: '1', to: '2' }]);
  });

  it('are not those of another service with the same name', () => {
    const acme = new FakeInventory({ name: 'Acme', baseUrl: 'https://one.example.com' });
    const sources = new FakeInventories(acme);
    const logs = new ChangeLogs(sources);
    acme.read.fire(small);
    sources.activate(new FakeInventory({ name: 'Acme', baseUrl: 'https://two.example.com' }));
    sources.active?.read.fire(large);
    expect(logOf(sources, logs).changes).toEqual([]);
  });

  it('are not those that another API key showed', () => {
    const keys = new KeyIdentities();
    const source = () => new FakeInventory({}, keys.of('Acme'));
    const sources = new FakeInventories(source());
    const logs = new ChangeLogs(sources);
    const before = logOf(sources, logs);
    sources.active?.read.fire(small);
    sources.active?.read.fire(large);
    // Another window replaces the key while this one uses another connection.
    sources.activate(new FakeInventory({ name: 'Other' }));
    keys.end('Acme');
    sources.activate(source());
    expect(logOf(sources, logs)).not.toBe(before);
    expect([logOf(sources, logs).changes, logOf(sources, logs).coverage.since]).toEqual([[], undefined]);
    sources.active?.read.fire({ ...small, readAt: 3 });
    expect(logOf(sources, logs).changes).toEqual([]);
    sources.active?.read.fire({ ...large, readAt: 4 });
    expect(logOf(sources, logs).changes).toMatchObject([{ from: '1', to: '2' }]);
  });

  it('are followed until they are disposed', () => {
    const acme = new FakeInventory();
    const sources = new FakeInventories(acme);
    const logs = new ChangeLogs(sources);
    const listener = vi.fn();
    logs.onDidChange(listener);
    acme.read.fire(small);
    acme.read.fire({ ...small, readAt: 2 });
    expect(listener).toHaveBeenCalledTimes(2);
    logs.dispose();
    acme.read.fire(large);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(logOf(sources, logs).changes).toEqual([]);
  });
});
