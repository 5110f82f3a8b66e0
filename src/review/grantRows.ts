import { l10n } from 'vscode';
import { displayName, parts } from '../text/text';
import { holderKey, holderName, usersOf, type Access, type Grant, type Holder } from '../access/access';
import { remembering } from '../access/answer';
import { findingsOf } from '../access/findings';
import { permissionsText } from '../access/permissions';
import {
  matchedClusters,
  matchedText,
  mayLackParts,
  permissionsOf,
  reachKey,
  type MatchedClusters,
} from '../access/reach';
import { isRemovable } from '../access/resourceRoles';
import { filtersOf } from '../access/roleNames';
import { listNames, maxNames } from '../text/names';
import type { GrantRow } from './messages';

type PlainRow = Omit<GrantRow, 'choice' | 'note' | 'outcome' | 'isGone' | 'change'>;

/** Makes the rows of grants, without what a review adds. What many of them have in common is worked out once. */
export function rowMaker(access: Access): (grant: Grant, isGone: boolean) => PlainRow {
  const clustersOf = remembering((grant: Grant) => matchedClusters(grant, access), reachKey);
  const ofHolder = remembering(
    (holder: Holder) => ({ who: whoOf(holder, access), signedIn: oldestSignIn(holder, access) }),
    holderKey,
  );
  const ofRoles = remembering(
    (grant: Grant) => {
      const permissions = permissionsOf(grant.roles, access);
      const allows = permissions === undefined ? l10n.t('not read') : permissionsText(permissions);
      return { permissions: mayLackParts(grant) ? undefined : permissions, allows };
    },
    (grant) => JSON.stringify([mayLackParts(grant), ...grant.roles.map(({ uid }) => uid)]),
  );
  const rows = new Map<string, PlainRow>();
  return (grant, isGone) => {
    const { id, holder, kind, roles, projects, resourceRole } = grant;
    const key = `${isGone} ${id}`;
    const clusters = isGone ? undefined : clustersOf(grant);
    const row = rows.get(key) ?? {
      id,
      ...ofHolder(holder),
      ...ofRoles(grant),
      kind,
      role: listNames(roles, maxNames, 60) || displayName(undefined, resourceRole?.uid, '?'),
      reach: reachOf(grant, clusters),
      projects:
        kind === 'tenant' || mayLackParts(grant) ? undefined : projects.map((one) => listNames([one])),
      findings: clusters ? findingsOf(grant, access, clusters) : [],
      isRemovable: holder.kind === 'team' && resourceRole !== undefined && isRemovable(resourceRole),
    };
    rows.set(key, row);
    return row;
  };
}

export function whoOf(holder: Holder, access: Access): GrantRow['who'] {
  const { kind, uid } = holder;
  const members = kind === 'team' ? access.members.get(uid)?.length : undefined;
  const inactive = usersOf(holder, access)?.filter(({ activity }) => activity?.isActive === false).length;
  return { kind, id: uid, name: displayName(holderName(holder, access), uid, '?'), members, inactive };
}

/** Later than any sign-in. */
const noTime = Number.MAX_SAFE_INTEGER;

/** When that user of a grant signed in last who has not for the longest time: 0 if one never did. Undefined if it is not known. */
function oldestSignIn(holder: Holder, access: Access): number | undefined {
  const signIns = usersOf(holder, access)?.map(({ activity }) => activity && (activity.lastSignIn ?? 0));
  const read = signIns?.filter((time) => typeof time === 'number') ?? [];
  return read.length === signIns?.length ? Math.min(...read, noTime) : undefined;
}

/** `payments, ledger · filter pci-dss · 8 of 10 clusters` @param clusters undefined if the grant is gone */
function reachOf(
  { kind, projects, filters, workspace, resourceRole }: Grant,
  clusters: MatchedClusters | undefined,
): string {
  if (kind === 'tenant') return l10n.t('all projects');
  if (kind === 'project') return listNames(projects);
  if (kind === 'workspace')
    return l10n.t('workspace {0} in {1}', listNames([workspace ?? {}]), listNames(projects));
  // What is known of a grant that is gone is complete.
  const content = clusters ? resourceRole?.content : { roles: [], projectUids: [], filterRefs: [] };
  return parts(
    listNames(projects, maxNames, 40) || l10n.t('no projects'),
    filtersOf({ filterRefs: filters, content }, maxNames, 40),
    ...(clusters ? matchedText(clusters) : []),
  );
}
