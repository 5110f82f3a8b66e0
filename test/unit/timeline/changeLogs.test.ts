import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../../src/connections/connection';
import { KeyIdentities, type KeyIdentity } from '../../../src/connections/keys';
import { ChangeLogs } from '../../../src/timeline/changeLogs';
import type { ActiveInventory } from '../../../src/reads/inventories';
import { Inventory } from '../../../src/items/inventory';
import type { ServiceClient } from '../../../src/service/client';
import { newKey } from '../../support/keyIdentity';
import { quiet } from '../agents/support';
import { sourceOf } from '../support/service';
import { EventEmitter } from '../support/vscode';
import { learn } from '../items/changes/history';

/** The items of a connection, of which nothing was read. */
function inventoryOf(
  { name = 'Acme', baseUrl = 'https://api.example.com' }: Partial<Connection> = {},
  keyIdentity: KeyIdentity = newKey(),
): Inventory {
  const session = sourceOf(quiet() as ServiceClient);
  return new Inventory({ ...session, connection: { name, baseUrl }, keyIdentity });
}

/** The connections of a test, of which one is active, and what changed in it. */
function windowWith(active: Inventory) {
  const changed = new EventEmitter<void>();
  const inventories: { active: Inventory | undefined } & Pick<ActiveInventory, 'onDidChangeActive'> = {
    active,
    onDidChangeActive: changed.event,
  };
  const logs = new ChangeLogs(inventories);
  return {
    logs,
    activate: (next: Inventory | undefined) => {
      inventories.active = next;
      changed.fire();
    },
  };
}

type Of = Pick<Inventory, 'session'>;

/** Reads how many machines the only cluster of a connection has. */
function read(inventory: Inventory, at: number, size: number): void {
  learn(inventory.store, { at, below: '', items: [['p']] }, { at, below: 'p', items: [['c', { size }]] });
}

const sizes = (logs: ChangeLogs, { session }: Of): readonly string[] =>
  logs.of(session).changes.map(({ from = '', to = '' }) => `${from} > ${to}`);

describe('the changes', () => {
  it('are those of the active connection, and survive switching to another one and back', () => {
    const acme = inventoryOf();
    const { logs, activate } = windowWith(acme);
    read(acme, 1, 1);
    const other = inventoryOf({ name: 'Other' });
    activate(other);
    expect(logs.of(other.session).coverage.since).toBeUndefined();
    read(other, 2, 2);
    expect(sizes(logs, other)).toEqual([]);
    activate(undefined);
    // What arrives from a connection that is not active any more does not count.
    read(acme, 3, 7);
    const again = inventoryOf({ name: 'Acme' }, acme.session.keyIdentity);
    activate(again);
    expect(logs.of(again.session).coverage.since).toBe(1);
    read(again, 4, 2);
    expect(sizes(logs, again)).toEqual(['1 machine > 2 machines']);
  });

  it('are not those of another service with the same name', () => {
    const acme = inventoryOf({ baseUrl: 'https://one.example.com' });
    const { logs, activate } = windowWith(acme);
    read(acme, 1, 1);
    const two = inventoryOf({ baseUrl: 'https://two.example.com' });
    activate(two);
    read(two, 2, 2);
    expect(sizes(logs, two)).toEqual([]);
  });

  it('are not those that another API key showed [guarantee: key-ended]', () => {
    const keys = new KeyIdentities();
    const first = inventoryOf({}, keys.of('Acme'));
    const { logs, activate } = windowWith(first);
    read(first, 1, 1);
    read(first, 2, 2);
    expect(sizes(logs, first)).toEqual(['1 machine > 2 machines']);
    // Another window replaces the key while this one uses another connection.
    activate(inventoryOf({ name: 'Other' }));
    keys.end('Acme');
    const second = inventoryOf({}, keys.of('Acme'));
    activate(second);
    expect([sizes(logs, second), logs.of(second.session).coverage.since]).toEqual([[], undefined]);
    read(second, 3, 1);
    expect(sizes(logs, second)).toEqual([]);
    read(second, 4, 2);
    expect(sizes(logs, second)).toEqual(['1 machine > 2 machines']);
  });

  it('are followed until they are disposed', () => {
    const acme = inventoryOf();
    const { logs } = windowWith(acme);
    const listener = vi.fn();
    logs.onDidChange(listener);
    read(acme, 1, 1);
    const { length } = listener.mock.calls;
    expect(length).toBeGreaterThan(0);
    logs.dispose();
    read(acme, 2, 2);
    expect([listener.mock.calls.length, sizes(logs, acme)]).toEqual([length, []]);
  });
});
