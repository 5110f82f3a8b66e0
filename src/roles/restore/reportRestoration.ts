import { l10n } from 'vscode';
import { formatNumber } from '../../text/format';
import { escapeIconsAndLinks, sanitizeLine } from '../../text/text';
import { StorageError } from '../../connections/storedFiles';
import type { JournalEntry } from '../journal/journal';
import { mayStillComplete } from '../removal/removeRole';
import { entryNames, errorOf, isDone, report, withReason } from '../report';
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
    results.map(({ restoration }) => restoration),
  );
}

/** How many of the other restorations a message describes. */
const maxDescribed = 3;

function sentencesOf(results: readonly RestorationResult[]): readonly (string | undefined)[] {
  // Failures first.
  const others = results
    .filter(({ restoration }) => restoration.outcome !== 'restored')
    .sort((one, other) => Number(isDone(one.restoration)) - Number(isDone(other.restoration)));
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
  const { outcome } = restoration;
  const names = entryNames(entry);
  const error = errorOf(restoration);
  const uid = 'uid' in restoration ? restoration.uid : undefined;
  const gone = 'gone' in restoration ? restoration.gone : [];
  const isThere = l10n.t('Team "{1}" already has "{0}". Nothing was added.', ...names);
  const notRestored = l10n.t('"{0}" wasn\'t restored to team "{1}".', ...names);
  const unconfirmed = l10n.t(
    'The restoration of "{0}" to team "{1}" isn\'t confirmed. Check the team before retrying.',
    ...names,
  );
  const newUid =
    uid === undefined ? l10n.t('Its UID has changed.') : l10n.t('Its new UID is {0}.', sanitizeLine(uid));
  const texts: Readonly<Record<Restoration['outcome'], string>> = {
    restored: [l10n.t('Restored "{0}" to team "{1}".', ...names), newUid].join(' '),
    alreadyThere: isThere,
    neverRemoved: isThere,
    contentUnknown: l10n.t(
      'Poolview doesn\'t have the details needed to restore "{0}" to team "{1}".',
      ...names,
    ),
    notKept: l10n.t(
      '"{0}" wasn\'t restored to team "{1}", because this couldn\'t be saved on this computer first ({2}).',
      ...names,
      error instanceof StorageError ? error.reason : '',
    ),
    beingRestored: l10n.t(
      '"{0}" of team "{1}" is already being removed or restored, possibly in another window.',
      ...names,
    ),
    teamGone: l10n.t(
      '"{0}" can\'t be restored: team "{1}" no longer exists, or this API key has no access to it.',
      ...names,
    ),
    projectsGone: l10n.t(
      '"{0}" wasn\'t restored to team "{1}". These projects no longer exist, or this API key has no access to them: {2}.',
      ...names,
      escapeIconsAndLinks(listNames(gone, 10)),
    ),
    refused: notRestored,
    notRestored: mayStillComplete(error) ? unconfirmed : notRestored,
    unknown: unconfirmed,
    notSeen: unconfirmed,
    notTried: notRestored,
  };
  return outcome === 'teamGone' ? texts[outcome] : withReason(texts[outcome], error);
}
