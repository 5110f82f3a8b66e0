import { l10n } from 'vscode';
import { formatNumber } from '../text/format';
import { holderKey, keyOf, type Access, type Grant } from '../access/access';
import { allowedBy } from '../access/reach';
import { keptGrant, listKey, type FinishedReview } from './decisions';

/** What is kept of a review. @param clustersOf how many clusters a grant reaches; undefined if that is not known */
export function keptReview(
  grants: readonly Grant[],
  read: readonly string[],
  access: Access,
  clustersOf: (grant: Grant) => number | undefined,
): FinishedReview {
  return {
    at: Date.now(),
    read,
    grants: grants.flatMap((grant) => {
      const { kind, uid, name } = grant.holder;
      const holder = kind === 'team' ? { kind, uid, name } : { kind, uid };
      return keptGrant({ ...grant, holder, clusters: clustersOf(grant) }) ?? [];
    }),
    meanings: [...new Set(grants.flatMap(partsOf))].flatMap((of) => {
      const values = valuesOf(of, access);
      return values === undefined ? [] : [{ of, values: [...values] }];
    }),
  };
}

/** What has changed since a finished review, as far as both have read it. */
export class Comparison {
  /** The grants of that review, by ID. */
  readonly before: ReadonlyMap<string, FinishedReview['grants'][number]>;
  readonly #lists: ReadonlySet<string>;
  /** The parts that have another meaning now. */
  readonly #changed: ReadonlySet<string>;

  constructor({ grants, read, meanings = [] }: FinishedReview, access: Access) {
    this.before = new Map(grants.map((grant) => [grant.id, grant]));
    this.#lists = new Set(read);
    const changed = meanings.filter(({ of, values }) => {
      const now = valuesOf(of, access);
      return now && (now.size !== values.length || values.some((value) => !now.has(value)));
    });
    this.#changed = new Set(changed.map(({ of }) => of));
  }

  /** What has changed, in words. @param clusters how many it reaches; undefined if that is not known */
  changeOf(grant: Grant, isThere: boolean, clusters: number | undefined): string | undefined {
    const old = this.before.get(grant.id);
    if (!isThere) return old && l10n.t('Gone since the last review');
    if (old === undefined)
      return this.#lists.has(listKey(grant)) ? l10n.t('Added since the last review') : undefined;
    const isOther = (list: 'roles' | 'projects' | 'filters'): boolean =>
      keyOf(grant[list]) !== keyOf(old[list]);
    const changed = partsOf(grant).filter((part) => this.#changed.has(part));
    const means = (kind: string): boolean => changed.some((part) => part.startsWith(kind));
    const [now = old.clusters, then = now] = [clusters, old.clusters];
    const found: readonly (readonly [isFound: boolean, text: string])[] = [
      [isOther('roles'), l10n.t('roles')],
      [isOther('projects'), l10n.t('projects')],
      [isOther('filters'), l10n.t('filters')],
      [means('role'), l10n.t('permissions')],
      [means('filter'), l10n.t('conditions')],
      [means('team'), l10n.t('members')],
      [now !== then, l10n.t('{0} instead of {1} clusters', formatNumber(now ?? 0), formatNumber(then ?? 0))],
    ];
    const texts = found.flatMap(([isFound, text]) => (isFound ? [text] : []));
    return texts.length === 0 ? undefined : l10n.t('Changed since the last review: {0}', texts.join(', '));
  }
}

/** What others have in common with a grant. */
function partsOf({ holder, roles, filters }: Grant): readonly string[] {
  const ofLists = [
    ...roles.map(({ uid = '' }) => `role/${uid}`),
    ...filters.map(({ uid = '' }) => `filter/${uid}`),
  ];
  return holder.kind === 'team' ? [holderKey(holder), ...ofLists] : ofLists;
}

/** What a part means; undefined if that was not read. */
function valuesOf(part: string, access: Access): ReadonlySet<string> | undefined {
  const uid = part.slice(part.indexOf('/') + 1);
  if (part.startsWith('filter')) {
    const { conjunction, filters } = access.filters.get(uid) ?? {};
    const conditions = filters?.map(({ key, negation, values }) =>
      JSON.stringify([key, negation, ...values.toSorted()]),
    );
    return conditions && new Set([String(conjunction), ...conditions]);
  }
  const values = part.startsWith('role') ? allowedBy({ uid }, access) : access.members.get(uid);
  return values && new Set(values);
}
