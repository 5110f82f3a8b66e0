import { l10n } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks, present, sanitizeLine } from '../../presentation/text';
import { completeStep } from '../../ui/contextKeys';
import type { JournalEntry } from '../journal/journal';
import { mayStillComplete } from '../removal/removeRole';
import { errorOf, failureActions, journalReason, showResult, withReason } from '../resultMessage';
import { entryNames, listNames } from '../roleNames';
import type { Restoration } from './restoreRole';

export interface RestorationResult {
  readonly entry: JournalEntry;
  readonly restoration: Restoration;
}

/** Shows the results of restorations in one message. */
export async function reportRestorations(results: readonly RestorationResult[]): Promise<void> {
  const restorations = results.map(({ restoration }) => restoration);
  const isSuccess = restorations.every(hasRole);
  if (restorations.some(hasRole)) completeStep('restore');
  await showResult(
    restorationsText(results),
    isSuccess,
    isSuccess ? [] : failureActions(restorations.map(errorOf)),
  );
}

/** Whether the team has the role, no matter how. */
function hasRole({ outcome }: Restoration): boolean {
  return outcome === 'restored' || outcome === 'alreadyThere' || outcome === 'neverRemoved';
}

/** How many of the other restorations a message describes. */
const maxDescribed = 3;

export function restorationsText(results: readonly RestorationResult[]): string {
  const [first] = results;
  if (first !== undefined && results.length === 1) return sentenceOf(first);
  // Failures first.
  const others = results
    .filter(({ restoration }) => restoration.outcome !== 'restored')
    .sort((one, other) => Number(hasRole(one.restoration)) - Number(hasRole(other.restoration)));
  const restoredCount = results.length - others.length;
  return present(
    l10n.t('Restored {0} of {1} resource roles.', formatNumber(restoredCount), formatNumber(results.length)),
    restoredCount === 0 ? undefined : l10n.t('They have new uids.'),
    ...others.slice(0, maxDescribed).map(sentenceOf),
    others.length <= maxDescribed
      ? undefined
      : l10n.t('The log has what became of {0} more.', formatNumber(others.length - maxDescribed)),
  ).join(' ');
}

function sentenceOf({ entry, restoration }: RestorationResult): string {
  const names = entryNames(entry);
  const uid = 'uid' in restoration ? restoration.uid : undefined;
  const error = errorOf(restoration);
  const gone = restoration.outcome === 'projectsGone' ? restoration.gone : [];
  const notRestored = l10n.t('The resource role {0} of the team {1} was not restored.', ...names);
  const texts: Readonly<Record<Restoration['outcome'], string>> = {
    restored:
      uid === undefined
        ? l10n.t('Restored the resource role {0} of the team {1}. It has a new uid.', ...names)
        : l10n.t(
            'Restored the resource role {0} of the team {1}. It has a new uid: {2}.',
            ...names,
            sanitizeLine(uid),
          ),
    notSeen: l10n.t(
      'The service says that the team {1} has the resource role {0} again, but does not list it: look before you try again.',
      ...names,
    ),
    alreadyThere: l10n.t('The team {1} already has a resource role like {0}: nothing was added.', ...names),
    neverRemoved: l10n.t('The team {1} still has the resource role {0}: it was never removed.', ...names),
    contentUnknown: l10n.t(
      'What the resource role {0} of the team {1} granted is not known, so it cannot be restored.',
      ...names,
    ),
    notKept: l10n.t(
      'The resource role {0} of the team {1} was not restored: that has to be kept on this computer first, and that failed ({2}).',
      ...names,
      journalReason(error),
    ),
    beingRestored: l10n.t(
      'The resource role {0} of the team {1} is just being removed or restored, perhaps in another window.',
      ...names,
    ),
    teamGone: l10n.t(
      'The team {1} is not there any more, or hidden from this API key, so its resource role {0} cannot be restored.',
      ...names,
    ),
    projectsGone: l10n.t(
      'Nothing was restored: {0} of the team {1} was on projects that are not there any more, or hidden from this API key: {2}.',
      ...names,
      escapeIconsAndLinks(listNames(gone, 10)),
    ),
    refused: notRestored,
    notRestored: mayStillComplete(error)
      ? l10n.t(
          'The team {1} does not have the resource role {0} yet, but it may still get it: look before you try again.',
          ...names,
        )
      : notRestored,
    unknown: l10n.t('It is not known whether the team {1} has the resource role {0} again.', ...names),
    notTried: l10n.t('Not tried: {0} of the team {1}.', ...names),
  };
  const text = texts[restoration.outcome];
  return restoration.outcome === 'teamGone' ? text : withReason(text, error);
}
