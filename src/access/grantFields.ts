import { l10n } from 'vscode';
import { keysOf, reference, type Reference } from '../service/readers';
import { perObject, remembering } from '../service/remember';
import { formatUtc, listNames } from '../text/format';
import { holderKey, holderName, keyOf, usersOf, type Access, type Grant, type Holder } from './access';
import { findingLabel, findingsOf, type FindingOf } from './findings';
import { fullName, holderText, userText, userValue, whoOf, whoText, type Who } from './holderText';
import { groupedPermissions, permissionGroupText, permissionsText } from './permissions';
import { matchedClusters, matchedText, mayLackParts, permissionsOf, reachKey } from './reach';
import { resourceRoleUid } from './readGrants';
import { isRemovable } from './resourceRoles';
import { grantKindText, grantText } from './grantText';
import { tagFilterText } from './tagFilter';

/**
 * Where a field is used. A row of a review has its value: one that was read (`row`), or one that the review adds (`review`).
 * The words of a query find its text (`words`), and the line below the table shows it (`details`).
 */
type Use = 'row' | 'review' | 'words' | 'details' | 'report' | 'agents' | 'hover';

/** Those that a grant reaches; undefined if it is gone. */
type Clusters = ReturnType<typeof matchedClusters> | undefined;

/** How references are written: with their UIDs, unless users only look at them. */
type Names = (references: readonly Reference[]) => string;

interface GrantField<Value, Uses extends Use = Use> {
  readonly uses: readonly Uses[];
  readonly title: () => string;
  /** With names as the service wrote them. Undefined if it is not known, or if there is none. */
  readonly value: (grant: Grant, access: Access, clusters: Clusters) => Value;
  /** The value in full, as text. */
  readonly lines: (value: Value, names: Names) => readonly string[];
  /** Grants for which it is the same have the same value. */
  readonly key?: (grant: Grant) => string;
}

function field<const Uses extends Use, Value>(
  uses: readonly Uses[],
  title: () => string,
  value: GrantField<Value>['value'],
  more: Partial<Pick<GrantField<Value>, 'lines' | 'key'>> = {},
): GrantField<Value, Uses> {
  return { uses, title, value, lines: plainLines, ...more };
}

/** The value that a grant has itself. */
function own<Name extends keyof Grant>(name: Name): (grant: Grant) => Grant[Name] {
  return (grant) => grant[name];
}

/** Texts, times and references. */
function plainLines(value: unknown, names: Names): readonly string[] {
  if (typeof value === 'number') return [formatUtc(value)];
  if (typeof value === 'string' || typeof value === 'boolean') return [String(value)];
  const references = [value].flat().flatMap((one) => reference(one) ?? []);
  return references.length === 0 ? [] : [names(references)];
}

const noTitle = (): string => '';
const keyOfHolder = ({ holder }: Grant): string => holderKey(holder);
const ofFilters = ({ filters }: Grant): string => keyOf(filters);
const ofRoles = (grant: Grant): string => `${mayLackParts(grant)} ${keyOf(grant.roles)}`;

export const choices = ['none', 'keep', 'remove'] as const;
export type Choice = (typeof choices)[number];

/** Whether a grant is new since the last review, or gone: without, or with a removal in this one. */
type GrantChange = 'added' | 'gone' | 'removed';

// What only a review knows.
const saidText = (): string | undefined => undefined;
const saidTime = (): number | undefined => undefined;
const saidChoice = (): Choice | undefined => undefined;
const saidChange = (): GrantChange | undefined => undefined;
const saidIsGone = (): boolean | undefined => undefined;

/** All that is known about a grant, once: a record says where it is used. In the order of reports. */
export const grantFields = {
  holder: field(['report', 'agents'], () => l10n.t('Team or user'), holderOf, {
    lines: ({ kind, ...named }, names) => [holderText(kind, names([named]))],
    key: keyOfHolder,
  }),
  who: field(['row', 'words'], () => l10n.t('Who'), holderShown, {
    lines: (who) => [whoText(who)],
    key: keyOfHolder,
  }),
  members: field(['report'], () => l10n.t('Users'), membersOf, {
    lines: (users) => users?.map(userText) ?? [l10n.t('not read')],
    key: keyOfHolder,
  }),
  kind: field(['row', 'words', 'details', 'report', 'agents'], () => l10n.t('Kind'), own('kind'), {
    lines: (kind) => [grantKindText(kind)],
  }),
  role: field(['row', 'words', 'details'], () => l10n.t('Role'), shortRole),
  roles: field(['report', 'agents', 'hover'], () => l10n.t('Role'), own('roles')),
  isRemovable: field(['row'], noTitle, canRemove),
  canRestore: field(
    ['report', 'agents'],
    () => l10n.t('Can be restored'),
    ({ kind, resourceRole }) => (kind === 'resource' ? resourceRole?.content !== undefined : undefined),
  ),
  allows: field(['row', 'words', 'details', 'report'], () => l10n.t('Allows'), allowsText, { key: ofRoles }),
  permissions: field(['row', 'report', 'agents', 'hover'], () => l10n.t('Permissions'), allPermissions, {
    lines: (permissions) => (permissions ? permissionLines(permissions) : [l10n.t('not read')]),
    key: ofRoles,
  }),
  disabled: field(['hover'], () => l10n.t('Disabled'), disabledRoles),
  reach: field(['row', 'words', 'report'], () => l10n.t('Reaches'), reachText),
  projects: field(
    ['report', 'agents', 'hover'],
    () => l10n.t('Projects'),
    ({ kind, projects }) => (kind === 'tenant' ? undefined : projects),
  ),
  projectNames: field(['row'], noTitle, projectNames),
  workspace: field(['report', 'agents'], () => l10n.t('Workspace'), own('workspace')),
  filters: field(['report', 'agents', 'hover'], () => l10n.t('Filters'), filtersOf, {
    lines: (filters, names) =>
      filters.map((one) => `${names([one])}: ${one.conditions ?? l10n.t('not read')}`),
    key: ofFilters,
  }),
  /** Of a resource role: it is removed by it. */
  roleUid: field(['report', 'agents', 'hover'], () => l10n.t('UID'), roleUid),
  /** How many of the clusters that were read it reaches, and what was not read. */
  clusters: field(['report'], () => l10n.t('Clusters'), reachedClusters, {
    lines: (clusters) => (clusters ? matchedText(clusters) : []),
  }),
  findings: field(['row', 'words', 'details', 'report'], () => l10n.t('Findings'), knownFindings, {
    lines: (found) => found.map(findingLabel),
  }),
  id: field(['row', 'report'], () => 'ID', own('id')),
  /** What a grant does not reach of what is reviewed, because of its filter. */
  notNow: field(['review', 'words', 'report'], () => l10n.t('Now'), saidText),
  /** Nothing can be decided about it. */
  isGone: field(['review'], noTitle, saidIsGone),
  change: field(['review', 'words', 'report'], () => l10n.t('Change'), saidChange, {
    lines: (change) => [grantChangeText(change)],
  }),
  choice: field(['review', 'words', 'report'], () => l10n.t('Decision'), saidChoice, {
    lines: (choice) => (choice ? [choiceText(choice)] : []),
  }),
  note: field(['review', 'words', 'report'], () => l10n.t('Note'), saidText),
  decidedBy: field(['report'], () => l10n.t('Decided by'), saidText),
  decidedAt: field(['review', 'report'], () => l10n.t('Decided at'), saidTime),
  outcome: field(['review', 'words', 'report'], () => l10n.t('Outcome'), saidText),
  outcomeAt: field(['report'], () => l10n.t('Removed at'), saidTime),
  journalEntry: field(['report'], () => l10n.t('Journal'), saidText),
};

function holderShown({ holder }: Grant, access: Access): Who {
  return whoOf(holder, access);
}

function roleUid({ id }: Grant): string | undefined {
  return resourceRoleUid(id);
}

function reachedClusters(_grant: Grant, _access: Access, clusters: Clusters): Clusters {
  return clusters;
}

function canRemove({ holder, resourceRole }: Grant): boolean {
  return holder.kind === 'team' && resourceRole !== undefined && isRemovable(resourceRole);
}

function holderOf({ holder }: Grant, access: Access): Holder {
  return { ...holder, name: holderName(holder, access) };
}

function membersOf({ holder }: Grant, access: Access) {
  return usersOf(holder, access)?.map(userValue);
}

function allPermissions(grant: Grant, access: Access): readonly string[] | undefined {
  return mayLackParts(grant) ? undefined : permissionsOf(grant.roles, access);
}

/** What its roles allow that are known, in words. */
function allowsText({ roles }: Grant, access: Access): string {
  const permissions = permissionsOf(roles, access);
  return permissions === undefined ? l10n.t('not read') : permissionsText(permissions);
}

function knownFindings(grant: Grant, access: Access, clusters: Clusters): readonly FindingOf[] {
  return clusters ? findingsOf(grant, access, clusters) : [];
}

function shortRole(grant: Grant): string {
  return grantText(grant, ['role'], { maxLength: 60 });
}

/** The icon of a resource role says what it is. */
export function shownRole({ kind, role }: GrantRow): string {
  return kind === 'resource' ? withoutResource(role) : role;
}

export function withoutResource(role: string): string {
  return role.replace(/(^|, )Resource /g, '$1');
}

export function disabledRoles({ roles }: Grant, access: Access): Grant['roles'] {
  return roles.filter(({ uid = '' }) => access.roles.get(uid)?.isEnabled === false);
}

/** `delete (cluster.delete)`, what needs most attention first */
const permissionLines = perObject((permissions: readonly string[]): readonly string[] =>
  [...groupedPermissions(permissions)].map(
    ([group, ofGroup]) => `${permissionGroupText(group)} (${ofGroup.join(', ')})`,
  ),
);

/** `payments, ledger · filter pci-dss · 8 of 10 clusters` */
function reachText(grant: Grant, _access: Access, clusters: Clusters): string {
  return grantText(grant, ['projects', 'filters'], {}, grant.kind === 'resource' ? clusters : undefined);
}

function projectNames(grant: Grant): readonly string[] | 'all' | undefined {
  if (grant.kind === 'tenant') return 'all';
  return mayLackParts(grant) ? undefined : grant.projects.map((one) => listNames([one]));
}

function filtersOf({ filters }: Grant, access: Access) {
  return filters.map(({ uid = '', name }) => {
    const group = access.filters.get(uid);
    return { uid, name, conditions: group && tagFilterText(group) };
  });
}

export function grantChangeText(change: GrantChange | undefined): string {
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
type ValueOf<Name extends keyof Fields> = Fields[Name] extends GrantField<infer Value> ? Value : never;
type FieldFor<Uses extends Use> = {
  [Name in keyof Fields]: Extract<Fields[Name]['uses'][number], Uses> extends never ? never : Name;
}[keyof Fields];
export type Values<Uses extends Use> = { readonly [Name in FieldFor<Uses>]: ValueOf<Name> };

/** What a review says of a grant. */
export type Said = Values<'review'> & { readonly choice: Choice; readonly note: string };
/** What a row of a review shows. All texts are safe on one line. */
export type GrantRow = Values<'row'> & Said;

export function fieldsFor<Uses extends Use>(...uses: readonly Uses[]): readonly FieldFor<Uses>[] {
  const isUsed = (name: keyof Fields): name is FieldFor<Uses> =>
    uses.some((use) => grantFields[name].uses.some((one) => one === use));
  return keysOf(grantFields).filter(isUsed);
}

/** What finds out the values of grants: once what they have in common. */
const findersFor = perObject((access: Access) => {
  const clustersOf = remembering((grant: Grant) => matchedClusters(grant, access), reachKey);
  const finders = keysOf(grantFields).map((name) => {
    const { value, key }: Pick<GrantField<unknown>, 'value' | 'key'> = grantFields[name];
    const find = (grant: Grant, isGone = false): unknown =>
      value(grant, access, isGone ? undefined : clustersOf(grant));
    return [name, key ? remembering(find, key) : find] as const;
  });
  return new Map(finders);
});

/** Finds out the values of grants for a use, but not those that are given. */
export function valuesFor<Uses extends Use>(use: Uses, access: Access) {
  const finders = findersFor(access);
  const names = fieldsFor(use);
  return (
    grant: Grant,
    given: { readonly [Name in keyof Fields]?: ValueOf<Name> | undefined } = {},
  ): Values<Uses> => {
    const known: Readonly<Record<string, unknown>> = given;
    const values = names.map((name) => [
      name,
      name in known ? known[name] : finders.get(name)?.(grant, given.isGone),
    ]);
    return Object.fromEntries(values) as Values<Uses>;
  };
}

// The same, so that the type of a value follows from a name.
const byName: { readonly [Name in keyof Fields]: GrantField<ValueOf<Name>> } = grantFields;

export function fieldLines<Name extends keyof Fields>(
  name: Name,
  values: Pick<Values<Use>, Name>,
  names: Names = fullNames,
): readonly string[] {
  return byName[name].lines(values[name], names);
}

export function fieldText<Name extends keyof Fields>(name: Name, values: Pick<Values<Use>, Name>): string {
  return fieldLines(name, values).join('; ');
}
