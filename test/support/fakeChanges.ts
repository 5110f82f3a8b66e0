import { EventEmitter } from 'vscode';
import type { Change, ChangeCoverage } from '../../src/items/changes/change';
import type { KeyIdentity } from '../../src/connections/keys';
import type { ChangeLog } from '../../src/items/changes/changeLog';
import type { ChangeLogs } from '../../src/timeline/changeLogs';
import { byKind } from '../../src/items/kinds/levels';

/** Nothing has been read. */
export const noCoverage: ChangeCoverage = {
  items: byKind(() => ({ read: 0, compared: 0 })),
  isTruncated: false,
};

/** A machine that became unhealthy. */
export function changeOf(number: number, rest: Partial<Change> = {}): Change {
  return {
    number,
    item: { kind: 'machine', id: `machine-${number}`, names: ['p', 'c', 'q', `machine-${number}`] },
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

type Found = Pick<ChangeLog, 'changes' | 'coverage' | 'lastNumber' | 'countAfter'>;

/** The changes of a connection; of all if there is no key. */
class FakeChanges implements Found {
  changes: readonly Change[] = [];
  coverage = noCoverage;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(private keyIdentity: KeyIdentity | undefined) {}

  of({ keyIdentity }: { readonly keyIdentity: KeyIdentity }): Found {
    const isFollowed = this.keyIdentity === undefined || this.keyIdentity === keyIdentity;
    return isFollowed ? this : new FakeChanges(keyIdentity);
  }

  get lastNumber(): number {
    return this.changes[0]?.number ?? 0;
  }

  countAfter(after: number): number {
    return this.changes.filter(({ number, explainedBy }) => number > after && explainedBy === undefined)
      .length;
  }

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
export function fakeChanges(keyIdentity: KeyIdentity | undefined): FakeChanges & ChangeLogs {
  return new FakeChanges(keyIdentity) as unknown as FakeChanges & ChangeLogs;
}
