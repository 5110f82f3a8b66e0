import { l10n } from 'vscode';
import { displayName } from '../text/text';
import { listFirst, listNames, maxNames } from '../text/names';
import { listsOf, usersOf, type Access, type Answer, type Grant } from './access';
import { and, not } from './answer';
import { isPartlyKnown, matchedClusters, mayLackParts, type MatchedClusters } from './reach';
import { grants } from './resourceRoles';
import { grantKindText, roleAndLimits } from './roleNames';

export const findings = [
  'memberNeverSignedIn',
  'memberInactive',
  'matchesNoCluster',
  'reachesAllClusters',
  'sameAsOther',
  'roleDisabled',
] as const;
export type Finding = (typeof findings)[number];

export interface FindingOf {
  readonly finding: Finding;
  /** Otherwise, something that decides it was not read. */
  readonly isKnown: boolean;
  /** With the users, grant or roles that it is about. */
  readonly text: string;
}

/** What a reviewer should look at: the findings that apply, and those of which that is not known. */
export function findingsOf(
  grant: Grant,
  access: Access,
  clusters = matchedClusters(grant, access),
): readonly FindingOf[] {
  const users = usersOf(grant.holder, access);
  const userName = (user: { readonly uid: string; readonly name?: string | undefined }): string =>
    displayName(user.name, user.uid, '?');
  const reach = reachAnswers(grant, clusters);
  return [
    about('memberNeverSignedIn', users, userName, ({ activity }) => {
      if (activity === undefined || activity.lastSignIn === 'unknown') return 'unknown';
      return activity.lastSignIn === undefined ? 'yes' : 'no';
    }),
    about('memberInactive', users, userName, ({ activity }) =>
      activity?.isActive === undefined ? 'unknown' : activity.isActive ? 'no' : 'yes',
    ),
    about('matchesNoCluster', [grant], undefined, () => reach.matchesNoCluster),
    about('reachesAllClusters', [grant], ofWhat, () => reach.reachesAllClusters),
    sameAsOther(grant, access),
    about(
      'roleDisabled',
      grant.roles,
      (role) => listNames([role]),
      (role) => {
        const { isEnabled } = access.roles.get(role.uid ?? '') ?? {};
        return isEnabled === undefined ? 'unknown' : isEnabled ? 'no' : 'yes';
      },
      !mayLackParts(grant),
    ),
  ].flat();
}

/** @param values those that can have the finding; undefined if they were not read. @param isRead whether these are all */
function about<Value>(
  finding: Finding,
  values: readonly Value[] | undefined,
  textOf: ((value: Value) => string) | undefined,
  test: (value: Value) => Answer,
  isRead = values !== undefined,
): readonly FindingOf[] {
  const answers = values?.map(test) ?? [];
  const found = values?.filter((_, at) => answers[at] === 'yes') ?? [];
  if (found.length > 0)
    return [{ finding, isKnown: true, text: textAbout(finding, textOf ? listFirst(found, textOf) : '') }];
  return isRead && !answers.includes('unknown')
    ? []
    : [{ finding, isKnown: false, text: findingText(finding) }];
}

/** Only resource roles are for clusters one by one. A tenant role is for all, as is a resource role whose filters leave out none. */
function reachAnswers(
  grant: Grant,
  { matched, unknown, of, unreadProjects }: MatchedClusters,
): Readonly<Record<'matchesNoCluster' | 'reachesAllClusters', Answer>> {
  const { kind, filters, projects } = grant;
  if (kind !== 'resource')
    return { matchesNoCluster: 'no', reachesAllClusters: kind === 'tenant' ? 'yes' : 'no' };
  const isOpen = unknown + unreadProjects > 0;
  const isAnyReached: Answer = matched > 0 ? 'yes' : isOpen ? 'unknown' : 'no';
  const isAnyLeftOut: Answer = matched + unknown < of ? 'yes' : isOpen ? 'unknown' : 'no';
  const isUnlimited: Answer = projects.length > 0 ? 'yes' : 'no';
  const isAllReached = and(isAnyReached, not(isAnyLeftOut));
  return {
    matchesNoCluster: mayLackParts(grant) ? 'unknown' : not(isAnyReached),
    reachesAllClusters: isPartlyKnown(grant) ? 'unknown' : filters.length === 0 ? isUnlimited : isAllReached,
  };
}

/** Of which clusters a grant reaches all. */
function ofWhat({ kind, projects }: Grant): string {
  return kind === 'tenant' ? l10n.t('all projects') : listNames(projects);
}

/** Names another resource role of the team or user with the same roles, projects and filters. What was not read is never the same. */
function sameAsOther(grant: Grant, access: Access): readonly FindingOf[] {
  const content = grant.resourceRole?.content;
  const others = listsOf(access, grant.holder).resource?.grants ?? [];
  const isSame = ({ id, resourceRole }: Grant): boolean =>
    id !== grant.id && resourceRole !== undefined && content !== undefined && grants(resourceRole, content);
  const same = others.find(isSame)?.resourceRole;
  if (same === undefined) return [];
  const role = l10n.t('{0} role {1}', grantKindText(grant.kind), roleAndLimits(same, maxNames, 40));
  return [{ finding: 'sameAsOther', isKnown: true, text: l10n.t('Same as: {0}', role) }];
}

/** @param names of the users, projects or roles that have it */
function textAbout(finding: Finding, names: string): string {
  if (finding === 'memberNeverSignedIn') return l10n.t('{0} never signed in', names);
  if (finding === 'memberInactive') return l10n.t('{0} not active', names);
  return names === '' ? findingText(finding) : l10n.t('{0}: {1}', findingText(finding), names);
}

function findingText(finding: Finding): string {
  return {
    memberNeverSignedIn: l10n.t('Member never signed in'),
    memberInactive: l10n.t('Member is inactive'),
    matchesNoCluster: l10n.t('Matches no cluster'),
    reachesAllClusters: l10n.t('Reaches all clusters'),
    sameAsOther: l10n.t('Same as another grant'),
    roleDisabled: l10n.t('Role is disabled'),
  }[finding];
}
