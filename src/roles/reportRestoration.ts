import { l10n } from 'vscode';
import { formatNumber } from '../presentation/format';
import { escapeIconsAndLinks, sanitizeLine, present } from '../presentation/text';
import type { JournalEntry } from './journal';
import { mayStillComplete } from './removal';
import type { Restoration } from './restoring';
import { because, helpWith, tell } from './tell';
import { listNames, roleNames, teamName } from './words';

/** What became of giving a removed role back. */
export interface RestorationResult {
  readonly entry: JournalEntry;
  readonly restoration: Restoration;
}

/** Tells what became of restorations in one message. */
export async function reportRestorations(results: readonly RestorationResult[]): Promise<void> {
  if (results.length === 0) return;
  const isWell = results.every(({ restoration }) => isThere(restoration));
  const isKeyRefused = results.some(
    ({ restoration }) => restoration.outcome === 'refused' && restoration.error.kind === 'unauthorized',
  );
  await tell(restorationsText(results), isWell, isWell ? [] : helpWith(isKeyRefused));
}

/** Whether the team has the role, whoever gave it. */
function isThere({ outcome }: Restoration): boolean {
  return outcome === 'restored' || outcome === 'alreadyThere' || outcome === 'neverRemoved';
}

/** Of one what became of it; of several how many are back, and of each other what became of it. */
export function restorationsText(results: readonly RestorationResult[]): string {
  const [only] = results;
  if (only !== undefined && results.length === 1) return sentenceOf(only);
  // First those of whom a person has to know.
  const others = results
    .filter(({ restoration }) => restoration.outcome !== 'restored')
    .sort((one, other) => Number(isThere(one.restoration)) - Number(isThere(other.restoration)));
  const restored = results.filter(({ restoration }) => restoration.outcome === 'restored');
  return present(
    l10n.t(
      'Restored {0} of {1} resource roles.',
      formatNumber(restored.length),
      formatNumber(results.length),
    ),
    restored.length === 0 ? undefined : l10n.t('They have new uids.'),
    ...others.slice(0, mostTold).map(sentenceOf),
    others.length <= mostTold
      ? undefined
      : l10n.t('The log has what became of {0} more.', formatNumber(others.length - mostTold)),
  ).join(' ');
}

/** Restorations that one message has room for, beside those that went well. */
const mostTold = 3;

function sentenceOf({ entry, restoration }: RestorationResult): string {
  const { team, content, roleUid } = entry;
  const names = [
    escapeIconsAndLinks(roleNames({ uid: roleUid, ...content })),
    escapeIconsAndLinks(teamName(team)),
  ] as const;
  switch (restoration.outcome) {
    case 'restored':
      return restoration.uid === undefined
        ? l10n.t('Restored the resource role {0} of the team {1}. It has a new uid.', ...names)
        : l10n.t(
            'Restored the resource role {0} of the team {1}. It has a new uid: {2}.',
            ...names,
            sanitizeLine(restoration.uid),
          );
    case 'notSeen':
      return l10n.t(
        'The service says that the team {1} has the resource role {0} again, but does not list it: look before you try again.',
        ...names,
      );
    case 'notTried':
      return l10n.t('Not tried: {0} of the team {1}.', ...names);
    case 'alreadyThere':
      return l10n.t('The team {1} already has a resource role like {0}: nothing was added.', ...names);
    case 'neverRemoved':
      return l10n.t('The team {1} still has the resource role {0}: it was never removed.', ...names);
    case 'contentUnknown':
      return l10n.t(
        'What the resource role {0} of the team {1} granted is not known, so it cannot be restored.',
        ...names,
      );
    case 'notKept':
      return l10n.t(
        'The resource role {0} of the team {1} was not restored: that has to be kept on this computer first, and that failed ({2}).',
        ...names,
        restoration.error.reason,
      );
    case 'beingRestored':
      return l10n.t(
        'The resource role {0} of the team {1} is just being removed or restored, perhaps in another window.',
        ...names,
      );
    case 'teamGone':
      return l10n.t(
        'The team {1} is not there any more, or hidden from this API key, so its resource role {0} cannot be restored.',
        ...names,
      );
    case 'projectsGone':
      return l10n.t(
        'Nothing was restored: {0} of the team {1} was on projects that are not there any more, or hidden from this API key: {2}.',
        ...names,
        escapeIconsAndLinks(listNames(restoration.gone, 10)),
      );
    case 'refused':
      return because(
        l10n.t('The resource role {0} of the team {1} was not restored.', ...names),
        restoration.error,
      );
    case 'notRestored':
      return because(
        mayStillComplete(restoration.error)
          ? l10n.t(
              'The team {1} does not have the resource role {0} yet, but it may still get it: look before you try again.',
              ...names,
            )
          : l10n.t('The resource role {0} of the team {1} was not restored.', ...names),
        restoration.error,
      );
    case 'unknown':
      return because(
        l10n.t('It is not known whether the team {1} has the resource role {0} again.', ...names),
        restoration.error,
      );
  }
}
