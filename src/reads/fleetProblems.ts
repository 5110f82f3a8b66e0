import { l10n } from 'vscode';
import { cutReason, describeError } from '../text/errors';
import { formatCount, formatNumber } from '../text/format';
import type { ServiceError } from '../service/errors';
import type { Missing } from './allClusters';
import type { FleetProblem } from './fleetState';
import { pathText } from '../text/text';
import { groupBy } from '../items/order';
import type { Inventory } from '../items/inventory';
import { isResourceRow, pathTo } from '../items/kinds';
import { isOfService } from './readEach';
import { isOutermost } from '../items/kinds/levels';

/** Something that could not be read. @param text says what; without it, the error does */
export function fleetProblem(error: ServiceError, text?: string, id?: string): FleetProblem {
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

/** More failures of the same kind become one problem. */
const maxSimilar = 20;

/** A list of pools or machines that could not be read, with the ID of its cluster or pool. */
type FailedList = ReturnType<typeof failedLists>[number];

/** The lists of pools and machines that could not be read, whoever tried. */
export function failedLists(inventory: Inventory) {
  return inventory.items().flatMap((item) => {
    if (isOutermost(item) || item.isListRead !== false) return [];
    const { error, nextPageError } = inventory.store.listOf(item) ?? {};
    const failure = error ?? nextPageError;
    return failure === undefined ? [] : [{ id: item.id, error: failure }];
  });
}

/** Why machines are not known. @param stoppedBy why they were not read to the end */
export function machineProblems(
  inventory: Inventory,
  stoppedBy: ServiceError | undefined,
): readonly FleetProblem[] {
  const unlisted = inventory.items().filter(({ kind, id }) => kind === 'cluster' && inventory.isUnlisted(id));
  // If the service failed, this is one problem instead of one for each list.
  const failed = failedLists(inventory).filter(({ error }) => stoppedBy === undefined || !isOfService(error));
  return [
    ...(stoppedBy === undefined ? [] : [fleetProblem(stoppedBy, l10n.t('Not all machines were read'))]),
    ...(unlisted.length === 0 ? [] : [poolsNotListedProblem(unlisted.length)]),
    ...problemsOf(failed, inventory),
  ];
}

function problemsOf(failed: readonly FailedList[], inventory: Inventory): readonly FleetProblem[] {
  const similar = groupBy(failed, ({ error: { operation, kind, failure } }) =>
    [operation, kind, failure.status].join(),
  );
  return [...similar.values()].flatMap((group) => {
    const [first] = group;
    if (group.length > maxSimilar) {
      const { what } = describeError(first.error);
      return [fleetProblem(first.error, l10n.t('{0} ({1} times)', what, formatNumber(group.length)))];
    }
    return group.flatMap(({ id, error }) => {
      const row = inventory.store.find(id);
      if (!isResourceRow(row)) return [];
      // The name of a cluster, or those of a pool and its cluster.
      const path = pathText(...pathTo(row).slice(1));
      return [fleetProblem(error, l10n.t('{0}: {1}', path, describeError(error).what), id)];
    });
  });
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
