import { l10n } from 'vscode';
import { cutReason, describeError } from '../../text/errors';
import { formatCount, formatNumber } from '../../text/format';
import { pathText } from '../../text/text';
import { isServiceError, notSent, type ServiceError, type ServiceErrorKind } from '../../service/errors';
import { groupBy } from '../groupBy';
import type { Inventory } from '../inventory';
import { isResourceRow } from '../kinds';
import { pathTo } from '../readings';
import type { Target } from './plan';
import type { Missing } from './clusterLists';
import type { FleetProblem } from './readState';

/** More failures of the same kind become one problem. */
const maxSimilar = 20;

/** The kinds of errors that all further requests would have, too. */
const lastingErrors: readonly ServiceErrorKind[] = ['unauthorized', 'untrustedCertificate', 'redirected'];

/** As many failures in a row that could pass soon are those of the whole service. */
export const maxFailuresInARow = 5;

interface Failure {
  readonly target: Target;
  readonly error: ServiceError;
}

/** The lists of machines and pools that could not be read. They may have been read since, for example in the Projects view. */
export class MachineFailures {
  /** Why reading machines stopped before the end. */
  stopped: FleetProblem | undefined;
  /** By the ID of the item. */
  readonly #failures = new Map<string, Failure>();
  /** The IDs of clusters whose pools the service does not list. */
  readonly #unlisted = new Set<string>();
  #inARow: readonly string[] = [];

  constructor(private readonly inventory: Inventory) {}

  get problems(): readonly FleetProblem[] {
    const unlisted = [...this.#unlisted].filter((id) => this.inventory.isUnlisted(id)).length;
    return [
      ...(this.stopped === undefined ? [] : [this.stopped]),
      ...(unlisted === 0 ? [] : [poolsNotListedProblem(unlisted)]),
      ...this.#ofItems(),
    ];
  }

  /** Those that have not been read in the meantime. */
  get open(): readonly Failure[] {
    return [...this.#failures.values()].filter(({ target }) => !this.inventory.isRead(target.id));
  }

  /** The items have been forgotten, because nothing shows them. */
  forget(): void {
    this.stopped = undefined;
    this.#failures.clear();
    this.#unlisted.clear();
  }

  /** Call this when a read begins: it may be after an outage. */
  start(): void {
    this.#inARow = [];
  }

  /** A list was read. @returns whether the service lists what is below the item */
  end({ id, kind }: Target): boolean {
    const isUnlisted = kind === 'cluster' && this.inventory.isUnlisted(id);
    this.#inARow = [];
    this.#failures.delete(id);
    if (isUnlisted) this.#unlisted.add(id);
    else this.#unlisted.delete(id);
    return !isUnlisted;
  }

  /** A list could not be read. @returns whether others can't be either, which is one problem instead of one for each */
  add(target: Target, error: ServiceError): boolean {
    const isServiceWide = error.canRetry || isServiceError(error, 'unreachable', 'rateLimited');
    this.#inARow = isServiceWide ? [...this.#inARow, target.id] : [];
    this.#unlisted.delete(target.id);
    this.#failures.set(target.id, { target, error });
    const isLasting = lastingErrors.includes(error.kind) || error.failure.reason === notSent;
    if (!isLasting && this.#inARow.length < maxFailuresInARow) return false;
    for (const id of [...this.#inARow, target.id]) this.#failures.delete(id);
    this.stopped = problemOf(error, l10n.t('Not all machines were read'));
    return true;
  }

  #ofItems(): readonly FleetProblem[] {
    const similar = groupBy(this.open, ({ error: { operation, kind, failure } }) =>
      [operation, kind, failure.status].join(),
    );
    return [...similar.values()].flatMap((group) => {
      const [first] = group;
      if (group.length > maxSimilar) {
        const { what } = describeError(first.error);
        return [problemOf(first.error, l10n.t('{0} ({1} times)', what, formatNumber(group.length)))];
      }
      return group.flatMap(({ target: { id }, error }) => {
        const row = this.inventory.store.find(id);
        // The name of a cluster, or those of a pool and its cluster, unless it is gone.
        if (!isResourceRow(row)) return [];
        const path = pathText(...pathTo(row).slice(1));
        return [problemOf(error, l10n.t('{0}: {1}', path, describeError(error).what), id)];
      });
    });
  }
}

/** Something that could not be read. @param text says what; without it, the error does */
export function problemOf(error: ServiceError, text?: string, id?: string): FleetProblem {
  const { what, why } = describeError(error);
  return { text: text ?? what, detail: why, id, canRetry: true };
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
        canRetry: true,
      };
  }
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
