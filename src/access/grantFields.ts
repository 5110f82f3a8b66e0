import { l10n } from 'vscode';
import { keysOf } from '../service/keys';
import { reference, type Reference } from '../service/readers';
import { formatProgress, formatUtc } from '../text/format';
import { listNames, maxNames } from '../text/names';
import { displayName, parts } from '../text/text';
import { grantKinds, holderKey, holderName, keyOf, usersOf, type Access, type Grant } from './access';
import { remembering } from './answer';
import { findingLabel, findingsOf } from './findings';
import { findingTerm, named, oneOf, signedInTerm, type Term } from './grantTerms';
import { fullName, holderText, userText, userValue, whoOf, whoText, type Who } from './holderText';
import { groupedPermissions, permissionGroupText, permissionsText } from './permissions';
import {
  everyPermission,
  matchedClusters,
  matchedText,
  mayLackParts,
  permissionsOf,
  reachKey,
} from './reach';
import { resourceRoleUid } from './readGrants';
import { isRemovable } from './resourceRoles';
import { filtersOf, grantKindText } from './roleNames';
import { filterText } from './tagFilter';

/**
 * Where a field is used. A row of a review has its value: one that was read (`row`), or one that the review adds (`review`).
 * The words of a query find its text (`words`), and the line below the table shows it (`details`).
 */
type Use = 'row' | 'review' | 'words' | 'details' | 'report' | 'agents' | 'hover';

/** What decides the values of a grant. */
interface Source {
  readonly grant: Grant;
  readonly access: Access;
  /** Undefined if the grant is gone. */
  readonly clusters: ReturnType<typeof matchedClusters> | undefined;
}

/** How references are written: with their UIDs, unless users only look at them. */
type Names = (references: readonly Reference[]) => string;

interface Field<Value, Uses extends Use = Use> {
  readonly uses: readonly Uses[];
  readonly title: () => string;
  /** With names as the service wrote them. Undefined if it is not known, or if there is none. */
  readonly value: (source: Source) => Value;
  /** The value in full, as text. */
  readonly lines: (value: Value, names: Names) => readonly string[];
  /** Grants for which it is the same have the same value. */
  readonly key?: (grant: Grant) => string;
  /** What a query can ask, by key. */
  readonly terms?: Readonly<Record<string, Term<Value>>>;
}

function field<const Uses extends Use, Value>(
  uses: readonly Uses[],
  title: () => string,
  value: (source: Source) => Value,
  more: Partial<Pick<Field<Value>, 'lines' | 'key' | 'terms'>> = {},
): Field<Value, Uses> {
  return { uses, title, value, lines: plainLines, ...more };
}

/** A field whose value only a review knows. */
function ofReview<const Uses extends Use, Value>(
  uses: readonly Uses[],
  title: () => string,
  toText: (value: Value) => string,
  terms: Readonly<Record<string, Term<Value | undefined>>> = {},
): Field<Value | undefined, Uses> {
  const lines = (value: Value | undefined) => (value === undefined ? [] : [toText(value)]);
  return { uses, title, value: () => undefined, lines, terms };
}

/** Texts and references. */
function plainLines(value: unknown, names: Names): readonly string[] {
  if (typeof value === 'string' || typeof value === 'boolean') return [String(value)];
  const references = [value].flat().flatMap((one) => reference(one) ?? []);
  return references.length === 0 ? [] : [names(references)];
}

const asItIs = (value: string): string => value;
const notRead = (): readonly string[] => [l10n.t('not read')];
const noTitle = (): string => '';
const rolesKey = (grant: Grant): string => `${mayLackParts(grant)} ${keyOf(grant.roles)}`;

export const choices = ['none', 'keep', 'remove'] as const;
export type Choice = (typeof choices)[number];

/** Whether a grant is new since the last review, or gone: without, or with a removal in this one. */
type Change = 'added' | 'gone' | 'removed';

/** All that is known about a grant, once: where it is used says the record of each field. In the order of reports. */
export const grantFields = {
  holder: field(
    ['report', 'agents'],
    () => l10n.t('Team or user'),
    ({ grant: { holder }, access }) => ({ ...holder, name: holderName(holder, access) }),
    { lines: ({ kind, ...named }, names) => [holderText(kind, names([named]))] },
  ),
  who: field(
    ['row', 'words'],
    () => l10n.t('Who'),
    ({ grant, access }) => whoOf(grant.holder, access),
    {
      lines: (who) => [whoText(who)],
      key: ({ holder }) => holderKey(holder),
      terms: {
        team: named(({ kind, name }: Who) => (kind === 'team' ? [name] : [])),
        user: named(({ kind, name }: Who) => (kind === 'user' ? [name] : [])),
        'signed-in': signedInTerm,
      },
    },
  ),
  members: field(
    ['report'],
    () => l10n.t('Users'),
    ({ grant, access }) => usersOf(grant.holder, access)?.map(userValue),
    { lines: (users) => users?.map(userText) ?? notRead() },
  ),
  kind: field(
    ['row', 'words', 'details', 'report', 'agents'],
    () => l10n.t('Kind'),
    ({ grant }) => grant.kind,
    {
      lines: (kind) => [grantKindText(kind)],
      terms: { kind: oneOf(grantKinds, asItIs) },
    },
  ),
  role: field(['row', 'words', 'details'], () => l10n.t('Role'), shortRole, {
    terms: { role: named((role: string) => [...new Set([withoutResource(role), role])]) },
  }),
  roles: field(
    ['report', 'agents', 'hover'],
    () => l10n.t('Role'),
    ({ grant }) => grant.roles,
  ),
  /** Only resource roles of teams with a UID can be removed; the others have a link to the web console. */
  isRemovable: field(
    ['row'],
    noTitle,
    ({ grant: { holder, resourceRole } }) =>
      holder.kind === 'team' && resourceRole !== undefined && isRemovable(resourceRole),
  ),
  canRestore: field(
    ['report', 'agents'],
    () => l10n.t('Can be restored'),
    ({ grant: { kind, resourceRole } }) =>
      kind === 'resource' ? resourceRole?.content !== undefined : undefined,
  ),
  allows: field(
    ['row', 'words', 'details', 'report'],
    () => l10n.t('Allows'),
    ({ grant, access }) => {
      const permissions = permissionsOf(grant.roles, access);
      return permissions === undefined ? l10n.t('not read') : permissionsText(permissions);
    },
    { key: rolesKey },
  ),
  permissions: field(
    ['row', 'report', 'agents', 'hover'],
    () => l10n.t('Permissions'),
    ({ grant, access }) => (mayLackParts(grant) ? undefined : permissionsOf(grant.roles, access)),
    {
      lines: (permissions) => (permissions ? permissionLines(permissions) : notRead()),
      key: rolesKey,
      terms: {
        allows: named((all: readonly string[] | undefined) => (all?.includes(everyPermission) ? 'all' : all)),
      },
    },
  ),
  disabled: field(
    ['hover'],
    () => l10n.t('Disabled'),
    ({ grant, access }) => disabledRoles(grant, access.roles),
  ),
  reach: field(['row', 'words', 'report'], () => l10n.t('Reaches'), reachText),
  projects: field(
    ['report', 'agents', 'hover'],
    () => l10n.t('Projects'),
    ({ grant: { kind, projects } }) => (kind === 'tenant' ? undefined : projects),
  ),
  projectNames: field(['row'], noTitle, projectNames, {
    terms: { project: named((names: ReturnType<typeof projectNames>) => names) },
  }),
  workspace: field(
    ['report', 'agents'],
    () => l10n.t('Workspace'),
    ({ grant }) => grant.workspace,
  ),
  filters: field(['report', 'agents', 'hover'], () => l10n.t('Filters'), filtersWithConditions, {
    lines: (filters, names) =>
      filters.map((one) => `${names([one])}: ${one.conditions ?? l10n.t('not read')}`),
  }),
  /** Of a resource role: it is removed by it. */
  roleUid: field(
    ['report', 'agents', 'hover'],
    () => l10n.t('UID'),
    ({ grant }) => resourceRoleUid(grant.id),
  ),
  /** How many of the clusters that were read it reaches, and how many projects were not read completely. */
  clusters: field(
    ['report'],
    () => l10n.t('Clusters'),
    ({ clusters }) => clusters,
    {
      lines: (clusters) => (clusters ? [formatProgress(clusters.matched, clusters.of)] : []),
    },
  ),
  findings: field(
    ['row', 'words', 'details', 'report'],
    () => l10n.t('Findings'),
    ({ grant, access, clusters }) => (clusters ? findingsOf(grant, access, clusters) : []),
    { lines: (found) => found.map(findingLabel), terms: { finding: findingTerm } },
  ),
  id: field(
    ['row', 'report'],
    () => 'ID',
    ({ grant }) => grant.id,
  ),
  /** Nothing can be decided about it. */
  isGone: ofReview(['review'], noTitle, (isGone: boolean) => String(isGone)),
  change: ofReview(['review', 'words', 'report'], () => l10n.t('Change'), changeText, {
    // Also what was removed in this review.
    change: oneOf(['added', 'gone'], (change) => (change === 'removed' ? 'gone' : change)),
  }),
  choice: ofReview(['review', 'words', 'report'], () => l10n.t('Decision'), choiceText, {
    decision: oneOf(['undecided', 'keep', 'remove'], (choice) => (choice === 'none' ? 'undecided' : choice)),
  }),
  note: ofReview(['review', 'words', 'report'], () => l10n.t('Note'), asItIs),
  decidedBy: ofReview(['report'], () => l10n.t('Decided by'), asItIs),
  decidedAt: ofReview(['review', 'report'], () => l10n.t('Decided at'), formatUtc),
  outcome: ofReview(['review', 'words', 'report'], () => l10n.t('Outcome'), asItIs),
  outcomeAt: ofReview(['report'], () => l10n.t('Removed at'), formatUtc),
  journalEntry: ofReview(['report'], () => l10n.t('Journal'), asItIs),
  auditEntry: ofReview(['report'], () => l10n.t('Audit entry'), asItIs),
};

/** The names of what it grants, or its UID. */
function shortRole({ grant: { roles, resourceRole } }: Source): string {
  return listNames(roles, maxNames, 60) || displayName(undefined, resourceRole?.uid, '?');
}

/** The icon of a resource role says what it is. */
export function shownRole({ kind, role }: Pick<GrantRow, 'kind' | 'role'>): string {
  return kind === 'resource' ? withoutResource(role) : role;
}

function withoutResource(role: string): string {
  return role.replace(/(^|, )Resource /g, '$1');
}

export function disabledRoles({ roles }: Grant, definitions: Access['roles']): Grant['roles'] {
  return roles.filter(({ uid = '' }) => definitions.get(uid)?.isEnabled === false);
}

/** `delete (cluster.delete)`, what needs most attention first */
function permissionLines(permissions: readonly string[]): readonly string[] {
  return [...groupedPermissions(permissions)].map(
    ([group, ofGroup]) => `${permissionGroupText(group)} (${ofGroup.join(', ')})`,
  );
}

/** `payments, ledger · filter pci-dss · 8 of 10 clusters` */
function reachText({ grant, clusters }: Source): string {
  const { kind, projects, filters, workspace, resourceRole } = grant;
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

function projectNames({ grant }: Source): readonly string[] | 'all' | undefined {
  if (grant.kind === 'tenant') return 'all';
  return mayLackParts(grant) ? undefined : grant.projects.map((one) => listNames([one]));
}

function filtersWithConditions({ grant, access }: Source) {
  return grant.filters.map(({ uid = '', name }) => {
    const group = access.filters.get(uid);
    return { uid, name, conditions: group && filterText(group) };
  });
}

export function changeText(change: Change | undefined): string {
  if (change === undefined || change === 'removed') return '';
  return change === 'added' ? l10n.t('Added since the last review') : l10n.t('Gone since the last review');
}

export function choiceText(choice: Choice): string {
  return { none: l10n.t('Undecided'), keep: l10n.t('Keep'), remove: l10n.t('Remove') }[choice];
}

function fullNames(references: readonly Reference[]): string {
  return references.map(fullName).join('; ');
}

type Fields = typeof grantFields;
type ValueOf<Name extends keyof Fields> = Fields[Name] extends Field<infer Value> ? Value : never;
type FieldFor<Uses extends Use> = {
  [Name in keyof Fields]: Extract<Fields[Name]['uses'][number], Uses> extends never ? never : Name;
}[keyof Fields];
export type Values<Uses extends Use> = { readonly [Name in FieldFor<Uses>]: ValueOf<Name> };

/** What a row of a review shows. All texts are safe on one line. */
export type GrantRow = Values<'row' | 'review'> & { readonly choice: Choice; readonly note: string };

export function fieldsFor<Uses extends Use>(...uses: readonly Uses[]): readonly FieldFor<Uses>[] {
  const isUsed = (name: keyof Fields): name is FieldFor<Uses> =>
    uses.some((use) => grantFields[name].uses.some((one) => one === use));
  return keysOf(grantFields).filter(isUsed);
}

/** Finds out the values of grants: once what they have in common, and nothing that is `given`. */
export function valuesFor<Uses extends Use>(use: Uses, access: Access) {
  const clustersOf = remembering((grant: Grant) => matchedClusters(grant, access), reachKey);
  const values = fieldsFor(use).map((name) => {
    const { value, key }: Pick<Field<unknown>, 'value' | 'key'> = grantFields[name];
    return [name, key ? remembering(value, ({ grant }) => key(grant)) : value] as const;
  });
  return (
    grant: Grant,
    given: { readonly [Name in keyof Fields]?: ValueOf<Name> | undefined } = {},
  ): Values<Uses> => {
    const clusters = given.isGone === true ? undefined : clustersOf(grant);
    const known: Readonly<Record<string, unknown>> = given;
    const source = { grant, access, clusters };
    return Object.fromEntries(
      values.map(([name, value]) => [name, name in known ? known[name] : value(source)]),
    ) as Values<Uses>;
  };
}

// The same, so that the type of a value follows from a name.
const byName: { readonly [Name in keyof Fields]: Field<ValueOf<Name>> } = grantFields;

export function linesOf<Name extends keyof Fields>(
  name: Name,
  values: Pick<Values<Use>, Name>,
  names: Names = fullNames,
): readonly string[] {
  return byName[name].lines(values[name], names);
}

export function textOf<Name extends keyof Fields>(name: Name, values: Pick<Values<Use>, Name>): string {
  return linesOf(name, values).join('; ');
}

/** What a query can ask about a row, by key. */
export const grantTerms: ReadonlyMap<string, Term<GrantRow>> = new Map(
  fieldsFor('row', 'review').flatMap((name) => termsOf(name)),
);

function termsOf<Name extends keyof Fields>(
  name: Name,
): readonly (readonly [key: string, term: Term<Pick<Values<Use>, Name>>])[] {
  return Object.entries(byName[name].terms ?? {}).map(([key, { test, values, takes }]) => [
    key,
    {
      test: (asked) => {
        const isIt = test(asked);
        return isIt && ((row) => isIt(row[name]));
      },
      values: (row) => values(row[name]),
      ...(takes && { takes }),
    },
  ]);
}
