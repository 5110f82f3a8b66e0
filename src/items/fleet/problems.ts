import { l10n } from 'vscode';
import { cutReason, describeError } from '../../text/errors';
import { formatCount, formatNumber } from '../../text/format';
import { pathText } from '../../text/text';
import type { ServiceError } from '../../service/errors';
import { groupBy } from '../groupBy';
import type { Inventory } from '../inventory';
import { isResourceRow } from '../kinds';
import { pathTo } from '../readings';
import type { Target } from './plan';
import type { Missing } from './clusterLists';
import type { FleetProblem, OnProgress, ReadProgress } from './readState';

/** More failures of the same kind become one problem. */
const maxSimilar = 20;

interface Failure {
  readonly target: Target;
  readonly error: ServiceError;
}

/** What could not be read. It may have been read in the meantime, for example in the Projects view. */
export class Problems {
  /** Why not all clusters were read, and what is not known about them. */
  clusters: readonly FleetProblem[] = [];
  /** Why it is not known which clusters wait for approval. */
  approvals: readonly FleetProblem[] = [];
  capacity: FleetProblem | undefined;
  /** Why reading machines stopped. */
  machines: FleetProblem | undefined;
  /** By the ID of the item. */
  readonly failures = new Map<string, Failure>();
  /** The IDs of clusters whose pools the service does not list. */
  readonly unlisted = new Set<string>();

  constructor(private readonly inventory: Inventory) {}

  get all(): readonly FleetProblem[] {
    const { clusters, approvals, capacity } = this;
    return [...clusters, ...approvals, ...(capacity === undefined ? [] : [capacity]), ...this.#ofLists()];
  }

  /** Why not all machines are known. */
  get ofMachines(): readonly FleetProblem[] {
    return [...this.clusters, ...this.#ofLists()];
  }

  /** Failures of lists that have not been read in the meantime. */
  get openFailures(): readonly Failure[] {
    return [...this.failures.values()].filter(({ target }) => !this.inventory.isRead(target.id));
  }

  /** The items may be gone. */
  clear(): void {
    this.clusters = [];
    this.approvals = [];
    this.capacity = undefined;
    this.machines = undefined;
    this.failures.clear();
    this.unlisted.clear();
  }

  #ofLists(): readonly FleetProblem[] {
    const { machines } = this;
    const unlisted = [...this.unlisted].filter((id) => this.inventory.isUnlisted(id)).length;
    return [
      ...(machines === undefined ? [] : [machines]),
      ...(unlisted === 0 ? [] : [poolsNotListedProblem(unlisted)]),
      ...this.#failedItems(),
    ];
  }

  #failedItems(): readonly FleetProblem[] {
    const similar = groupBy(this.openFailures, ({ error: { operation, kind, failure } }) =>
      [operation, kind, failure.status].join(),
    );
    return [...similar.values()].flatMap((group) => {
      const [first] = group;
      if (first !== undefined && group.length > maxSimilar) {
        return [manyItemsProblem(group.length, first.error)];
      }
      return group.flatMap(({ target: { id }, error }) => {
        const path = this.#pathOf(id);
        return path === undefined ? [] : [itemProblem(id, path, error)];
      });
    });
  }

  /** The name of a cluster, or those of a pool and its cluster; undefined if it is gone. */
  #pathOf(id: string): string | undefined {
    const row = this.inventory.store.find(id);
    return isResourceRow(row) ? pathText(...pathTo(row).slice(1)) : undefined;
  }
}

/** Why not all clusters were read. @param isPartial whether some were */
export function clustersProblem(error: ServiceError, isPartial: boolean): FleetProblem {
  const { what, why } = describeError(error);
  return { text: isPartial ? l10n.t('Not all clusters were read') : what, detail: why, canRetry: true };
}

/** What a successful read of all clusters lacks. */
export function missingProblem(missing: Missing): FleetProblem {
  switch (missing.about) {
    case 'details':
      // Trying again would not help.
      if (missing.error?.kind === 'unsupported') {
        return { text: l10n.t('This service lists only the names of clusters'), detail: '', canRetry: false };
      }
      return {
        text: l10n.t('Cluster details unavailable'),
        detail: l10n.t(
          '{0} Only the names of clusters and the health of their projects are known.',
          missing.error === undefined
            ? l10n.t('The service returned no clusters.')
            : describeError(missing.error).why,
        ),
        canRetry: true,
      };
    case 'cut':
      return { text: l10n.t('Not all clusters were read'), detail: cutReason(missing.cut), canRetry: true };
    case 'clustersWithoutProject':
      return {
        text: formatCount(missing.count, l10n.t("1 cluster isn't shown because it has no project"), (n) =>
          l10n.t("{0} clusters aren't shown because they have no project", n),
        ),
        detail: '',
        canRetry: false,
      };
    case 'approvals':
      return {
        text: l10n.t("Couldn't load which clusters wait for approval"),
        detail: typeof missing.why === 'string' ? cutReason(missing.why) : describeError(missing.why).why,
        about: missing.about,
        canRetry: true,
      };
  }
}

export function capacityProblem(error: ServiceError): FleetProblem {
  return { text: l10n.t("Couldn't load cores and memory"), detail: describeError(error).why, canRetry: true };
}

/** Why reading machines stopped before the end. */
export function stoppedProblem(error: ServiceError): FleetProblem {
  return { text: l10n.t('Not all machines were read'), detail: describeError(error).why, canRetry: true };
}

function itemProblem(id: string, path: string, error: ServiceError): FleetProblem {
  const { what, why } = describeError(error);
  return { text: l10n.t('{0}: {1}', path, what), detail: why, id, canRetry: true };
}

function manyItemsProblem(count: number, error: ServiceError): FleetProblem {
  const { what, why } = describeError(error);
  return { text: l10n.t('{0} ({1} times)', what, formatNumber(count)), detail: why, canRetry: true };
}

function poolsNotListedProblem(clusters: number): FleetProblem {
  return {
    text: formatCount(clusters, l10n.t('Machines of 1 cluster unavailable'), (n) =>
      l10n.t('Machines of {0} clusters unavailable', n),
    ),
    detail: l10n.t(
      "The service doesn't list the machine pools, or the API key can't. You can add machine pools in the Projects view.",
    ),
    canRetry: false,
  };
}

/** The reads in progress. */
export class Progress {
  readonly #reads = new Set<ReadProgress>();

  constructor(private readonly onChange: () => void) {}

  /** Reads of machines, or else those of clusters. */
  get reading(): ReadProgress | undefined {
    const reads = [...this.#reads];
    const machines = reads.filter(({ what }) => what === 'machines');
    const shown = machines.length > 0 ? machines : reads;
    const [first] = shown;
    return first && { what: first.what, done: sum(shown, 'done') ?? 0, total: sum(shown, 'total') };
  }

  /** Shows a read until it has ended. */
  async during<Result>(
    what: ReadProgress['what'],
    total: number | undefined,
    read: (onProgress: OnProgress) => Promise<Result>,
  ): Promise<Result> {
    const shown = { what, done: 0, total };
    this.#reads.add(shown);
    this.onChange();
    try {
      return await read((done, newTotal) => {
        shown.done = done;
        shown.total = newTotal === undefined ? undefined : Math.max(done, newTotal);
        this.onChange();
      });
    } finally {
      this.#reads.delete(shown);
      this.onChange();
    }
  }
}

/** Undefined if one of the reads does not know. */
function sum(reads: readonly ReadProgress[], name: 'done' | 'total'): number | undefined {
  return reads.reduce<number | undefined>((total, { [name]: count }) => {
    return total === undefined || count === undefined ? undefined : total + count;
  }, 0);
}
