import { l10n } from 'vscode';
import { displayName } from '../../presentation/text';
import { listFirst, listNames } from '../roleNames';
import { grantsOf, listsOf, type Access, type Answer, type Grant } from './access';
import { and, not, or, some } from './answer';
import { grantText } from './effectText';
import {
  allows,
  allowsSome,
  covers,
  isPartlyKnown,
  keyOf,
  mayLackParts,
  projectUidsOf,
  reachesCluster,
  someCluster,
} from './reach';
import { unreadKinds } from './whoCan';

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
  const users = members?.map((member) => access.users.get(member) ?? { uid: member });
  const userName = (user: { readonly uid: string; readonly name?: string | undefined }): string =>
    displayName(user.name, user.uid, '?');
  const lists = listsOf(access, grant.holder);
  const others = grantsOf({ lists }).filter(({ id }) => id !== grant.id);
  const isRead = lists[grant.kind]?.grants !== undefined;
  // A resource role is never wider than a grant of another kind.
  const isComparable = isRead && (grant.kind === 'resource' || unreadKinds(lists).length === 0);
  return [
    about('memberNeverSignedIn', users, userName, ({ activity }) =>
      activity === undefined ? 'unknown' : activity.lastSignIn === undefined ? 'yes' : 'no',
    ),
    about('memberInactive', users, userName, ({ activity }) =>
      activity?.isActive === undefined ? 'unknown' : activity.isActive ? 'no' : 'yes',
    ),
    about('matchesNoCluster', [grant], undefined, (one) => matchesNoCluster(one, access)),
    about('reachesAllClusters', [grant], undefined, (one) => reachesAllClusters(one, access)),
    about('sameAsOther', others, grantText, (other) => isSame(grant, other), isRead),
    about('widerThanOther', others, grantText, (other) => isWider(grant, other, access), isComparable),
    about(
      'roleDisabled',
      grant.roles,
      (role) => listNames([role]),
      (role) => {
        const definition = access.roles.get(role.uid ?? '');
        return definition === undefined ? 'unknown' : definition.isEnabled === false ? 'yes' : 'no';
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
  if (found.length > 0) return [{ finding, answer: 'yes', detail: textOf && listFirst(found, textOf) }];
  return isRead && !answers.includes('unknown') ? [] : [{ finding, answer: 'unknown' }];
}

/** Only resource roles are for clusters one by one. */
function matchesNoCluster(grant: Grant, access: Access): Answer {
  if (grant.kind !== 'resource') return 'no';
  return mayLackParts(grant) ? 'unknown' : not(findsCluster(grant, access, 'yes'));
}

/** A tenant role does, and a resource role whose filters leave out no cluster of its projects. */
function reachesAllClusters(grant: Grant, access: Access): Answer {
  if (grant.kind !== 'resource') return grant.kind === 'tenant' ? 'yes' : 'no';
  if (isPartlyKnown(grant)) return 'unknown';
  if (grant.filters.length === 0) return grant.projects.length > 0 ? 'yes' : 'no';
  return and(findsCluster(grant, access, 'yes'), not(findsCluster(grant, access, 'no')));
}

function findsCluster(grant: Grant, access: Access, wanted: Answer): Answer {
  return some(projectUidsOf(grant, access), (uid) => {
    const isSought = (reached: Answer): Answer => (wanted === 'yes' ? reached : not(reached));
    const find = (): Answer =>
      someCluster(uid, access, (cluster) => isSought(reachesCluster(grant, cluster, access)));
    return isPartlyKnown(grant)
      ? find()
      : remembered(access, `${wanted} ${uid} ${keyOf(grant.filters)}`, find);
  });
}

const memories = new WeakMap<Access, Map<string, Answer>>();

/**
 * Many grants have the same roles and filters: without this, the findings of 5,000 grants would take a minute. What is read later
 * is in another {@link Access}.
 */
function remembered(access: Access, key: string, find: () => Answer): Answer {
  const memory = memories.get(access) ?? new Map<string, Answer>();
  const known = memory.get(key);
  if (known !== undefined) return known;
  const answer = find();
  memories.set(access, memory.set(key, answer));
  return answer;
}

/** Whether two grants of a holder have the same roles, and reach the same for the same reason. */
function isSame(grant: Grant, other: Grant): Answer {
  if (grant.kind !== other.kind) return 'no';
  if (mayLackParts(grant) || mayLackParts(other)) return 'unknown';
  const lists = ['roles', 'projects', 'filters'] as const;
  const isListedSame = lists.every((list) => keyOf(grant[list]) === keyOf(other[list]));
  if (!isListedSame || grant.workspace?.uid !== other.workspace?.uid) return 'no';
  return isPartlyKnown(grant) || isPartlyKnown(other) ? 'unknown' : 'yes';
}

/** Whether a grant gives all that another one gives, and more. */
function isWider(grant: Grant, other: Grant, access: Access): Answer {
  const allowsLess = allowsBeyond(other, grant, access);
  const isLess = allowsLess === 'yes' ? allowsLess : or(allowsLess, reachesBeyond(other, grant, access));
  if (isLess === 'yes') return 'no';
  const isMore = or(allowsBeyond(grant, other, access), reachesBeyond(grant, other, access));
  return and(
    isMore,
    not(isLess),
    allowsSome(other, access, () => 'yes'),
  );
}

/** Whether a grant allows something that `other` does not. */
function allowsBeyond(grant: Grant, other: Grant, access: Access): Answer {
  const find = (): Answer => {
    const roles = grant.roles.filter(({ uid }) => !other.roles.some((shared) => shared.uid === uid));
    return allowsSome({ ...grant, roles }, access, (permission) => not(allows(other, permission, access)));
  };
  if (mayLackParts(grant) || mayLackParts(other)) return find();
  return remembered(access, `${keyOf(grant.roles)} ${keyOf(other.roles)}`, find);
}

/** Whether a grant reaches something that `other` does not: a workspace, a project, all clusters of one, or a cluster. */
function reachesBeyond(grant: Grant, other: Grant, access: Access): Answer {
  if (isPartlyKnown(grant) || isPartlyKnown(other)) return 'unknown';
  if (grant.kind === 'tenant' || other.kind === 'tenant') return other.kind === 'tenant' ? 'no' : 'yes';
  if (grant.kind === 'workspace' && other.kind !== 'project') {
    return grant.workspace?.uid === other.workspace?.uid ? 'no' : 'yes';
  }
  if (grant.kind === 'project' && other.kind !== 'project') return 'yes';
  return some(projectUidsOf(grant, access), (uid) => {
    if (covers(other, grant, uid)) return 'no';
    if (grant.filters.length === 0) return 'yes';
    if (!other.projects.some((project) => project.uid === uid))
      return findsCluster({ ...grant, projects: [{ uid }] }, access, 'yes');
    return remembered(access, `${uid} ${keyOf(grant.filters)} ${keyOf(other.filters)}`, () =>
      someCluster(uid, access, (cluster) =>
        and(reachesCluster(grant, cluster, access), not(reachesCluster(other, cluster, access))),
      ),
    );
  });
}

export function findingText(finding: Finding): string {
  return {
    memberNeverSignedIn: l10n.t('Member never signed in'),
    memberInactive: l10n.t('Member is inactive'),
    matchesNoCluster: l10n.t('Matches no cluster'),
    reachesAllClusters: l10n.t('Reaches all clusters'),
    sameAsOther: l10n.t('Same as another grant'),
    widerThanOther: l10n.t('Wider than another grant'),
    roleDisabled: l10n.t('Role is disabled'),
  }[finding];
}
