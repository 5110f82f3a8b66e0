import { EventEmitter } from 'vscode';
import type { Change, ChangeCoverage } from '../../src/items/changes/change';
import type { ChangeLogs } from '../../src/items/changes/changeLogs';
import { byKind } from '../../src/items/item';

/** Nothing has been read. */
export const noCoverage: ChangeCoverage = {
  items: byKind(() => ({ read: 0, compared: 0 })),
  isTruncated: false,
};

/** A machine that became unhealthy. */
export function changeOf(number: number, rest: Partial<Change> = {}): Change {
  return {
    number,
    item: { kind: 'machine', id: `machine-${number}`, name: `machine-${number}`, path: ['p', 'c', 'q'] },
    what: 'health',
    from: 'Healthy',
    to: 'DiskPressure',
    severityBefore: 'healthy',
    severityAfter: 'unhealthy',
    after: 1000 * number,
    before: 1000 * number + 500,
    ...rest,
  };
}

type Public = Pick<ChangeLogs, 'keyIdentity' | 'changes' | 'coverage' | 'onDidChange'>;

/** The changes of a connection. */
class FakeChanges implements Public {
  changes: readonly Change[] = [];
  coverage = noCoverage;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(public keyIdentity: ChangeLogs['keyIdentity']) {}

  /** Newest first, before those that there are. */
  add(...changes: readonly Change[]): void {
    this.replace([...changes, ...this.changes]);
  }

  replace(changes: readonly Change[], keyIdentity = this.keyIdentity): void {
    this.changes = changes;
    this.keyIdentity = keyIdentity;
    this.#changed.fire();
  }
}

/** Change logs whose changes a test sets. */
export function fakeChanges(keyIdentity: ChangeLogs['keyIdentity']): FakeChanges & ChangeLogs {
  return new FakeChanges(keyIdentity) as unknown as FakeChanges & ChangeLogs;
}
