import { l10n } from 'vscode';
import type { ServiceError } from '../../service/errors';
import { describeError } from '../../text/errors';
import { formatCount, formatNumber } from '../../text/format';
import { pathText } from '../../text/text';
import { groupBy } from '../groupBy';
import type { Inventory } from '../inventory';
import { isResourceRow, pathTo } from '../kinds';
import { problemOf } from './fleetProblems';
import type { FleetProblem } from './fleetState';
import { isOfService } from './readEach';
import { isOutermost } from '../kinds/levels';

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
    ...(stoppedBy === undefined ? [] : [problemOf(stoppedBy, l10n.t('Not all machines were read'))]),
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
      return [problemOf(first.error, l10n.t('{0} ({1} times)', what, formatNumber(group.length)))];
    }
    return group.flatMap(({ id, error }) => {
      const row = inventory.store.find(id);
      if (!isResourceRow(row)) return [];
      // The name of a cluster, or those of a pool and its cluster.
      const path = pathText(...pathTo(row).slice(1));
      return [problemOf(error, l10n.t('{0}: {1}', path, describeError(error).what), id)];
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
