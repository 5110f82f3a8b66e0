import { l10n } from 'vscode';
import type { RecordedOutcome, Restored } from './journal/records';

/** What became of a removal: what the journal keeps of one that was sent, or why it was not sent. */
type RemovalOutcome =
  | RecordedOutcome
  /** The window that sent it may still record its outcome. */
  | 'underWay'
  /** The journal could not be written. */
  | 'notKept'
  /** The role could not be reread. */
  | 'notRead'
  /** Canceled before, or not confirmed. */
  | 'notTried';

interface RemovalMeaning {
  /** Whether the role is gone, as the user wanted. */
  readonly isDone: boolean;
  /** Whether the role is gone, or may be: otherwise, there is nothing to restore. */
  readonly mayBeGone: boolean;
  /** Whether this removal took the role away, so that it can be undone. */
  readonly tookIt: boolean;
  readonly word: () => string;
  /** About one role. @param reason why it could not be saved */
  readonly sentence: (role: string, team: string, reason: string) => string;
  /** About some of several roles. The message begins with how many were removed. */
  readonly several: (roles: string, reason: string) => string;
  readonly forAgents: 'removed' | 'alreadyRemoved' | 'notRemoved' | 'notConfirmed';
}

const notRemoved: RemovalMeaning = {
  isDone: false,
  mayBeGone: false,
  tookIt: false,
  word: () => l10n.t('not removed'),
  sentence: (...names) => l10n.t('"{0}" wasn\'t removed from team "{1}".', ...names),
  several: (roles) => l10n.t('Not removed: {0}.', roles),
  forAgents: 'notRemoved',
};

const unconfirmed: RemovalMeaning = {
  isDone: false,
  mayBeGone: true,
  tookIt: false,
  word: () => l10n.t('removal not confirmed'),
  sentence: (...names) =>
    l10n.t(
      'The removal of "{0}" from team "{1}" isn\'t confirmed. Check the team before retrying.',
      ...names,
    ),
  several: (roles) => l10n.t('Not confirmed: {0}. Check before retrying.', roles),
  forAgents: 'notConfirmed',
};

/** What each outcome of a removal means. */
export const removalOutcomes: Readonly<Record<RemovalOutcome, RemovalMeaning>> = {
  removed: {
    isDone: true,
    mayBeGone: true,
    tookIt: true,
    word: () => l10n.t('removed'),
    sentence: (...names) => l10n.t('Removed "{0}" from team "{1}".', ...names),
    several: () => '',
    forAgents: 'removed',
  },
  alreadyGone: {
    isDone: true,
    mayBeGone: true,
    tookIt: false,
    word: () => l10n.t('was already removed'),
    sentence: (...names) =>
      l10n.t('Team "{1}" doesn\'t have "{0}". It may have been removed already.', ...names),
    several: (roles) => l10n.t('Already removed: {0}.', roles),
    forAgents: 'alreadyRemoved',
  },
  notRemoved,
  unknown: unconfirmed,
  underWay: unconfirmed,
  notKept: {
    ...notRemoved,
    sentence: (...names) =>
      l10n.t(
        '"{0}" wasn\'t removed from team "{1}", because it couldn\'t be saved on this computer first ({2}).',
        ...names,
      ),
    several: (roles, reason) =>
      l10n.t("Not removed, because they couldn't be saved on this computer first ({0}): {1}.", reason, roles),
  },
  notRead: notRemoved,
  notTried: { ...notRemoved, several: (roles) => l10n.t('Skipped: {0}.', roles) },
};

/** What the journal has of the outcome of a removal. */
interface Recorded {
  readonly outcome: RecordedOutcome | undefined;
  readonly isUnderWay: boolean;
  readonly restored: Restored | undefined;
}

/** The outcome of a removal in the journal. That of a window which has ended is not known until it is determined. */
export function outcomeOf({ outcome, isUnderWay }: Omit<Recorded, 'restored'>): RemovalOutcome {
  return outcome ?? (isUnderWay ? 'underWay' : 'unknown');
}

/** What became of a removal in the journal. */
export function outcomeText(entry: Recorded): string {
  if (entry.restored === undefined) return removalOutcomes[outcomeOf(entry)].word();
  return entry.restored.wasThere === true ? l10n.t('the team had an equal role') : l10n.t('restored');
}

/** What a review shows of the outcome of a removal in the journal. Of one that is under way, there is no text. */
export function shownOutcome(entry: Recorded) {
  const { isDone: isGone, mayBeGone } = removalOutcomes[outcomeOf(entry)];
  return { isGone, mayBeGone, text: entry.isUnderWay ? undefined : outcomeText(entry) };
}

/** What became of restoring a role. */
type RestorationOutcome =
  /** The role was added. */
  | 'restored'
  /** The team has a role that grants the same. */
  | 'alreadyThere'
  /** The team still has the role itself. */
  | 'neverRemoved'
  /** What the role granted is not known, or can't be read from the journal. */
  | 'contentUnknown'
  /** It is being removed, or restored. */
  | 'underWay'
  | 'teamGone'
  /** Projects of the role no longer exist, so nothing was added. */
  | 'projectsGone'
  /** Roles or filters of it no longer exist, so nothing was added. */
  | 'partsGone'
  /** What its roles allow, or its filters match, is not what it was, and the user did not want that. */
  | 'changed'
  | 'notRestored'
  /** Whether the role was added is not known. */
  | 'unknown'
  /** Canceled before, or not confirmed. */
  | 'notTried';

interface RestorationMeaning {
  /** Whether the team has such a role, as the user wanted. */
  readonly isDone: boolean;
  /** @param detail its new UID, or what is gone */
  readonly sentence: (role: string, team: string, detail: string) => string;
}

const isThere: RestorationMeaning = {
  isDone: true,
  sentence: (...names) => l10n.t('Team "{1}" already has "{0}". Nothing was added.', ...names),
};

const notRestored: RestorationMeaning = {
  isDone: false,
  sentence: (...names) => l10n.t('"{0}" wasn\'t restored to team "{1}".', ...names),
};

/** What each outcome of a restoration means. */
export const restorationOutcomes: Readonly<Record<RestorationOutcome, RestorationMeaning>> = {
  restored: {
    isDone: true,
    sentence: (role, team, uid) =>
      uid === ''
        ? l10n.t('Restored "{0}" to team "{1}". Its UID has changed.', role, team)
        : l10n.t('Restored "{0}" to team "{1}". Its new UID is {2}.', role, team, uid),
  },
  alreadyThere: isThere,
  neverRemoved: isThere,
  contentUnknown: {
    isDone: false,
    sentence: (...names) =>
      l10n.t('Poolview doesn\'t have the details needed to restore "{0}" to team "{1}".', ...names),
  },
  underWay: {
    isDone: false,
    sentence: (...names) => l10n.t('"{0}" of team "{1}" is already being removed or restored.', ...names),
  },
  teamGone: {
    isDone: false,
    sentence: (...names) =>
      l10n.t(
        '"{0}" can\'t be restored: team "{1}" no longer exists, or this API key has no access to it.',
        ...names,
      ),
  },
  projectsGone: {
    isDone: false,
    sentence: (...names) =>
      l10n.t(
        '"{0}" wasn\'t restored to team "{1}". These projects no longer exist, or this API key has no access to them: {2}.',
        ...names,
      ),
  },
  partsGone: {
    isDone: false,
    sentence: (...names) =>
      l10n.t(
        '"{0}" wasn\'t restored to team "{1}". These roles or filters no longer exist, or this API key has no access to them: {2}.',
        ...names,
      ),
  },
  changed: notRestored,
  notRestored,
  unknown: {
    isDone: false,
    sentence: (...names) =>
      l10n.t(
        'The restoration of "{0}" to team "{1}" isn\'t confirmed. Check the team before retrying.',
        ...names,
      ),
  },
  notTried: notRestored,
};

/** Whether a role is now as the user wanted, however that came about. */
export function isDone(
  change: 'remove' | 'restore',
  { outcome }: { readonly outcome: RemovalOutcome | RestorationOutcome },
): boolean {
  const meanings: Readonly<Record<string, { readonly isDone: boolean }>> =
    change === 'remove' ? removalOutcomes : restorationOutcomes;
  return meanings[outcome]?.isDone === true;
}
