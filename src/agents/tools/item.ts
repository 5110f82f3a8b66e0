import { maxTags, shownTag } from '../../items/fields';
import { type Item, type Version, containersOf, packOf, versionText } from '../../items/item';
import { itemStates } from '../../items/severity';
import { kinds } from '../../items/kinds/levels';
import { sanitizeLineForModel } from '../../text/text';
import { moment } from './answer';

/** An item of the fleet, as all tools return it. Other tools take its `id`. */
export type ToolItem = ReturnType<ReturnType<typeof toToolItems>>;

/** The most characters of a name, so that `id` is never cut to fit. */
const maxNameLength = 120;

/** Turns items into what the tools return. */
export function toToolItems(all: readonly Item[], now: number) {
  const byId = new Map(all.map((item) => [item.id, item]));
  const parentOf = ({ parent = '' }: Item): Item | undefined => byId.get(parent);
  return (item: Item) => ({
    kind: item.kind,
    id: item.id,
    ...toToolNames([...containersOf(item, parentOf), item].map(({ name }) => name)),
    uid: item.uid,
    state: item.state,
    since: moment(item.since, now),
    cause: item.cause === '' ? undefined : item.cause,
    message: item.message === undefined ? undefined : sanitizeLineForModel(item.message),
    known: item.known && {
      ...item.known,
      note: item.known.note === undefined ? undefined : sanitizeLineForModel(item.known.note),
      at: moment(item.known.at, now),
      until: moment(item.known.until, now),
    },
    cloudType: item.cloudType,
    region: item.region,
    regionCode: item.regionCode,
    tags: item.tags?.slice(0, maxTags.count).map((tag) => sanitizeLineForModel(shownTag(tag))),
    kubernetes: packOf(item, 'k8s')?.version,
    os: versionText(packOf(item, 'os')) || undefined,
    packs: shownVersions(item.packs),
    profiles: shownVersions(item.profiles),
    isUpdatable: item.isUpdatable,
    isWaitingForApproval: item.isWaiting === true ? true : undefined,
    addresses: item.addresses.length === 0 ? undefined : [...item.addresses],
    lastHeartbeat: moment(item.heartbeat, now),
    readAt: moment(item.readAt, now),
    isStale: item.isStale ? true : undefined,
    machinesRead: item.machinesRead && { ...item.machinesRead, at: moment(item.machinesRead.at, now) },
    // What the service has said since what is older was read, and when.
    serviceSays: item.disagreement && { ...item.disagreement, at: moment(item.disagreement.at, now) },
    olderValues:
      item.ages &&
      Object.fromEntries(Object.entries(item.ages).map(([name, age]) => [name, moment(age, now)])),
    cpuCores: item.cores,
    memoryMiB: item.memoryMiB,
    machines: item.machines,
    maxMachines: item.maxMachines,
    affected: item.affected,
    certificate: item.certificate && {
      name: sanitizeLineForModel(item.certificate.name),
      expires: moment(item.certificate.expiry, now),
    },
    zone: item.zone,
    size: item.size,
    clusterStates: item.clusterStates,
  });
}

/** The names of an item and of those that contain it, the project first. */
export function toToolNames(names: readonly string[]) {
  const shown = names.map((name) => sanitizeLineForModel(name, maxNameLength));
  return { name: shown.at(-1) ?? '', path: shown.slice(0, -1) };
}

function shownVersions(versions: readonly Version[] | undefined): readonly string[] | undefined {
  return versions
    ?.slice(0, maxTags.count)
    .map((one) => sanitizeLineForModel(versionText(one), maxNameLength));
}

/**
 * Items in order: by their ranks, then by their kinds, then by their ids.
 * @param all also those that contain them
 * @param rankOf the lowest comes first: the worst, if it is missing
 */
export function itemsInOrder(
  items: readonly Item[],
  all: readonly Item[],
  now: number,
  rankOf = ({ state }: Item): number => itemStates.indexOf(state),
): readonly (() => ToolItem)[] {
  const toItem = toToolItems(all, now);
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        kinds.indexOf(one.item.kind) - kinds.indexOf(other.item.kind) ||
        (one.item.id < other.item.id ? -1 : 1),
    )
    .map(({ item }) => toItem.bind(undefined, item));
}
