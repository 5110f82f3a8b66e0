import { anySignal } from '../service/abort';
import { isServiceError } from '../service/errors';
import type { RequestTime } from '../service/requestTime';
import type { CallOptions } from '../service/operations';
import { expiryFailure } from '../items/certificates';
import { explainsMs, factOf, machineCountsOf } from '../items/cluster';
import { clusterRef } from '../items/details/clusterReads';
import { takeFromList } from '../find/locate';
import type { Inventory } from '../items/inventory';
import type { ClusterRow } from '../items/kinds';
import { machinesReadAt } from '../items/kinds/pool';
import { isLater } from '../items/record';
import { parentIdOf } from '../items/store/row';
import { readEach, isCurrent } from './readEach';

/** The most requests that a refresh sends for what it found. */
const maxRequests = 50;

/** Something to read again. */
interface Reread {
  /** What is read. */
  readonly key: string;
  /** @throws ServiceError */
  readonly read: (options: CallOptions) => Promise<unknown>;
  /** The statement of the service that disagrees. */
  readonly statement: string;
  readonly isContradicted: boolean;
  /** When what is read again was requested. */
  readonly at: RequestTime | undefined;
}

/**
 * Reads again what a refresh has found to be answered or contradicted by the service, and what is old and decides: once for each
 * statement of the service, and otherwise if it is ten minutes old.
 */
export class Rereads {
  /** What was read again, by its key: for which statement, and when. */
  readonly #tried = new Map<string, { readonly statement: string; readonly at: number }>();
  #isReading = false;

  constructor(private readonly inventory: Inventory) {}

  /** Call this when a refresh has ended. @param signal of its timer, if it has one */
  async read(signal: AbortSignal | undefined): Promise<void> {
    const { closed } = this.inventory;
    if (this.#isReading || closed.aborted) return;
    this.#isReading = true;
    try {
      await readEach(
        this.#due(),
        async ({ key, read, statement }, options) => {
          await read(options);
          this.#tried.set(key, { statement, at: Date.now() });
          return [];
        },
        { priority: 'timer', signal: anySignal(signal, closed) },
      );
    } finally {
      this.#isReading = false;
    }
  }

  /** What is contradicted comes first, then the oldest. */
  #due(): readonly Reread[] {
    const now = Date.now();
    const all = this.inventory.clusters.flatMap((row) => rereadsOf(row, this.inventory, now)).sort(compare);
    const keys = new Set<string>();
    const isDue = ({ key, statement }: Reread): boolean => {
      const tried = this.#tried.get(key);
      const isNew = !keys.has(key);
      keys.add(key);
      return isNew && (tried?.statement !== statement || now - tried.at > explainsMs);
    };
    return all.filter(isDue).slice(0, maxRequests);
  }
}

function compare(one: Reread, other: Reread): number {
  const numberOf = ({ at }: Reread): number => at?.requestNumber ?? 0;
  return Number(other.isContradicted) - Number(one.isContradicted) || numberOf(one) - numberOf(other);
}

function rereadsOf(row: ClusterRow, inventory: Inventory, now: number): readonly Reread[] {
  const { ill, item, machines, own, ownAt, run, standing } = inventory.derivedOf(row);
  const all: Reread[] = [];
  const add = (
    [key, read]: readonly [string, Reread['read']],
    statement: string,
    at: RequestTime | undefined,
    isContradicted = false,
  ): void => void all.push({ key, read, statement, at, isContradicted });
  /** What is below an item or, if that is gone, beside it. */
  const list = (id: string) =>
    [
      id,
      (options: CallOptions) =>
        inventory.readBelow(id, options, true).catch((error: unknown) => {
          if (!isServiceError(error, 'notFound')) throw error;
          return inventory.readBelow(parentIdOf(id), options, true);
        }),
    ] as const;
  /** Whether it still decides, though the service says otherwise for long. */
  const isOld = (at: RequestTime | undefined): boolean =>
    run?.severity === 'healthy' && isLater(run.last, at) && now - (at?.readAt ?? now) > explainsMs;

  // The pools of machines that are ill, though the service says otherwise, or said nothing about them for long.
  const counts = JSON.stringify(machineCountsOf(row)?.value ?? '');
  for (const { id, at, standing: judged } of ill) {
    const isContradicted = judged?.is === 'contradicted';
    const statement = isContradicted ? String(judged.since.requestNumber) : counts;
    if (judged !== undefined || item.disagreement !== undefined || isOld(at))
      add(list(parentIdOf(id)), statement, at, isContradicted);
  }

  // The list of clusters that has it, if the summary of its project has answered its word, or what it counted is old.
  const isAnswered = standing?.is === 'answered';
  if (isAnswered || (own.counted !== undefined && isOld(ownAt)))
    add(list(row.parent.id), isAnswered ? 'summary' : 'counts', ownAt);

  // The cluster, if it is ill only by its word, though all machines in it were read later, and are well.
  const isWell = machines?.severity === 'healthy' && isLater(machinesReadAt(row, inventory.store), ownAt);
  const again = (options: CallOptions): Promise<unknown> =>
    takeFromList(inventory, { name: item.name }, [row.id], options);
  if (own.isWord === true && own.severity === 'unhealthy' && isWell) add([row.id, again], 'machines', ownAt);

  // Its certificates, which may have been renewed: once for each time that it is read.
  const { requested } = factOf(row, 'certificates') ?? {};
  const certificates = (options: CallOptions): Promise<void> =>
    inventory.clusterReads.read('certificates', clusterRef(row), options);
  if (expiryFailure(row) !== undefined && !isCurrent('certificates', row, inventory))
    add([`certificates ${row.id}`, certificates], String(requested?.requestNumber), requested);
  return all;
}
