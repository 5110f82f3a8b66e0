import { l10n } from 'vscode';
import { formatNumber } from '../text/format';
import type { Access, Grant } from '../access/access';
import { allowedBy, keyOf } from '../access/reach';
import { keptGrant, listKey, type FinishedReview, type Meaning } from './decisions';
import type { GrantRow } from './messages';

type Part = Omit<Meaning, 'values'>;

/** What is kept of a review. @param clustersOf how many clusters a grant reaches; undefined if that is not known */
export function keptReview(
  grants: readonly Grant[],
  read: readonly string[],
  access: Access,
  clustersOf: (grant: Grant) => number | undefined,
): FinishedReview {
  const parts = new Map(grants.flatMap(partsOf).map((part) => [nameOf(part), part]));
  return {
    at: Date.now(),
    read,
    grants: grants.flatMap((grant) => {
      const { kind, uid, name } = grant.holder;
      const holder = kind === 'team' ? { kind, uid, name } : { kind, uid };
      return keptGrant({ ...grant, holder, clusters: clustersOf(grant) }) ?? [];
    }),
    meanings: [...parts.values()].flatMap((part) => {
      const values = valuesOf(part, access);
      return values === undefined ? [] : [{ ...part, values: [...values] }];
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
    const changed = meanings.filter(({ values, ...part }) => {
      const now = valuesOf(part, access);
      return now && (now.size !== values.length || values.some((value) => !now.has(value)));
    });
    this.#changed = new Set(changed.map(nameOf));
  }

  /** @param clusters how many it reaches; undefined if that is not known */
  changeOf(grant: Grant, clusters: number | undefined): Pick<GrantRow, 'change' | 'changes'> {
    const old = this.before.get(grant.id);
    if (old === undefined) return { change: this.#lists.has(listKey(grant)) ? 'added' : undefined };
    const isOther = (list: 'roles' | 'projects' | 'filters'): boolean =>
      keyOf(grant[list]) !== keyOf(old[list]);
    const changed = new Set(
      partsOf(grant).flatMap((part) => (this.#changed.has(nameOf(part)) ? part.of : [])),
    );
    const [now = old.clusters, then = now] = [clusters, old.clusters];
    const found: readonly (readonly [isFound: boolean, text: string])[] = [
      [isOther('roles'), l10n.t('roles')],
      [isOther('projects'), l10n.t('projects')],
      [isOther('filters'), l10n.t('filters')],
      [changed.has('role'), l10n.t('permissions')],
      [changed.has('filter'), l10n.t('conditions')],
      [changed.has('team'), l10n.t('members')],
      [now !== then, l10n.t('{0} instead of {1} clusters', formatNumber(now ?? 0), formatNumber(then ?? 0))],
    ];
    const texts = found.flatMap(([isFound, text]) => (isFound ? [text] : []));
    return texts.length === 0 ? {} : { change: 'changed', changes: texts.join(', ') };
  }
}

/** What others have in common with a grant. */
function partsOf({ holder, roles, filters }: Grant): readonly Part[] {
  return [
    ...(holder.kind === 'team' ? [{ of: 'team', uid: holder.uid } as const] : []),
    ...roles.map(({ uid = '' }) => ({ of: 'role', uid }) as const),
    ...filters.map(({ uid = '' }) => ({ of: 'filter', uid }) as const),
  ];
}

function nameOf({ of, uid }: Part): string {
  return `${of} ${uid}`;
}

/** Undefined if they were not read. */
function valuesOf({ of, uid }: Part, access: Access): ReadonlySet<string> | undefined {
  if (of === 'filter') {
    const { conjunction, filters } = access.filters.get(uid) ?? {};
    const conditions = filters?.map(({ key, negation, values }) =>
      JSON.stringify([key, negation, ...values.toSorted()]),
    );
    return conditions && new Set([String(conjunction), ...conditions]);
  }
  const values = of === 'role' ? allowedBy({ uid }, access) : access.members.get(uid);
  return values && new Set(values);
}
