import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { attentionIn } from '../../../../src/items/attention';
import { DerivedItems } from '../../../../src/items/derive';
import type { Inventory } from '../../../../src/items/inventory';
import { kinds, type Item } from '../../../../src/items/item';
import { isParentRow, type ClusterRow, type ProjectRow, type ResourceRow } from '../../../../src/items/kinds';
import { needsAttention, type Severity } from '../../../../src/items/severity';
import {
  clusterList,
  clustersIn,
  isIll,
  projectList,
  type Fleet,
  type ModelService,
  type Response,
} from './service';

/** Like `expect`, which takes most of the time here. */
function must(holds: boolean | undefined, what: string): void {
  if (holds !== true) throw new Error(what);
}

/** What must hold at any time. */
export function check(service: ModelService, inventory: Inventory): void {
  const { rows, store } = inventory;
  must(new Set(rows.map(({ id }) => id)).size === rows.length, 'each ID is there once');
  const uids = rows.flatMap((row) => (row.kind === 'cluster' ? [row.usage.uid] : []));
  must(new Set(uids).size === uids.length, 'a cluster is one item');
  for (const row of rows) {
    must(store.find(row.id) === row, 'a row is the record of its item');
    if (row.kind === 'machine') checkMachine(row, service, inventory);
    if (row.kind === 'cluster') checkCluster(row, service, inventory);
    if (row.kind === 'project') checkProject(row, inventory);
  }
  for (const parent of [undefined, ...rows.filter(isParentRow)]) {
    const listed = store.branchOf(parent)?.list.rows ?? [];
    must(
      listed.every((row) => row.kind === 'note' || store.find(row.id) === row),
      'a list has only what is there',
    );
  }
  const fresh = new DerivedItems(inventory, () => undefined);
  const byId = (items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));
  const [shown, now] = [byId(inventory.items()), byId(fresh.all())];
  fresh.dispose();
  // What was derived before is what would be derived now.
  if (!isDeepStrictEqual(shown, now)) expect(shown).toEqual(now);
  checkCounts(inventory);
}

/**
 * The ID of what counts where problems are counted: the cluster that an item is or is in. An item that is in none counts
 * itself, such as a machine of a pool that the user added to a project.
 */
function countedId({ kind, id }: Item): string {
  const path = id.split('/');
  // The ID of the view comes first.
  return path.length === kinds.indexOf(kind) + 2 ? path.slice(0, kinds.indexOf('cluster') + 2).join('/') : id;
}

/** Badge, tiles and agents count the same. */
function checkCounts(inventory: Inventory): void {
  const { count, known } = attentionIn(inventory);
  const items = inventory.items();
  const ill = items.filter(
    ({ kind, state }) => (kind === 'cluster' || kind === 'machine') && needsAttention(state),
  );
  const open = new Set(ill.filter((item) => item.known === undefined).map(countedId)).size;
  const unread = items.reduce(
    (sum, { clusterStates: { failed = 0, unhealthy = 0 } = {} }) => sum + failed + unhealthy,
    0,
  );
  must(count + known === new Set(ill.map(countedId)).size + unread, 'all that is ill is counted once');
  must(count >= open && count <= open + unread, 'what is not known is counted');
}

/** A machine is as the service said when the request left, and is not missing in what was requested later. */
function checkMachine(
  row: ResourceRow & { readonly kind: 'machine' },
  { snapshots, complete }: ModelService,
  inventory: Inventory,
): void {
  const { own, item } = inventory.derivedOf(row);
  const { uid = '' } = item;
  const { requestNumber = 0 } = row;
  const config = row.parent.ref.configUid;
  const machines = snapshots.get(requestNumber)?.clusters[config]?.machines;
  must((own.severity === 'failed') === machines?.[uid], `${uid} was like that`);
  mustBeListed([config], uid, requestNumber, complete);
}

/** A cluster is as its readings say, the latest of which decides. */
function checkCluster(row: ClusterRow, { snapshots, complete }: ModelService, inventory: Inventory): void {
  const { own, item } = inventory.derivedOf(row);
  const { uid = '' } = item;
  const numbers: number[] = [];
  for (const [source, reading] of Object.entries(row.readings)) {
    if (reading === undefined) continue;
    numbers.push(reading.requestNumber);
    const wasThere = snapshots.get(reading.requestNumber)?.clusters[uid] !== undefined;
    must(wasThere || source === 'config', `${uid} was in ${source}`);
  }
  if (row.found === undefined) return;
  const [project = ''] = row.parent.id.split(':').slice(-1);
  mustBeListed([project, clusterList], uid, Math.max(...numbers), complete);
  const { search, metadata } = row.readings;
  const latest = Math.max(search?.requestNumber ?? 0, metadata?.requestNumber ?? 0);
  must(row.requestNumber === latest, `the latest reading decides how ${uid} is`);
  const cluster = snapshots.get(latest)?.clusters[uid];
  if (cluster === undefined) throw new Error(`${uid} was there`);
  if (cluster.hasFailed) must(own.severity === 'failed', `${uid} had failed`);
  else if (search?.requestNumber === latest) {
    must(own.severity === (isIll(cluster) ? 'unhealthy' : 'healthy'), `${uid} was like that`);
  } else if (own.severity === 'unhealthy') {
    const { machines = {} } = snapshots.get(search?.requestNumber ?? 0)?.clusters[uid] ?? {};
    must(own.counted === Object.values(machines).filter(Boolean).length, `${uid} had so many`);
    must(item.readAt === search?.readAt, `what is counted in ${uid} has its own age`);
    must((row.readAt ?? 0) - (search?.readAt ?? 0) <= 600_000, `what is counted in ${uid} is not old`);
  } else must(own.severity === 'healthy', `${uid} was well`);
}

/** A project counts what its summary counts of the clusters that have not been read since, and no more. */
function checkProject(row: ProjectRow, inventory: Inventory): void {
  const { clustersHealth } = row.project.status ?? {};
  if (clustersHealth === undefined) return;
  const { requestNumber = 0 } = row;
  const { failed = 0, unhealthy = 0 } = inventory.itemOf(row).clusterStates ?? {};
  const read = inventory.store
    .rows(row)
    .filter((each) => each.kind === 'cluster')
    .map((each) => inventory.derivedOf(each))
    .filter(({ item }) => item.state !== 'notRead');
  const isAnyLater =
    (inventory.store.completeAt(row) ?? 0) > requestNumber ||
    read.some((one) => one.requestNumber >= requestNumber);
  const checkState = (unread: number, summed: number, severity: Severity): void => {
    const known = read.filter(({ own }) => own.severity === severity).length;
    must(unread + known <= Math.max(summed, known), `no ${severity} clusters are counted twice`);
    must(isAnyLater || unread + known >= summed, `all ${severity} clusters are counted`);
  };
  checkState(failed, clustersHealth.errored ?? 0, 'failed');
  checkState(unhealthy, clustersHealth.unhealthy ?? 0, 'unhealthy');
}

function mustBeListed(
  lists: readonly string[],
  uid: string,
  since: number,
  complete: ModelService['complete'],
): void {
  for (const { of, number, uids } of complete) {
    must(!lists.includes(of) || number <= since || uids.includes(uid), `${uid} is gone`);
  }
}

/** What is known of an item before a response. */
interface Before {
  readonly row: ResourceRow;
  readonly uid: string | undefined;
  /** The number of its latest request, and those of a cluster by source. */
  readonly number: number;
  readonly numbers: ReadonlyMap<string, number>;
  readonly hasSummary: boolean;
  /** Whether it is on a page of the list, which is sorted by UID. */
  readonly isListed: boolean;
  readonly isShown: boolean;
  /** Whether a refresh is in progress. */
  readonly isRefreshing: boolean;
}

export type ItemsBefore = readonly Before[];

/** @returns what {@link checkChanges} compares */
export function itemsBefore(inventory: Inventory): ItemsBefore {
  const { store } = inventory;
  const { isRefreshing } = store;
  const isShown = store.shown();
  return inventory.rows.map((row) => {
    const numbers = numbersOf(row);
    const number = Math.max(...numbers.values());
    const list = store.branchOf(row.parent)?.list;
    const isListed = list?.isOutdated !== true && list?.pages.flat().includes(row) === true;
    const { uid } = inventory.itemOf(row);
    return {
      row,
      uid,
      number,
      numbers,
      hasSummary: hasSummary(row),
      isListed,
      isShown: isShown(row.id),
      isRefreshing,
    };
  });
}

function hasSummary(row: ResourceRow): boolean {
  return row.kind === 'project' && row.project.status !== undefined;
}

function numbersOf(row: ResourceRow): ReadonlyMap<string, number> {
  if (row.kind !== 'cluster') return new Map([['', row.requestNumber ?? 0]]);
  const { summary, search, metadata } = row.readings;
  const all = Object.entries({ summary, search, metadata });
  return new Map(all.map(([source, reading]) => [source, reading?.requestNumber ?? 0]));
}

/**
 * What is below something that is gone is gone. A response replaces nothing that was requested later, and ends only what was
 * not there when its request left.
 * @param response if this one alone has arrived
 */
export function checkChanges(
  before: ItemsBefore,
  response: Response | undefined,
  service: ModelService,
  inventory: Inventory,
): void {
  const { store } = inventory;
  for (const each of before) {
    const { row, uid = '', number, numbers } = each;
    const now = store.find(row.id);
    const isParentGone = row.parent !== undefined && store.find(row.parent.id) === undefined;
    if (now === row) {
      const later = numbersOf(row);
      for (const [source, was] of numbers) must((later.get(source) ?? 0) >= was, `${row.id} is not older`);
      must(!each.hasSummary || hasSummary(row), `${row.id} keeps what was read`);
      must(!isParentGone, `${row.id} is gone with what contained it`);
    } else if (response !== undefined && !isParentGone && !isForgotten(each, response)) {
      must(number <= response.number, `${row.id} was there later`);
      must(!wasThere(row, uid, service.snapshots.get(response.number)), `${row.id} was there`);
    }
  }
  if (response?.of !== undefined) checkList(before, response, inventory);
}

/** Whether a refresh by the user may have forgotten what nothing shows, or a project that the list lacks because of a filter. */
function isForgotten({ row, uid = '', isShown, isRefreshing }: Before, { uids = [] }: Response): boolean {
  return isRefreshing && (!isShown || (row.kind === 'project' && !uids.includes(uid)));
}

/** What the first page of a list lacks is gone, and is outdated if the list cannot be read. */
function checkList(before: ItemsBefore, response: Response, inventory: Inventory): void {
  const { of, number, uids = [], fails, signal } = response;
  const { store } = inventory;
  const isRead = ({ row, isListed }: Before): boolean =>
    isListed && listOf(row) === of && store.branchOf(row.parent)?.requestNumber === number;
  const listed = before.filter(isRead);
  // Those after the last one that is still there may have moved to the next page.
  const last = listed.map(({ uid = '' }) => uid).findLast((uid) => uids.includes(uid)) ?? '';
  for (const { row, uid = '', number: earlier } of listed) {
    const isGone = earlier < number && uid < last && !uids.includes(uid);
    must(!isGone || store.find(row.id) !== row, `${row.id} is no longer listed`);
  }
  // A list can be aborted, and nothing else can.
  if (!fails || signal?.aborted !== false) return;
  for (const row of inventory.rows.filter((one) => listOf(one) === of)) {
    // What a cluster says itself is not in the list.
    if (row.kind === 'cluster' && row.found === undefined && row.readings.own !== undefined) continue;
    const isNew = (row.requestNumber ?? 0) > number;
    must(isNew || inventory.itemOf(row).isStale, `${row.id} is outdated`);
  }
}

/** Which list has an item, as in {@link Response}. */
function listOf(row: ResourceRow): string | undefined {
  if (row.kind === 'project') return projectList;
  if (row.kind === 'cluster') return row.parent.project.metadata?.uid;
  return row.kind === 'machine' ? row.parent.ref.configUid : undefined;
}

function wasThere(row: ResourceRow, uid: string, fleet: Fleet | undefined): boolean {
  if (row.kind === 'project') return fleet?.projects.includes(uid) === true;
  const list = listOf(row) ?? '';
  if (row.kind === 'cluster') return fleet !== undefined && clustersIn(fleet.clusters, list).includes(uid);
  return row.kind === 'machine' && fleet?.clusters[list]?.machines[uid] !== undefined;
}

/** After two refreshes, what no list shows is forgotten, unless something else shows it. */
export function checkForgotten(inventory: Inventory): void {
  const { store, rows } = inventory;
  for (const row of rows) {
    const branch = store.branchOf(row.parent);
    must(branch?.readAt === undefined || branch.allRows.includes(row), `${row.id} is shown`);
  }
}

/** After all projects were read again, with the clusters that they name, no others are there. */
export function checkGone({ fleet }: ModelService, inventory: Inventory): void {
  const clusters = inventory.rows.filter((row) => row.kind === 'cluster');
  for (const { usage } of clusters)
    must(fleet.clusters[usage.uid ?? ''] !== undefined, `${usage.uid} is gone`);
}

/** After everything was read again, everything shown is what the service says. */
export function checkAll({ fleet }: ModelService, inventory: Inventory): void {
  const of = (kind: Item['kind']) =>
    inventory
      .items()
      .filter((item) => item.kind === kind)
      .map((item) => [item.uid, needsAttention(item.state)] as const)
      .sort(([one = ''], [other = '']) => one.localeCompare(other));
  const clusters = Object.entries(fleet.clusters);
  expect(of('project').map(([uid]) => uid)).toEqual(fleet.projects.toSorted());
  expect(Object.fromEntries(of('cluster'))).toEqual(
    Object.fromEntries(clusters.map(([uid, cluster]) => [uid, isIll(cluster)])),
  );
  expect(Object.fromEntries(of('machine'))).toEqual(
    Object.fromEntries(clusters.flatMap(([, { machines }]) => Object.entries(machines))),
  );
  const { count, known } = attentionIn(inventory);
  expect(count + known).toBe(clusters.filter(([, cluster]) => isIll(cluster)).length);
  expect(inventory.coverage().clusters).toEqual({ read: clusters.length, total: clusters.length });
}
