import { l10n } from 'vscode';
import { patternOf } from '../query/termTable';
import { and, not, or, some, type Verdict } from '../query/verdict';
import type { Reference } from '../service/readers';
import { listNames } from '../text/format';
import { listsOf, usersOf, type Access, type Grant } from './access';
import { permissionGroupOf } from './permissions';
import {
  allowedBy,
  isPartlyKnown,
  matchedClusters,
  mayLackParts,
  roleAllows,
  type MatchedClusters,
} from './reach';
import { grants } from './resourceRoles';
import { grantText } from './grantText';

export const findings = [
  'memberNeverSignedIn',
  'memberInactive',
  'matchesNoCluster',
  'reachesAllClusters',
  'sameAsOther',
  'roleDisabled',
] as const;
type Finding = (typeof findings)[number];

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
  const reach = reachAnswers(grant, clusters);
  return [
    aboutEach('memberNeverSignedIn', users, ({ activity }) => {
      if (activity === undefined || activity.lastSignIn === 'unknown') return undefined;
      return activity.lastSignIn === undefined;
    }),
    aboutEach('memberInactive', users, ({ activity }) => not(activity?.isActive)),
    findingFor('matchesNoCluster', reach.matchesNoCluster),
    findingFor('reachesAllClusters', and(reach.reachesAllClusters, changesAny(grant, access)), ofWhat(grant)),
    sameAsOther(grant, access),
    aboutEach(
      'roleDisabled',
      grant.roles,
      ({ uid = '' }) => not(access.roles.get(uid)?.isEnabled),
      !mayLackParts(grant),
    ),
  ].flat();
}

/** @param names what it is about, if it is known */
function findingFor(finding: Finding, verdict: Verdict, names = ''): readonly FindingOf[] {
  if (verdict === false) return [];
  const isKnown = verdict === true;
  return [{ finding, isKnown, text: isKnown ? textAbout(finding, names) : findingText(finding) }];
}

/**
 * A finding for each user or role that has it.
 * @param all those that can have it; undefined if they were not read. @param areAll whether there are no others
 */
function aboutEach<Of extends Reference>(
  finding: Finding,
  all: readonly Of[] | undefined,
  test: (one: Of) => Verdict,
  areAll = all !== undefined,
): readonly FindingOf[] {
  const found = all?.filter((one) => test(one) === true) ?? [];
  if (found.length > 0) return found.flatMap((one) => findingFor(finding, true, listNames([one])));
  return findingFor(finding, or(some(all ?? [], test), areAll ? false : undefined));
}

/**
 * Only resource roles are for clusters one by one. A tenant role is for all, as is a resource role whose filters leave out none.
 * One without a filter reaches all that there will be, also of a project without clusters.
 */
function reachAnswers(
  grant: Grant,
  { matched, unknown, of, unreadProjects }: MatchedClusters,
): Readonly<Record<'matchesNoCluster' | 'reachesAllClusters', Verdict>> {
  const { kind, filters, projects } = grant;
  if (kind !== 'resource') return { matchesNoCluster: false, reachesAllClusters: kind === 'tenant' };
  const mayBeOther = unknown + unreadProjects > 0 ? undefined : false;
  const isAnyReached = matched > 0 || mayBeOther;
  const isAnyLeftOut = matched + unknown < of || mayBeOther;
  const hasNoLimit = filters.length === 0 && projects.length > 0;
  const isUnlimited = hasNoLimit && (isPartlyKnown(grant) ? undefined : true);
  return {
    matchesNoCluster: mayLackParts(grant) ? undefined : not(or(isUnlimited, isAnyReached)),
    reachesAllClusters: isPartlyKnown(grant)
      ? undefined
      : or(isUnlimited, and(isAnyReached, not(isAnyLeftOut))),
  };
}

/** Whether a grant allows more than to view. */
function changesAny(grant: Grant, access: Access): Verdict {
  const changes = some(grant.roles, (role) => {
    const more = allowedBy(role, access)?.filter((permission) => permissionGroupOf(permission) !== 'view');
    return more && some(more, (permission) => roleAllows(role, permission, access));
  });
  return mayLackParts(grant) ? or(changes, undefined) : changes;
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
  const same = others.find(isSame);
  return same === undefined
    ? []
    : findingFor('sameAsOther', true, grantText(same, ['kind', 'role', 'projects', 'filters']));
}

/** @param names of the users, projects or roles that have it */
function textAbout(finding: Finding, names: string): string {
  if (names === '') return findingText(finding);
  if (finding === 'memberNeverSignedIn') return l10n.t('{0} never signed in', names);
  if (finding === 'memberInactive') return l10n.t('{0} not active', names);
  return finding === 'sameAsOther'
    ? l10n.t('Same as: {0}', names)
    : l10n.t('{0}: {1}', findingText(finding), names);
}

export function findingLabel({ text, isKnown }: FindingOf): string {
  return isKnown ? text : l10n.t('Not known: {0}', text);
}

/** Whether a text may be that of a finding, once it is known what it is about. */
export function isLikeFinding(finding: Finding, text: string): boolean {
  return patternOf(textAbout(finding, '*'))(text);
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
