import { l10n } from 'vscode';
import { cutReason, describeError } from '../../text/errors';
import { formatCount } from '../../text/format';
import type { ServiceError } from '../../service/errors';
import type { Missing } from './allClusters';
import type { FleetProblem } from './fleetState';

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
