import { l10n } from 'vscode';
import type { Access, Grant, Holder } from '../access/access';
import type { Span } from '../access/accessReader';
import { remembering } from '../service/remember';
import { userActivityTexts } from '../access/holderText';
import { countRead, unreadOf, unreadText, type Unread } from '../access/unread';
import { leadingTo, type PartialQuestion } from '../access/whoCan';
import type { Verdict } from '../query/verdict';
import { formatProgress } from '../text/format';
import { displayName, parts, pathText } from '../text/text';
import { whoCanAnswer } from './answer';
import type { AskedProject, Focus, PageQuestion, ReviewHeader, WhoCanAnswer } from './messages';
import type { ReviewRead } from './reviewRead';

/** What a review has read, and what follows from it: a decision changes nothing of it. */
export interface Learned {
  readonly access: Access;
  readonly holders: readonly Holder[];
  readonly grants: readonly Grant[];
  /** When what decides was requested. */
  readonly span: Span | undefined;
  /** Whether a grant leads to what is reviewed. */
  readonly leads: (grant: Grant) => Verdict;
  readonly answerTo: (question: PageQuestion) => WhoCanAnswer;
  /** What was not read of what decides about the grants. */
  readonly notRead: readonly Unread[];
  readonly scope: string;
  readonly permissions: ReviewHeader['permissions'];
  readonly projects: readonly AskedProject[];
}

export function learnedFrom(
  { access, holders, grants, span }: ReviewRead,
  scope: Omit<Focus, 'connection'>,
): Learned {
  const permissions = [...access.roles.values()].flatMap((role) => role.permissions ?? []);
  const projects = projectsIn(access, grants);
  return {
    ...{ access, holders, grants, span, projects },
    leads: remembering(leadingTo(access, scope)),
    answerTo: remembering((question: PageQuestion) =>
      whoCanAnswer(question, access, placeNames(question, projects)),
    ),
    notRead: notReadOf(access, holders, grants, scope),
    scope: scopeText(access, holders, projects, scope),
    permissions: [...new Set(permissions)].sort(),
  };
}

function notReadOf(
  access: Access,
  holders: readonly Holder[],
  grants: readonly Grant[],
  { holder: about, projectUid }: Omit<Focus, 'connection'>,
): readonly Unread[] {
  const hasUsers = holders.some(({ kind }) => kind === 'user');
  return unreadOf(access, {
    holders,
    teams: holders.filter(({ kind }) => kind === 'team'),
    grants,
    projectUids: projectUid === undefined ? undefined : [projectUid],
    also: [
      'signIns',
      ...(about?.kind === 'team' ? [] : (['teams'] as const)),
      ...(hasUsers ? [] : (['ownRoles'] as const)),
      ...(hasUsers && about === undefined ? (['users'] as const) : []),
    ],
  });
}

/** `40 of 40 teams · not read: users' own roles; sign-ins`: what was not read does not count as "no access". */
export function reviewCoverageText({ access, holders }: Learned, notRead: readonly Unread[]): string {
  const [teams, users] = (['team', 'user'] as const).map((kind) => {
    const ofKind = holders.filter((holder) => holder.kind === kind);
    return ofKind.length > 0 && formatProgress(countRead(access, ofKind), ofKind.length);
  });
  // How many of them were not requested, the numbers say.
  const unread = notRead.filter(({ part, reason }) => part !== 'grants' || reason);
  return parts(
    teams ? l10n.t('{0} teams', teams) : '',
    users ? l10n.t('own roles of {0} users', users) : '',
    unread.length === 0 ? '' : l10n.t('not read: {0}', unread.map((one) => unreadText(one)).join('; ')),
  );
}

function scopeText(
  { users }: Access,
  holders: readonly Holder[],
  projects: readonly AskedProject[],
  scope: Omit<Focus, 'connection'>,
): string {
  const { holder: about, projectUid } = scope;
  if (projectUid !== undefined) return l10n.t('access to {0}', pathText(...placeNames(scope, projects)));
  if (about === undefined) return l10n.t('all teams');
  const name = displayName(holders[0]?.name, about.uid, '?');
  if (about.kind === 'team') return l10n.t('team {0}', name);
  return parts(l10n.t('user {0}', name), ...userActivityTexts(users.get(about.uid) ?? about));
}

/** The projects that were read or that grants name, with the clusters that were read. */
function projectsIn({ clusters }: Access, grants: readonly Grant[]): readonly AskedProject[] {
  const ofGrants = grants.flatMap(({ projects }) => projects);
  const names = new Map(ofGrants.flatMap(({ uid, name }) => (uid === undefined ? [] : [[uid, name]])));
  for (const [uid, { name }] of clusters) names.set(uid, name ?? names.get(uid));
  return [...names].map(([id, name]) => ({
    id,
    name: displayName(name, id, '?'),
    clusters: (clusters.get(id)?.all ?? []).map((one) => ({
      id: one.uid,
      name: displayName(one.name, one.uid, '?'),
    })),
  }));
}

/** The names of a project and a cluster, as far as there are any. */
function placeNames(
  { projectUid, clusterUid }: PartialQuestion,
  projects: readonly AskedProject[],
): readonly string[] {
  const project = projects.find(({ id }) => id === projectUid);
  const cluster = project?.clusters.find(({ id }) => id === clusterUid);
  return [project, cluster].flatMap((one) => one?.name ?? []);
}
