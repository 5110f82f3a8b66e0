import { l10n } from 'vscode';
import { formatNumber } from '../../text/format';
import { escapeIconsAndLinks, present, sanitizeLine } from '../../text/text';
import type { JournalEntry } from '../journal/journal';
import { mayStillComplete } from '../removal/removeRole';
import { entryNames, report, withReason } from '../report';
import { listNames } from '../../text/names';
import type { Restoration } from './restoreRole';

export interface RestorationResult {
  readonly entry: JournalEntry;
  readonly restoration: Restoration;
}

/** Shows the results of restorations in one message. */
export async function reportRestorations(results: readonly RestorationResult[]): Promise<void> {
  const [first, ...others] = results;
  await report(
    first !== undefined && others.length === 0 ? [sentenceOf(first)] : sentencesOf(results),
    results.every(hasRole),
    results.map(({ restoration }) => restoration),
  );
}

/** Whether the team has the role now, however it got it. */
function hasRole({ restoration: { outcome } }: RestorationResult): boolean {
  return outcome === 'restored' || outcome === 'alreadyThere' || outcome === 'neverRemoved';
}

/** How many of the other restorations a message describes. */
const maxDescribed = 3;

function sentencesOf(results: readonly RestorationResult[]): readonly (string | undefined)[] {
  // Failures first.
  const others = results
    .filter(({ restoration }) => restoration.outcome !== 'restored')
    .sort((one, other) => Number(hasRole(one)) - Number(hasRole(other)));
  const restoredCount = results.length - others.length;
  return [
    l10n.t('Restored {0} of {1} roles.', formatNumber(restoredCount), formatNumber(results.length)),
    restoredCount === 0 ? undefined : l10n.t('Their UIDs have changed.'),
    ...others.slice(0, maxDescribed).map(sentenceOf),
    others.length <= maxDescribed
      ? undefined
      : l10n.t('See the log for {0} more.', formatNumber(others.length - maxDescribed)),
  ];
}

function sentenceOf({ entry, restoration }: RestorationResult): string {
  const names = entryNames(entry);
  const notRestored = l10n.t('"{0}" wasn\'t restored to team "{1}".', ...names);
  const unconfirmed = l10n.t(
    'The restoration of "{0}" to team "{1}" isn\'t confirmed. Check the team before retrying.',
    ...names,
  );
  switch (restoration.outcome) {
    case 'restored':
      return present(
        l10n.t('Restored "{0}" to team "{1}".', ...names),
        restoration.uid === undefined
          ? l10n.t('Its UID has changed.')
          : l10n.t('Its new UID is {0}.', sanitizeLine(restoration.uid)),
      ).join(' ');
    case 'alreadyThere':
    case 'neverRemoved':
      return l10n.t('Team "{1}" already has "{0}". Nothing was added.', ...names);
    case 'contentUnknown':
      return l10n.t('Poolview doesn\'t have the details needed to restore "{0}" to team "{1}".', ...names);
    case 'notKept':
      return l10n.t(
        '"{0}" wasn\'t restored to team "{1}", because this couldn\'t be saved on this computer first ({2}).',
        ...names,
        restoration.error.reason,
      );
    case 'beingRestored':
      return l10n.t(
        '"{0}" of team "{1}" is already being removed or restored, possibly in another window.',
        ...names,
      );
    case 'teamGone':
      return l10n.t(
        '"{0}" can\'t be restored: team "{1}" no longer exists, or this API key has no access to it.',
        ...names,
      );
    case 'projectsGone':
      return l10n.t(
        '"{0}" wasn\'t restored to team "{1}". These projects no longer exist, or this API key has no access to them: {2}.',
        ...names,
        escapeIconsAndLinks(listNames(restoration.gone, 10)),
      );
    case 'refused':
      return withReason(notRestored, restoration.error);
    case 'notRestored':
      return withReason(mayStillComplete(restoration.error) ? unconfirmed : notRestored, restoration.error);
    case 'unknown':
      return withReason(unconfirmed, restoration.error);
    case 'notSeen':
      return unconfirmed;
    case 'notTried':
      return notRestored;
  }
}
