import { l10n } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks, present, sanitizeLine } from '../../presentation/text';
import { completeStep } from '../../ui/contextKeys';
import type { JournalEntry } from '../journal/journal';
import { mayStillComplete } from '../removal/removeRole';
import { errorOf, failureActions, journalReason, showResult, withReason } from '../resultMessage';
import { entryNames } from '../messageNames';
import { listNames } from '../roleNames';
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

/** Whether the team has the role now, however it got it. */
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
    l10n.t('Restored {0} of {1} roles.', formatNumber(restoredCount), formatNumber(results.length)),
    restoredCount === 0 ? undefined : l10n.t('Their UIDs have changed.'),
    ...others.slice(0, maxDescribed).map(sentenceOf),
    others.length <= maxDescribed
      ? undefined
      : l10n.t('See the log for {0} more.', formatNumber(others.length - maxDescribed)),
  ).join(' ');
}

/** What the message says. Outcomes that call for the same action have the same text. */
type Told =
  | 'restored'
  | 'alreadyThere'
  | 'detailsMissing'
  | 'notSaved'
  | 'busy'
  | 'teamGone'
  | 'projectsGone'
  | 'notRestored'
  | 'unconfirmed';

function toldOf(restoration: Restoration): Told {
  switch (restoration.outcome) {
    case 'restored':
    case 'alreadyThere':
    case 'teamGone':
    case 'projectsGone':
      return restoration.outcome;
    case 'neverRemoved':
      return 'alreadyThere';
    case 'contentUnknown':
      return 'detailsMissing';
    case 'notKept':
      return 'notSaved';
    case 'beingRestored':
      return 'busy';
    case 'notRestored':
      return mayStillComplete(restoration.error) ? 'unconfirmed' : 'notRestored';
    case 'refused':
    case 'notTried':
      return 'notRestored';
    case 'notSeen':
    case 'unknown':
      return 'unconfirmed';
  }
}

function sentenceOf({ entry, restoration }: RestorationResult): string {
  const names = entryNames(entry);
  const uid = restoration.outcome === 'restored' ? restoration.uid : undefined;
  const gone = restoration.outcome === 'projectsGone' ? restoration.gone : [];
  const error = errorOf(restoration);
  const texts: Readonly<Record<Told, string>> = {
    restored: present(
      l10n.t('Restored "{0}" to team "{1}".', ...names),
      uid === undefined ? l10n.t('Its UID has changed.') : l10n.t('Its new UID is {0}.', sanitizeLine(uid)),
    ).join(' '),
    alreadyThere: l10n.t('Team "{1}" already has "{0}". Nothing was added.', ...names),
    detailsMissing: l10n.t(
      'Poolview doesn\'t have the details needed to restore "{0}" to team "{1}".',
      ...names,
    ),
    notSaved: l10n.t(
      '"{0}" wasn\'t restored to team "{1}", because this couldn\'t be saved on this computer first ({2}).',
      ...names,
      journalReason(error),
    ),
    busy: l10n.t(
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
    notRestored: l10n.t('"{0}" wasn\'t restored to team "{1}".', ...names),
    unconfirmed: l10n.t(
      'The restoration of "{0}" to team "{1}" isn\'t confirmed. Check the team before retrying.',
      ...names,
    ),
  };
  const told = toldOf(restoration);
  return told === 'teamGone' ? texts.teamGone : withReason(texts[told], error);
}
