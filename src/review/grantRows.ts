import { isDeepStrictEqual } from 'node:util';
import { l10n } from 'vscode';
import { displayName, parts } from '../text/text';
import {
  holderKey,
  holderName,
  usersOf,
  type Access,
  type Grant,
  type Holder,
  type HolderGrants,
} from '../access/access';
import { findingsOf } from '../access/findings';
import { permissionsText } from '../access/permissions';
import {
  matchedClusters,
  matchedText,
  mayLackParts,
  permissionsOf,
  type MatchedClusters,
} from '../access/reach';
import { isRemovable } from '../access/resourceRoles';
import { filtersOf } from '../access/roleNames';
import { listNames, maxNames } from '../text/names';
import type { GrantRow } from './messages';

/** What a review adds to a grant. */
export type Remarks = Pick<GrantRow, 'decision' | 'outcome' | 'isGone' | 'change'>;

type Allowed = Pick<GrantRow, 'allows' | 'permissions'>;

interface Made {
  readonly version: number;
  readonly holder: HolderGrants | undefined;
  readonly row: GrantRow;
}

/** Makes the rows of grants. A row is the same object as long as it shows the same. */
export class GrantRows {
  readonly #made = new Map<string, Made>();
  /** What the roles of grants allow, by their UIDs: many grants have the same. */
  readonly #allowed = new Map<string, Allowed>();
  #version = 0;
  #deadline = Infinity;
  #isLate = false;

  /** Call this when something else than the grants of holders has changed, such as what roles allow. */
  invalidate(): void {
    this.#version++;
    this.#allowed.clear();
  }

  /** Calls `run`, which makes rows for `ms` at most. @returns its result, and whether rows are left to be made */
  within<Result>(ms: number, run: () => Result): readonly [result: Result, isLate: boolean] {
    this.#deadline = performance.now() + ms;
    this.#isLate = false;
    return [run(), this.#isLate];
  }

  /** Undefined, or as it was before, if there is no time left. */
  rowOf(grant: Grant, access: Access, remarksOn: (row: GrantRow) => Remarks): GrantRow | undefined {
    const version = this.#version;
    const holder = access.holders.get(holderKey(grant.holder));
    const made = this.#made.get(grant.id);
    const isCurrent = made?.version === version && made.holder === holder;
    if (!isCurrent && performance.now() > this.#deadline) {
      this.#isLate = true;
      return made?.row;
    }
    const plain = isCurrent ? made.row : { ...grantRow(grant, access), ...this.#allowedBy(grant, access) };
    const shown = { ...plain, ...remarksOn(plain) };
    const row = made !== undefined && isDeepStrictEqual(shown, made.row) ? made.row : shown;
    this.#made.set(grant.id, { version, holder, row });
    return row;
  }

  #allowedBy(grant: Grant, access: Access): Allowed {
    const isPart = mayLackParts(grant);
    const key = JSON.stringify([isPart, ...grant.roles.map(({ uid }) => uid)]);
    const known = this.#allowed.get(key);
    if (known !== undefined) return known;
    const permissions = permissionsOf(grant.roles, access);
    const allows = permissions === undefined ? l10n.t('not read') : permissionsText(permissions);
    const allowed = { permissions: isPart ? undefined : permissions, allows };
    this.#allowed.set(key, allowed);
    return allowed;
  }
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

function grantRow(grant: Grant, access: Access): Omit<GrantRow, keyof Allowed> {
  const { id, holder, kind, roles, projects, resourceRole } = grant;
  const isGone = kind === 'resource' && resourceRole === undefined;
  const clusters = matchedClusters(grant, access);
  const isKnown = !isGone && clusters.unknown + clusters.unreadProjects === 0;
  return {
    id,
    who: whoOf(holder, access),
    kind,
    role: listNames(roles, maxNames, 60) || displayName(undefined, resourceRole?.uid, '?'),
    reach: reachOf(grant, isGone ? undefined : clusters),
    clusters: kind === 'resource' && isKnown ? clusters.matched : undefined,
    projects: kind === 'tenant' || mayLackParts(grant) ? undefined : projects.map((one) => listNames([one])),
    findings: isGone ? [] : findingsOf(grant, access, clusters),
    signedIn: oldestSignIn(holder, access),
    isRemovable: holder.kind === 'team' && resourceRole !== undefined && isRemovable(resourceRole),
  };
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
