import { isServiceError, succeeds, type ServiceError } from '../service/errors';
import { requestTime, timed, type RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import type { CallOptions } from '../service/operations';
import type { Inventory } from '../items/inventory';
import { isRow, type ClusterRow, type ProjectRow, type ResourceRow, isResourceRow } from '../items/kinds';
import { foundClusterRow, projectOf } from '../items/kinds/cluster';
import { foundProjectRow, isReference, referredProjectRow } from '../items/kinds/project';
import { Matcher } from './matcher';
import { searchableWord, parseQuery } from '../query/query';
import { readProject, stepsTo } from './locate';
import type { Item } from '../items/item';
import { itemStates } from '../items/severity';
import { present } from '../text/text';
import type { QueryContext } from './questions';

/** One page of what a request found. */
interface FoundPage<Of> {
  readonly items: readonly Of[];
  readonly time: RequestTime;
}

/** What a search of the service found. */
export interface FoundInService {
  readonly projects: FoundPage<Project>;
  readonly clusters: FoundPage<ClusterSummary>;
  /** Why a search failed. Empty if the service does not offer it. */
  readonly errors: readonly ServiceError[];
}

/** Searches the service for projects and clusters whose names contain the longest word of a line, where it supports that. */
export async function searchService(
  { session }: Inventory,
  line: string,
  signal: AbortSignal,
): Promise<FoundInService> {
  const errors: ServiceError[] = [];
  const name = searchableWord(line);
  const part = name.toLowerCase();
  const named = async <Of extends Project | ClusterSummary>(
    read: (options: CallOptions) => Promise<readonly Of[] | undefined>,
  ): Promise<FoundPage<Of>> => {
    // One of the requests may wait for its turn while others are sent.
    const sent = timed<CallOptions>({ signal });
    try {
      const all = name === '' ? [] : ((await read(sent.options)) ?? []);
      // Some services ignore the filter of a request.
      const items = all.filter(({ metadata }) => metadata?.name?.toLowerCase().includes(part));
      return { items, time: sent.time };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (!['unsupported', 'forbidden', 'cancelled'].includes(error.kind)) errors.push(error);
      return { items: [], time: sent.time };
    }
  };
  const [projects, clusters] = await Promise.all([
    named(async (options) => {
      // The older listing can't search. Loaded projects are searched elsewhere.
      if (session.listing === 'get') return [];
      return (await (await session.projects({ name })).next(options)).value?.items;
    }),
    named(async (options) => (await (await session.client()).searchClusters({ name }, options)).items),
  ]);
  return { projects, clusters, errors };
}

/** The rows of what a search for a line found and was not known. They become known when they are shown. */
export function foundRows(
  inventory: Inventory,
  found: FoundInService,
  line: string,
): readonly (ProjectRow | ClusterRow)[] {
  const { store } = inventory;
  const matcher = new Matcher(line, queryContext(inventory));
  const projects = found.projects.items.map((project) =>
    foundProjectRow(project, store.rootId, found.projects.time),
  );
  const { items, time } = found.clusters;
  const clusters = items.flatMap((cluster) => {
    const { uid = '', name } = cluster.specSummary?.projectMeta ?? {};
    const project = referredProjectRow({ uid, name }, store.rootId, time);
    // Without a project, there is no row to show it below.
    return uid === '' ? [] : foundClusterRow(project, cluster, time);
  });
  return [...projects, ...clusters].filter(
    (row) => store.find(row.id) === undefined && matcher.match(inventory.itemOf(row)) !== false,
  );
}

/** Makes what a search found known. */
export async function takeFound(inventory: Inventory, { projects, clusters }: FoundInService): Promise<void> {
  inventory.takeProjects(projects.items, projects.time, false);
  await inventory.takeClusters(clusters.items, clusters.time, false);
}

/** Makes what a search found known, even if no list has it. */
export async function takeFoundRow(
  inventory: Inventory,
  found: ProjectRow | ClusterRow,
): Promise<ResourceRow> {
  const { store, session } = inventory;
  await store.load();
  const { id, project } = projectOf(found);
  const known = store.find(id);
  const isRead = found.kind === 'project' || (isRow(known, 'project') && !isReference(known));
  if (!isRead && session.listing !== 'get') {
    const [step] = stepsTo({ id, names: present(project.metadata?.name) });
    const { requestNumber: since } = requestTime();
    if (step) await succeeds(() => readProject(inventory, step, { signal: store.closed, since }, 1));
  }
  const parent = store.takeRow(projectOf(found));
  if (found.kind === 'cluster') await store.load(parent);
  const row = store.takeRow(found);
  return isRow(row, 'project', 'cluster') ? row : found;
}

/** Says how well a line describes items. Tens of thousands may be ranked on each keystroke. */
export class Ranking {
  readonly #matcher: Matcher;
  /** The line in lower case if it has only words. */
  readonly #words: string | undefined;

  constructor(
    line: string,
    private readonly inventory: Inventory,
  ) {
    this.#matcher = new Matcher(line, queryContext(inventory));
    const conditions = parseQuery(line);
    if (conditions.some(({ key, isNegated }) => key !== '' || isNegated)) return;
    const words = conditions.flatMap(({ values }) => values);
    this.#words = words.join(' ').toLowerCase();
  }

  /**
   * Undefined if the line does not select the item, or is empty. Else 0 if its name, UID or an address is the line, and more if
   * it is less alike; if the line has terms, the better its state.
   */
  rankOf(item: Item): number | undefined {
    if (this.#matcher.isEmpty || this.#matcher.match(item) !== true) return undefined;
    return this.#words === undefined ? 1 + itemStates.indexOf(item.state) : likeness(item, this.#words);
  }

  /** The best `limit` rows, and among equals those that come first. */
  best(rows: readonly ResourceRow[], limit: number): readonly ResourceRow[] {
    const ranked: ResourceRow[][] = [];
    for (const row of rows) {
      const rank = this.rankOf(this.inventory.itemOf(row));
      const equals = rank === undefined ? undefined : (ranked[rank] ??= []);
      if (equals !== undefined && equals.length < limit) equals.push(row);
    }
    return ranked.flat().slice(0, limit);
  }
}

function likeness({ name, uid, addresses }: Item, words: string): number {
  const [lowerName = '', ...others] = [name, uid ?? '', ...addresses].map((text) => text.toLowerCase());
  if (lowerName === words || others.includes(words)) return 0;
  if (lowerName.startsWith(words)) return 1;
  return lowerName.includes(words) ? 2 : 3;
}

/** What lines are answered from: all that is known of a connection, as it is when it is asked. */
export function queryContext(inventory: Inventory): QueryContext {
  const { store, marks } = inventory;
  return {
    itemOf: (id) => {
      const row = store.find(id);
      return isResourceRow(row) ? inventory.itemOf(row) : undefined;
    },
    items: inventory.items(),
    favorites: new Set(
      [...marks.values.favorite.keys()].filter(
        (id) => !inventory.goneFavorites.has(id) || store.find(id) !== undefined,
      ),
    ),
    get areApprovalsKnown() {
      return inventory.areApprovalsKnown;
    },
    get coverage() {
      return inventory.coverage();
    },
  };
}
