import { EventEmitter } from 'vscode';
import type { FleetItem } from '../../../../src/presentation/fleetItem';
import type { FleetSource, FleetSources } from '../../../../src/fleet/fleetSource';

/** An item of which little is known. */
export function fleetItem(kind: FleetItem['kind'], id: string, more: Partial<FleetItem> = {}): FleetItem {
  return { kind, id, name: id, state: 'healthy', cause: '', addresses: [], isStale: false, ...more };
}

/** A fleet whose items a test sets. Nothing can be read from it. */
export class FakeSource implements FleetSource {
  shown: readonly FleetItem[] = [];
  readonly revealed: string[] = [];
  readonly read = new EventEmitter<void>();
  readonly refreshed = new EventEmitter<void>();
  readonly onDidRead = this.read.event;
  readonly onDidRefresh = this.refreshed.event;
  readonly closed = new AbortController().signal;
  readonly session;

  constructor(name = 'Acme') {
    this.session = {
      connection: { name, baseUrl: 'https://api.example.com' },
      client: () => Promise.reject(new Error('There is no service.')),
      projects: () => Promise.reject(new Error('There is no service.')),
      listing: undefined,
    };
  }

  items(): readonly FleetItem[] {
    return this.shown;
  }

  /** Changes the items, as after a read. */
  show(...items: readonly FleetItem[]): void {
    this.shown = items;
    this.read.fire();
  }

  coverage() {
    return { projects: { read: 1 }, clusters: { read: this.shown.length }, machines: { read: 0 } };
  }

  addProjects(): void {
    // Nothing is read.
  }

  addClusters(): void {
    // Nothing is read.
  }

  readBelow(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  isRead(): boolean {
    return false;
  }

  isCloudConfigKnown(): boolean {
    return false;
  }

  poolCount(): undefined {
    return undefined;
  }

  isUnlisted(): boolean {
    return false;
  }

  reveal(id: string): Promise<void> {
    this.revealed.push(id);
    return Promise.resolve();
  }
}

/** What is connected. */
export class FakeSources implements FleetSources {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeActive = this.#changed.event;

  constructor(public active: FakeSource | undefined) {}

  switchTo(source: FakeSource | undefined): void {
    this.active = source;
    this.#changed.fire();
  }
}
