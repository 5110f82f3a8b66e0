import { l10n } from 'vscode';
import { describeError } from '../../presentation/errors';
import type { Item } from '../item';
import { formatCount, formatNumber } from '../../presentation/format';
import { displayName, pathText } from '../../presentation/text';
import type { ServiceError } from '../../service/errors';
import { cutReason } from '../../tree/items';
import type { Missing } from './clusterLists';
import type { FleetSource } from '../../fleet/fleetSource';
import type { Target } from './machineTargets';
import type { FleetProblem } from '../../fleet/messages';

/** More failures of the same kind become one problem. */
const maxSimilar = 20;

interface Failure {
  readonly target: Target;
  readonly error: ServiceError;
}

/** What could not be read. */
export class Problems {
  /** Why not all clusters were read, and what is not known about them. */
  clusters: readonly FleetProblem[] = [];
  capacity: FleetProblem | undefined;
  /** Why reading machines stopped. */
  machines: FleetProblem | undefined;
  /** By the ID of the item. */
  readonly failures = new Map<string, Failure>();
  /** The IDs of clusters whose pools the service does not list. */
  readonly unlisted = new Set<string>();
  /** The names of failed items with those of the items that contain them, by ID; undefined for items that are gone. */
  readonly #paths = new Map<string, string | undefined>();

  constructor(private readonly source: FleetSource) {}

  get list(): readonly FleetProblem[] {
    const { clusters, capacity, machines } = this;
    const unlisted = [...this.unlisted].filter((id) => this.source.isUnlisted(id)).length;
    return [
      ...clusters,
      ...(capacity === undefined ? [] : [capacity]),
      ...(machines === undefined ? [] : [machines]),
      ...(unlisted === 0 ? [] : [poolsNotListedProblem(unlisted)]),
      ...this.#failedItems(),
    ];
  }

  /** Failures of lists that have not been read in the meantime. */
  get openFailures(): readonly Failure[] {
    return [...this.failures.values()].filter(({ target }) => !this.source.isRead(target.id));
  }

  /** Looks the names of failed items up again: the items may have changed. */
  forgetNames(): void {
    this.#paths.clear();
  }

  #failedItems(): readonly FleetProblem[] {
    const similar = new Map<string, Failure[]>();
    for (const failure of this.openFailures) {
      const { operation, kind, failure: details } = failure.error;
      const key = [operation, kind, details.status].join();
      similar.set(key, [...(similar.get(key) ?? []), failure]);
    }
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

  /** Items are looked up once, because there may be many. */
  #pathOf(id: string): string | undefined {
    if (!this.#paths.has(id)) {
      const items = new Map(this.source.items().map((item) => [item.id, item]));
      for (const failed of this.failures.keys()) this.#paths.set(failed, pathOf(items.get(failed), items));
    }
    return this.#paths.get(id);
  }
}

/** The name of a cluster, or those of a pool and its cluster. */
function pathOf(item: Item | undefined, items: ReadonlyMap<string, Item>): string | undefined {
  if (item === undefined) return undefined;
  const cluster = item.kind === 'pool' ? items.get(item.parent ?? '') : undefined;
  const nameOf = (one: Item): string => displayName(one.name, one.uid, '?');
  return pathText(cluster && nameOf(cluster), nameOf(item));
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
