import type { Connection } from '../../../../src/connections/connection';
import type { ItemSource, ItemSources } from '../../../../src/events/itemSource';
import type { ListReading } from '../../../../src/items/changes/change';
import { newKey } from '../../../support/keyIdentity';
import { EventEmitter } from '../../support/vscode';

/** A connection whose items a test reads. */
export class FakeSource implements ItemSource {
  readonly read = new EventEmitter<ListReading>();
  readonly endRefresh = new EventEmitter<undefined>();
  readonly onDidReadItems = this.read.event;
  readonly onDidEndRefresh = this.endRefresh.event;
  readonly onDidRefresh = new EventEmitter<undefined>().event;
  readonly closed = new AbortController().signal;
  readonly session;
  isRefreshing = false;

  /** @param keyIdentity that of an earlier source, if it has the same API key */
  constructor(
    { name = 'Acme', baseUrl = 'https://api.example.com' }: Partial<Connection> = {},
    keyIdentity = newKey(),
  ) {
    this.session = {
      connection: { name, baseUrl },
      keyIdentity,
      client: () => Promise.reject(new Error('not needed')),
      state: { read: () => undefined, write: () => Promise.resolve() },
    };
  }

  items(): readonly [] {
    return [];
  }

  reveal(): Promise<void> {
    return Promise.resolve();
  }

  /** Reads lists during a refresh. */
  refresh(...readings: readonly ListReading[]): void {
    this.isRefreshing = true;
    for (const reading of readings) this.read.fire(reading);
    this.isRefreshing = false;
    this.endRefresh.fire(undefined);
  }
}

/** The connections of a test, of which one may be active. */
export class FakeSources implements ItemSources {
  readonly #onDidChangeActive = new EventEmitter<undefined>();
  readonly onDidChangeActive = this.#onDidChangeActive.event;
  readonly onDidChangeSelected = new EventEmitter<undefined>().event;
  readonly selected = undefined;

  constructor(public active: FakeSource | undefined) {}

  activate(source: FakeSource | undefined): void {
    this.active = source;
    this.#onDidChangeActive.fire(undefined);
  }
}
