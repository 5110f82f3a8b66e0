import { l10n } from 'vscode';
import { perObject, perText } from '../service/remember';
import { formatDuration, formatNumber, machineCount, someOf } from '../text/format';
import { keysOf } from '../service/readers';
import { shownPair } from '../text/secrets';
import { displayName, parts, pathText, sanitizeLine } from '../text/text';
import { fullestText, usageText, usesOf } from './capacity';
import {
  type Item,
  type ItemAge,
  type PlacedItem,
  type Version,
  isStanding,
  packOf,
  versionText,
} from './item';
import { causeText, kindText, otherTimesText } from './itemText';
import type { ItemKind } from './kinds/levels';
import { itemStates, needsAttention, stateText } from './severity';
import { sortedByKey } from './order';

// How the fields of items are shown: in columns, and on one line. Used by the extension and by the fleet page.

interface Field {
  readonly title: () => string;
  /** The title where there is little room, if it differs. */
  readonly shortTitle?: () => string;
  /** Empty if it is not known. Names and causes are as the item has them. */
  readonly text: (placed: PlacedItem) => string;
  /** What lists are sorted by, if not by the text. Infinite if it is not known: that comes last. */
  readonly sortKey?: (placed: PlacedItem) => number | string;
  /** What of its cluster the text is as old as, if that has an age of its own. */
  readonly age?: ItemAge;
}

const limit = useField('limit', () => l10n.t('Pool limit'));

/** In the order of copies. */
const itemFields = {
  kind: { title: () => l10n.t('Kind'), text: ({ item }) => kindText(item.kind) },
  name: { title: () => l10n.t('Name'), text: ({ item }) => item.name },
  state: {
    title: () => l10n.t('Severity'),
    text: ({ item }) => stateText(item.state),
    sortKey: ({ item }) => itemStates.indexOf(item.state),
  },
  cause: {
    title: () => l10n.t('Cause'),
    text: ({ item }) => {
      const [cause, others] = [causeText(item), otherTimesText(item, Date.now())];
      return isStanding(item) ? parts(cause, others) : parts(others, cause);
    },
  },
  project: containerName('project'),
  cluster: containerName('cluster'),
  pool: containerName('pool'),
  machines: {
    title: () => l10n.t('Machines'),
    age: 'machines',
    text: ({ item: { kind, affected, machines: total }, machines: read = [] }) => {
      if (kind !== 'cluster' || total === undefined) return '';
      const ill = read.filter((one) => needsAttention(one.state) && isStanding(one)).length;
      const count = read.length < total ? (affected ?? ill) : ill;
      return count > 0 && count < total
        ? l10n.t('{0} of {1}', formatNumber(count), formatNumber(total))
        : machineCount(total);
    },
    sortKey: ({ item }) => (item.kind === 'cluster' ? item.machines : undefined) ?? Infinity,
  },
  addresses: {
    title: () => l10n.t('Addresses'),
    shortTitle: () => l10n.t('Address'),
    text: ({ item }) => item.addresses.join(', '),
  },
  heartbeat: {
    title: () => l10n.t('Last heartbeat'),
    shortTitle: () => l10n.t('Heartbeat'),
    text: ({ item }) => timeText(item.heartbeat),
    sortKey: ({ item }) => item.heartbeat ?? Infinity,
  },
  kubernetes: {
    title: () => l10n.t('Kubernetes'),
    age: 'kubernetes',
    ...clusterField((cluster) => packOf(cluster, 'k8s')?.version ?? ''),
  },
  cloud: {
    title: () => l10n.t('Cloud'),
    text: (placed) => {
      const { cloudType, regionCode, region } = ofKind('cluster', placed) ?? {};
      return parts(cloudType, regionCode ?? region);
    },
  },
  zone: { title: () => l10n.t('Zone'), text: ({ item }) => item.zone ?? '' },
  size: { title: () => l10n.t('Size'), text: ({ item }) => item.size ?? '' },
  certificate: {
    title: () => l10n.t('Certificate expires'),
    age: 'certificate',
    text: ({ item: { certificate } }) =>
      certificate?.expiry === undefined ? (certificate?.name ?? '') : timeText(certificate.expiry),
    sortKey: ({ item }) => item.certificate?.expiry ?? Infinity,
  },
  cpu: { ...useField('cpu', () => l10n.t('CPU')), age: 'usage' },
  memory: { ...useField('memory', () => l10n.t('Memory')), age: 'usage' },
  limit: {
    ...limit,
    text: (placed) => {
      const { item, pools = [] } = placed;
      const isUnread = item.kind === 'cluster' && item.isListRead === false && pools.length === 0;
      return isUnread ? stateText('notRead') : limit.text(placed);
    },
  },
  os: {
    title: () => l10n.t('Operating system'),
    shortTitle: () => l10n.t('OS'),
    age: 'versions',
    ...clusterField((cluster) => versionText(packOf(cluster, 'os'))),
  },
  profile: {
    title: () => l10n.t('Cluster profile'),
    shortTitle: () => l10n.t('Profile'),
    age: 'versions',
    ...clusterField(({ profiles = [] }) => someOf(profiles.map(versionText), maxTags.count)),
  },
  uid: { title: () => l10n.t('UID'), text: ({ item }) => item.uid ?? '' },
  tags: {
    title: () => l10n.t('Tags'),
    text: ({ item }) =>
      item.kind === 'cluster' && item.tags === undefined
        ? stateText('notRead')
        : someOf((item.tags ?? []).map(shownTag), maxTags.count),
  },
  path: {
    title: () => l10n.t('Project › cluster › pool'),
    text: ({ item, containers }) => pathText(...unsaid(item.name, itemNames(containers))),
    sortKey: ({ containers }) => pathText(...itemNames(containers)),
  },
  fullest: {
    title: () => l10n.t('Fullest'),
    age: 'usage',
    text: (placed) => fullestText(usesOf(placed).fullest),
    sortKey: (placed) => usesOf(placed).fullest?.share ?? Infinity,
  },
  readAt: {
    title: () => l10n.t('As of'),
    text: ({ item }) => timeText(item.readAt),
    sortKey: ({ item }) => item.readAt ?? Infinity,
  },
} satisfies Readonly<Record<string, Field>>;

type FieldName = keyof typeof itemFields;

export const fields: Readonly<Record<FieldName, Field>> = itemFields;

/** Those that only cluster search tells. */
export const versionColumns = ['kubernetes', 'os', 'profile'] as const;

/** The columns of copies: CSV, Markdown and cells for spreadsheets. */
export const copiedColumns = keysOf(itemFields).filter(
  (name) => !['path', 'fullest', 'readAt'].includes(name),
);

/** The columns of the tables of the fleet overview, which have short titles. */
export type TableColumn = Exclude<FieldName, 'kind' | 'project' | 'cluster' | 'pool'>;

/** The item of a kind that contains an item, or the item itself if it is of that kind. */
function ofKind(kind: ItemKind, { item, containers }: PlacedItem): Item | undefined {
  return item.kind === kind ? item : containers.find((each) => each.kind === kind);
}

export function itemNames(items: readonly Item[]): readonly string[] {
  return items.map(({ name }) => name);
}

/** What contains an item, except what its name begins with: `payments-eu-workers-5` says its project, its cluster and its pool. */
export function unsaid(name: string, path: readonly string[]): readonly string[] {
  const own = name.toLowerCase();
  let said = '';
  return path.filter((container) => {
    const start = [container, `${said}-${container}`]
      .map((each) => each.toLowerCase())
      .find((each) => own === each || own.startsWith(`${each}-`));
    said = start ?? said;
    return start === undefined;
  });
}

function useField(name: 'cpu' | 'memory' | 'limit', title: () => string): Field {
  return {
    title,
    text: (placed) => usesOf(placed)[name].map(usageText).join(', '),
    sortKey: (placed) => usesOf(placed)[name][0]?.share ?? Infinity,
  };
}

function containerName(kind: ItemKind): Field {
  return { title: () => kindText(kind), text: (placed) => ofKind(kind, placed)?.name ?? '' };
}

/** What the cluster consists of that an item is, or is in. Sorts the oldest version first. */
function clusterField(textOf: (cluster: Partial<Item>) => string): Pick<Field, 'text' | 'sortKey'> {
  return {
    text: (placed) => {
      const cluster = ofKind('cluster', placed);
      return cluster && !cluster.packs ? stateText('notRead') : textOf(cluster ?? {});
    },
    sortKey: (placed) => textOf(ofKind('cluster', placed) ?? {}).replace(/^v(?=\d)/i, '') || Infinity,
  };
}

/** The most tags of an item that are shown, and the most characters of each. */
export const maxTags = { count: 50, length: 128 };

/** A tag without a secret, as a label of that name would be shown. Kept: thousands of clusters have the same few. */
export const shownTag = perText((tag) => sanitizeLine(shownPair(tag, ':'), maxTags.length));

function timeText(time: number | undefined): string {
  return time === undefined ? '' : new Date(time).toISOString();
}

/** `etcd-server expires in 6 days` */
export function expiryText(
  { name, expiry }: { readonly name: string; readonly expiry: number },
  now: number,
): string {
  return expiry > now
    ? l10n.t('{0} expires in {1}', name, formatDuration(expiry - now))
    : l10n.t('{0} expired {1} ago', name, formatDuration(now - expiry));
}

/** Sorts by a column, and items that are the same in it by state, cause and name, so that the same failure stands together. */
export function sortedBy<Placed extends PlacedItem>(
  items: readonly Placed[],
  column: FieldName,
  isDescending: boolean,
): readonly Placed[] {
  const { text, sortKey = text } = fields[column];
  return sortedByKey(items, sortKey, isDescending, ({ item }) => rankOf(item));
}

/** The state, cause and name of an item in one text: comparing texts with a collator takes ten times as long. */
const rankOf = perObject(({ state, cause, name }: Item) =>
  [itemStates.indexOf(state), cause, name]
    .join('\0')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(10, '0')),
);

const lineFields = ['uid', 'message', 'cloudType', 'region', 'regionCode', 'zone', 'size'] as const;

/** The item with all of its texts safe to show on one line. IDs are never shown. */
export function safeItem(item: Item): Item {
  return {
    ...item,
    name: displayName(item.name, item.uid, l10n.t('(no name)')),
    cause: sanitizeLine(item.cause),
    ...Object.fromEntries(lineFields.map((name) => [name, item[name] && sanitizeLine(item[name])])),
    certificate: item.certificate && { ...item.certificate, name: sanitizeLine(item.certificate.name) },
    packs: item.packs?.map((pack) => ({
      ...safeVersion(pack),
      layer: pack.layer && sanitizeLine(pack.layer),
    })),
    profiles: item.profiles?.map(safeVersion),
    changes: item.changes?.map(({ version, ...change }) => ({
      ...change,
      id: sanitizeLine(change.id),
      who: sanitizeLine(change.who),
      what: sanitizeLine(change.what),
      ...(version === undefined ? {} : { version: sanitizeLine(version) }),
    })),
    tags: item.tags && [...new Set(item.tags.map(shownTag))],
    addresses: item.addresses.map((address) => sanitizeLine(address)),
  };
}

function safeVersion({ name, version }: Version): Version {
  return { name: sanitizeLine(name), version: version && sanitizeLine(version) };
}
