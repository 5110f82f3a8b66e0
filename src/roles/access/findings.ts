import { l10n } from 'vscode';
import { displayName } from '../../presentation/text';
import { listFirst, listNames } from '../roleNames';
import { grantsOf, holderKey, type Access, type Answer, type Grant, type User } from './access';
import { and, not, or, some } from './answer';
import { grantText } from './effectText';
import {
  allows,
  covers,
  isPartlyKnown,
  keyOf,
  mayLackParts,
  names,
  projectUidsOf,
  reachesCluster,
} from './reach';

export const findings = [
  'memberNeverSignedIn',
  'memberInactive',
  'matchesNoCluster',
  'reachesAllClusters',
  'sameAsOther',
  'widerThanOther',
  'roleDisabled',
] as const;
export type Finding = (typeof findings)[number];

export interface FindingOf {
  readonly finding: Finding;
  /** `unknown`: something that decides it was not read. */
  readonly answer: 'yes' | 'unknown';
  /** Which users, grants or roles. */
  readonly detail?: string | undefined;
}

/** What a reviewer should look at. */
export function findingsOf(grant: Grant, access: Access): readonly FindingOf[] {
  const { kind, uid } = grant.holder;
  const members = kind === 'user' ? [uid] : access.members.get(uid);
  const users = members?.map((member): Partial<User> => access.users.get(member) ?? { uid: member }) ?? [{}];
  const userName = (user: Partial<User>): string => displayName(user.name, user.uid, '?');
  const own = access.holders.get(holderKey(grant.holder));
  const others = own === undefined ? [] : grantsOf(own).filter(({ id }) => id !== grant.id);
  return [
    ...about('memberNeverSignedIn', users, userName, ({ activity }) =>
      activity === undefined ? 'unknown' : activity.lastSignIn === undefined ? 'yes' : 'no',
    ),
    ...about('memberInactive', users, userName, ({ activity }) =>
      activity?.isActive === undefined ? 'unknown' : activity.isActive ? 'no' : 'yes',
    ),
    ...about('matchesNoCluster', [grant], undefined, (one) => matchesNoCluster(one, access)),
    ...about('reachesAllClusters', [grant], undefined, (one) => reachesAllClusters(one, access)),
    ...about('sameAsOther', others, grantText, (other) => isSame(grant, other)),
    ...about('widerThanOther', others, grantText, (other) => isWider(grant, other, access)),
    ...about(
      'roleDisabled',
      grant.roles,
      (role) => listNames([role]),
      ({ uid: role = '' }) => {
        const definition = access.roles.get(role);
        return definition === undefined ? 'unknown' : definition.isEnabled === false ? 'yes' : 'no';
      },
    ),
  ];
}

function about<Value>(
  finding: Finding,
  values: readonly Value[],
  textOf: ((value: Value) => string) | undefined,
  test: (value: Value) => Answer,
): readonly FindingOf[] {
  const answers = values.map(test);
  const found = values.filter((_, at) => answers[at] === 'yes');
  if (found.length > 0) return [{ finding, answer: 'yes', detail: textOf && listFirst(found, textOf) }];
  return answers.includes('unknown') ? [{ finding, answer: 'unknown' }] : [];
}

/** Only resource roles are for clusters one by one. */
function matchesNoCluster(grant: Grant, access: Access): Answer {
  if (grant.kind !== 'resource') return 'no';
  return mayLackParts(grant) ? 'unknown' : not(finds(grant, access, (reached) => reached));
}

/** A tenant role does, and a resource role whose filters leave out no cluster of its projects. */
function reachesAllClusters(grant: Grant, access: Access): Answer {
  if (grant.kind !== 'resource') return grant.kind === 'tenant' ? 'yes' : 'no';
  if (isPartlyKnown(grant)) return 'unknown';
  if (grant.filters.length === 0) return grant.projects.length > 0 ? 'yes' : 'no';
  return and(
    finds(grant, access, (reached) => reached),
    not(finds(grant, access, not)),
  );
}

/** Whether there is a cluster in the projects of a grant that it reaches as `wanted` says. */
function finds(grant: Grant, access: Access, wanted: (reached: Answer) => Answer): Answer {
  return some(projectUidsOf(grant, access), (uid) => {
    const { all = [], isComplete = false } = access.clusters.get(uid) ?? {};
    const found = some(all, (cluster) => wanted(reachesCluster(grant, cluster, access)));
    return isComplete ? found : or(found, 'unknown');
  });
}

/** Whether two grants of a holder have the same roles, and reach the same for the same reason. */
function isSame(grant: Grant, other: Grant): Answer {
  if (grant.kind !== other.kind) return 'no';
  if (mayLackParts(grant) || mayLackParts(other)) return 'unknown';
  if (partsKey(grant) !== partsKey(other)) return 'no';
  return isPartlyKnown(grant) || isPartlyKnown(other) ? 'unknown' : 'yes';
}

function partsKey({ roles, projects, filters, workspace }: Grant): string {
  return [roles, projects, filters, workspace === undefined ? [] : [workspace]].map(keyOf).join();
}

/** Whether a grant gives all that another one gives, and more. */
function isWider(grant: Grant, other: Grant, access: Access): Answer {
  const [less, more] = [allowsBeyond(other, grant, access), allowsBeyond(grant, other, access)];
  const isNarrower = or(less, reachesBeyond(other, grant, access));
  const exceeds = or(more, reachesBeyond(grant, other, access));
  return and(
    allowsAny(other, access, () => 'yes'),
    not(isNarrower),
    exceeds,
  );
}

/** Whether a grant allows something that `other` does not. */
function allowsBeyond(grant: Grant, other: Grant, access: Access): Answer {
  const shared = new Set(other.roles.map(({ uid }) => uid));
  const roles = grant.roles.filter(({ uid }) => !shared.has(uid));
  return allowsAny({ ...grant, roles }, access, (permission) => not(allows(other, permission, access)));
}

function allowsAny(grant: Grant, { roles }: Access, test: (permission: string) => Answer): Answer {
  const found = some(grant.roles, ({ uid = '' }) => {
    const { isEnabled, permissions } = roles.get(uid) ?? {};
    if (isEnabled === false) return 'no';
    return permissions === undefined ? 'unknown' : some(permissions, test);
  });
  return mayLackParts(grant) ? or(found, 'unknown') : found;
}

/** Whether a grant reaches something that `other` does not: a workspace, a project with all its clusters, or a cluster. */
function reachesBeyond(grant: Grant, other: Grant, access: Access): Answer {
  if (isPartlyKnown(grant) || isPartlyKnown(other)) return 'unknown';
  if (other.kind === 'tenant') return 'no';
  if (grant.kind === 'tenant') return 'yes';
  return some(projectUidsOf(grant, access), (projectUid) => {
    if (grant.kind === 'workspace' && other.kind !== 'project')
      return grant.workspace?.uid === other.workspace?.uid ? 'no' : 'yes';
    if (covers(other, grant, projectUid)) return 'no';
    if (grant.filters.length === 0)
      return other.kind === 'workspace' || other.filters.length > 0 ? 'yes' : not(names(other, projectUid));
    const { all = [], isComplete = false } = access.clusters.get(projectUid) ?? {};
    const found = some(all, (cluster) =>
      and(reachesCluster(grant, cluster, access), not(reachesCluster(other, cluster, access))),
    );
    return isComplete ? found : or(found, 'unknown');
  });
}

export function findingText(finding: Finding): string {
  switch (finding) {
    case 'memberNeverSignedIn':
      return l10n.t('Member never signed in');
    case 'memberInactive':
      return l10n.t('Member is inactive');
    case 'matchesNoCluster':
      return l10n.t('Matches no cluster');
    case 'reachesAllClusters':
      return l10n.t('Reaches all clusters');
    case 'sameAsOther':
      return l10n.t('Same as another grant');
    case 'widerThanOther':
      return l10n.t('Wider than another grant');
    case 'roleDisabled':
      return l10n.t('Role is disabled');
  }
}
