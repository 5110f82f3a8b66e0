import type { Connection } from '../../../../src/connections/connection';
import type { ListReading } from '../../../../src/items/changes/change';
import type { Inventories } from '../../../../src/items/inventories';
import type { Session } from '../../../../src/connections/session';
import { Inventory } from '../../../../src/items/inventory';
import { Marks } from '../../../../src/items/marks/marks';
import type { ServiceClient } from '../../../../src/service/client';
import { Refusals } from '../../../../src/service/refusals';
import { newKey } from '../../../support/keyIdentity';
import { EventEmitter } from '../../support/vscode';

/** A connection whose items a test reads. */
export class FakeInventory extends Inventory {
  readonly read = new EventEmitter<ListReading>();
  override readonly onDidReadItems = this.read.event;
  /** Whether a read is in flight. */
  isReading = false;

  /** @param keyIdentity that of an earlier inventory, if it has the same API key */
  constructor(
    { name = 'Acme', baseUrl = 'https://api.example.com' }: Partial<Connection> = {},
    keyIdentity = newKey(),
    marks = new Marks(),
  ) {
    const client = (): Promise<ServiceClient> =>
      Promise.resolve({ isReading: this.isReading } as ServiceClient);
    const session: Partial<Session> = {
      connection: { name, baseUrl },
      keyIdentity,
      refusals: new Refusals(),
      client,
    };
    super(session as Session, marks);
  }

  readLists(...readings: readonly ListReading[]): void {
    for (const reading of readings) this.read.fire(reading);
  }
}

/** The connections of a test, of which one may be active. */
export class FakeInventories implements Pick<Inventories, 'active' | 'onDidChangeActive'> {
  readonly #onDidChangeActive = new EventEmitter<undefined>();
  readonly onDidChangeActive = this.#onDidChangeActive.event;

  constructor(public active: FakeInventory | undefined) {}

  activate(inventory: FakeInventory | undefined): void {
    this.active = inventory;
    this.#onDidChangeActive.fire(undefined);
  }
}
