import { window, type FileDecorationProvider, type TreeItem, type TreeView } from 'vscode';
import { tools } from '../../../../src/agents/toolRunner';
import type { ToolName } from '../../../../src/agents/toolNames';
import { memoryFiles } from '../../../../src/connections/storedFiles';
import { fleetAfter, tileCounts, type PageFleet } from '../../../../src/fleet/page/fleet';
import { fleetAnswer } from '../../../../src/fleet/page/answer';
import { checkCertificates } from '../../../../src/fleet/reads';
import { ChangeLogs } from '../../../../src/timeline/changeLogs';
import { FleetReader } from '../../../../src/reads/fleetReader';
import { Inventory } from '../../../../src/items/inventory';
import { isOpenProblem, type Item } from '../../../../src/items/item';
import { isCounted } from '../../../../src/items/kinds/levels';
import { Timeline } from '../../../../src/timeline/timeline';
import { ticketOf } from '../../../../src/projects/rowCommands/rowTables';
import { isParentRow, isResourceRow, type ResourceRow } from '../../../../src/items/kinds';
import { Marks, comparedCause } from '../../../../src/items/marks/marks';
import { storedMarks } from '../../../../src/items/marks/stored';
import { Matcher } from '../../../../src/find/matcher';
import { queryContext } from '../../../../src/find/search';
import { News, type ItemNews } from '../../../../src/notifications/news';
import { newProjectsTree, ProjectsModel } from '../../../../src/projects/model';
import { AttentionSigns } from '../../../../src/projects/attentionSigns';
import { newCommands } from '../../../../src/projects/commands';
import { hoverOf, readHover } from '../../../../src/projects/hover';
import type { ServiceClient } from '../../../../src/service/client';
import { toolContext } from '../../agents/support';
import { renderHover } from '../../support/markdown';
import { sourceOf } from '../../support/service';
import { Disposable, EventEmitter } from '../../support/vscode';

// The only file here that knows how Poolview shows items and what users can do with them.

export type Kind = 'project' | 'cluster' | 'pool' | 'machine';

/** The ages of values that are older than the state, in milliseconds since 1970. */
type Ages = NonNullable<Item['ages']>;

/** What all views show of an item. */
export interface Shown {
  readonly kind: Kind;
  readonly id: string;
  readonly uid: string;
  /** The ID of what contains it. */
  readonly parent: string | undefined;
  readonly state: string;
  readonly cause: string;
  readonly message: string | undefined;
  readonly readAt: number | undefined;
  readonly isStale: boolean;
  /** Whether a later statement of the service has answered it, or contradicts it. */
  readonly isContradicted: boolean;
  readonly ages: Ages;
  readonly known: 'user' | 'maintenance' | 'below' | undefined;
  readonly isListRead: boolean;
  readonly machines: number | undefined;
  readonly affected: number | undefined;
  readonly cores: { readonly total: number; readonly used: number | undefined } | undefined;
  readonly kubernetes: string | undefined;
  readonly region: string | undefined;
  readonly isWaiting: boolean;
  readonly expiry: number | undefined;
}

/** How many clusters and machines have a state. */
export interface Tile {
  readonly state: string;
  readonly clusters: number;
  readonly machines: number | undefined;
}

/** How a row of the tree looks. */
export interface ShownRow {
  readonly label: string;
  readonly description: string;
  /** What the letter at its edge says; empty if there is none. */
  readonly decoration: string;
}

/** An item as agents get it. */
export interface AgentItem {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  readonly state: string;
  readonly readAt?: unknown;
}

/** How the tests call the kinds of news. */
export type ShownNews = Pick<ItemNews, 'is'> & { readonly id: string; readonly uid: string };

const never = new AbortController().signal;

const shownOf = new WeakMap<Item, Shown>();

function toShown(item: Item): Shown {
  const same = shownOf.get(item);
  if (same !== undefined) return same;
  const { ages = {}, disagreement } = item;
  const { kind, id, name, uid, parent, state, cause, message, readAt, isStale, known } = item;
  const shown: Shown = {
    kind,
    id,
    uid: uid ?? name,
    parent,
    state,
    cause,
    message,
    readAt,
    isStale,
    isContradicted: disagreement?.ill === 0,
    ages: { ...ages, versions: ages.kubernetes },
    known: known?.by,
    isListRead: item.isListRead === true,
    machines: item.machines,
    affected: item.affected,
    cores: item.cores && { total: item.cores.total, used: item.cores.used },
    kubernetes: item.packs?.find(({ layer }) => layer === 'k8s')?.version,
    region: item.regionCode,
    isWaiting: item.isWaiting === true,
    expiry: item.certificate?.expiry,
  };
  shownOf.set(item, shown);
  return shown;
}

/** Poolview with a connection, its Projects view and its fleet overview. */
export class Poolview {
  readonly #inventory: Inventory;
  readonly #model: ProjectsModel;
  readonly #reader: FleetReader;
  readonly #changes: ChangeLogs;
  readonly #marks = new Marks(storedMarks(memoryFiles(), 'Test'));
  readonly #tree: ReturnType<typeof newProjectsTree>;
  readonly #decorations: FileDecorationProvider[] = [];
  readonly #sign: Pick<TreeView<unknown>, 'badge'> = {};
  readonly #signs: AttentionSigns;
  readonly #news: News;
  readonly #commands: ReturnType<typeof newCommands>['table'];
  #items: readonly Item[] = [];
  #compared: readonly Item[] = [];
  #shown: readonly Shown[] = [];

  constructor(client: ServiceClient) {
    Object.assign(window, {
      createStatusBarItem: () => ({ show: () => undefined, hide: () => undefined, dispose: () => undefined }),
      registerFileDecorationProvider: (provider: FileDecorationProvider) => {
        this.#decorations.push(provider);
        return new Disposable(() => undefined);
      },
    });
    this.#inventory = new Inventory(sourceOf(client), this.#marks);
    this.#model = new ProjectsModel(this.#inventory);
    this.#reader = new FleetReader(this.#inventory);
    const active = this.#inventory;
    this.#changes = new ChangeLogs({ active, onDidChangeActive: new EventEmitter<void>().event });
    this.#signs = new AttentionSigns(this.#sign, () => active);
    this.#news = new News(active, this.#changes.of(active.session));
    this.#tree = newProjectsTree();
    this.#tree.show(this.#model);
    const view = { selection: [] };
    this.#commands = newCommands({
      view,
      selection: view,
      active: () => this.#model,
      inventories: { fleet: this.#reader },
    } as unknown as Parameters<typeof newCommands>[0]).table;
  }

  close(): void {
    for (const part of [this.#signs, this.#tree, this.#changes, this.#inventory]) part.dispose();
  }

  #row(id: string): ResourceRow {
    const row = this.#inventory.store.find(id);
    if (!isResourceRow(row)) throw new Error(`There is no ${id}`);
    return row;
  }

  // What is shown.

  /** All items. The array stays the same while nothing changes. */
  items(): readonly Shown[] {
    const items = this.#inventory.items();
    if (items !== this.#items) this.#shown = items.map(toShown);
    this.#items = items;
    return this.#shown;
  }

  /** The only item with a UID, or the pool with a name. */
  item(uid: string): Shown {
    const [first, ...others] = this.items().filter((item) => item.uid === uid);
    if (first === undefined || others.length > 0) throw new Error(`Not one ${uid}, but ${others.length}`);
    return first;
  }

  /** The number on the icon of Poolview. */
  badge(): number {
    this.#signs.update.now();
    return this.#sign.badge?.value ?? 0;
  }

  row(id: string): ShownRow {
    const item = this.#tree.getTreeItem(id) as TreeItem;
    const { label = '', description = '', resourceUri } = item;
    const token = undefined as never;
    const decoration = resourceUri && this.#decorations[0]?.provideFileDecoration(resourceUri, token);
    return {
      label: typeof label === 'string' ? label : label.label,
      description: typeof description === 'string' ? description : '',
      decoration: (decoration as { tooltip?: string } | undefined)?.tooltip ?? '',
    };
  }

  hover(id: string): string {
    return renderHover(hoverOf(this.#row(id), this.#model, Date.now())).text;
  }

  /** The fleet as the page of the overview has it. */
  #page(): PageFleet {
    const { session, marks } = this.#inventory;
    const header = {
      ...this.#reader.state,
      connection: { name: session.connection.name, host: 'service', isDemo: false },
      oldAfterMs: 600_000,
      coverage: this.#inventory.coverage(),
      newChanges: 0,
      areApprovalsKnown: this.#inventory.areApprovalsKnown,
      favorites: [...marks.values.favorite.keys()],
    };
    const changed = this.#inventory.items();
    return fleetAfter(undefined, { type: 'fleet', header, isWhole: true, changed, removed: [] });
  }

  /** Tiles, and what a query selects in the overview's table, by IDs. */
  overview(query: string): { readonly tiles: readonly Tile[]; readonly selected: ReadonlySet<string> } {
    const page = this.#page();
    return { tiles: tileCounts(page), selected: fleetAnswer(page, query).selected };
  }

  /** Whether a query selects an item; undefined if that is not known. */
  verdicts(query: string): ReadonlyMap<string, boolean | undefined> {
    const { problems, ...all } = this.#answer(query);
    if (problems.length > 0) throw new Error(problems.join());
    return all.verdicts;
  }

  #answer(query: string) {
    const matcher = new Matcher(query, queryContext(this.#inventory));
    const verdicts = new Map(this.#inventory.items().map((item) => [item.id, matcher.match(item)]));
    return { problems: matcher.problems, verdicts };
  }

  /** Asks as an agent does. The clusters are not read again: `skip` continues a list. */
  async #ask<Data>(tool: ToolName, input: object): Promise<Data> {
    const context = { ...toolContext(this.#inventory, this.#reader), changes: this.#changes };
    return (JSON.parse(await tools[tool].call(input, context)) as { data: Data }).data;
  }

  /** What agents are told that a query selects. */
  async agentsFind(query: string): Promise<readonly AgentItem[]> {
    return (await this.#ask<{ items: readonly AgentItem[] }>('poolview_find', { query })).items;
  }

  /** What agents are told of one item, as it was read. */
  async agentsGet(id: string): Promise<AgentItem & Readonly<Record<string, unknown>>> {
    interface Got {
      readonly item: AgentItem & Readonly<Record<string, unknown>>;
    }
    return (await this.#ask<Got>('poolview_get', { id, skip: 1 })).item;
  }

  /** What agents are told of the whole fleet, as it was read. */
  agentsHealth(): Promise<{
    readonly clusters: Readonly<Record<string, number>>;
    readonly machines: Readonly<Record<string, number>>;
  }> {
    return this.#ask('poolview_get_fleet_health', { skip: 1 });
  }

  /** What users are told in messages since the last call, as if they saw nothing else. */
  news(): readonly ShownNews[] {
    if (this.#inventory.items() === this.#compared) return [];
    this.#compared = this.#inventory.items();
    const news = this.#news.compare(() => false, false);
    this.#news.settle();
    return news.map(({ item, is }) => ({ is, id: item.id, uid: item.uid ?? item.name }));
  }

  // What users, and timers, do. Each ends when what it asked for has arrived.

  async expand(id?: string): Promise<void> {
    const row = id === undefined ? undefined : this.#row(id);
    if (row !== undefined && !isParentRow(row)) return;
    await this.#model.rows.children(row);
  }

  collapse(id: string): void {
    const row = this.#row(id);
    if (isParentRow(row)) this.#model.rows.setExpanded(row, false);
  }

  isExpanded(id: string): boolean {
    return this.#model.rows.isExpanded(id);
  }

  async loadMore(id?: string): Promise<void> {
    const row = id === undefined ? undefined : this.#row(id);
    if (row === undefined || isParentRow(row)) await this.#inventory.store.loadMore(row);
  }

  async refresh(): Promise<void> {
    await this.#commands['refresh']?.(this.#model);
  }

  async refreshRow(id: string): Promise<void> {
    await this.#commands['refreshRow']?.(this.#model, id);
  }

  /** The timer of the Projects view. */
  async refreshAutomatically(): Promise<void> {
    await this.#model.refreshInBackground(never);
  }

  /** The timer of the fleet overview. */
  async refreshFleetAutomatically(): Promise<void> {
    await this.#reader.clusters.refreshInBackground(never);
  }

  /** *Refresh* of the overview. */
  async refreshOverview(): Promise<void> {
    this.#reader.causes.outdate();
    await this.#reader.refresh(false, never);
  }

  /** What the Capacity tab reads. */
  async readSearch(): Promise<void> {
    await this.#reader.readSearch(never);
  }

  /** The lines of *Copy for Ticket* of all that needs attention, without the names of clusters. */
  async causes(): Promise<readonly string[]> {
    const rows = this.#inventory.rows.filter((row) => {
      const item = this.#inventory.itemOf(row);
      return isCounted(row) && isOpenProblem({ ...item, known: undefined });
    });
    const context = { now: Date.now(), filter: '', linkOf: () => undefined };
    return (await ticketOf(rows, this.#inventory, context)).trim().split('\n').slice(2);
  }

  /** Opens the timeline of the fleet. */
  async readTimeline(): Promise<void> {
    const scope = { since: Date.now() - 86_400_000 };
    const timeline = new Timeline(this.#inventory, this.#changes, scope);
    await timeline.read();
    timeline.dispose();
  }

  async readCauses(): Promise<void> {
    await this.#reader.causes.read(never, true);
  }

  async checkCertificates(): Promise<void> {
    await checkCertificates(this.#reader);
  }

  /** *Read Machines…* of all clusters, or of some. */
  async readMachines(ids?: readonly string[]): Promise<void> {
    await this.#reader.machines.read(ids ? { kind: 'clusters', ids: new Set(ids) } : { kind: 'all' });
  }

  /** Reads the list below an item again, to its end, as a tool does. */
  async readAgain(id: string): Promise<void> {
    await this.#inventory.readBelow(id, {}, true);
  }

  /** What the overview says could not be read. */
  problems(): readonly string[] {
    return this.#reader.state.problems.map(({ text }) => text);
  }

  /** *Retry* beside these. */
  async retry(): Promise<void> {
    await this.#reader.retry(undefined, never);
  }

  /** How many clusters have been read, and how many there are if that is known. */
  clustersRead(): { readonly read: number; readonly total?: number | undefined } {
    return this.#inventory.coverage().clusters;
  }

  /** Whether the overview offers to read what only cluster search tells. */
  get offersSearch(): boolean {
    return this.#reader.state.canReadSearch;
  }

  /** *Load All Projects*. */
  async loadAllProjects(): Promise<void> {
    await this.#commands['loadAllProjects']?.(this.#model);
  }

  /** Filters the Projects view. */
  async filter(line: string): Promise<void> {
    await this.#model.find(line);
  }

  /** The IDs of the rows below one, or of the top ones. */
  async rowsBelow(id?: string): Promise<readonly string[]> {
    const row = id === undefined ? undefined : this.#row(id);
    if (row !== undefined && !isParentRow(row)) return [];
    return (await this.#model.rows.children(row)).filter(isResourceRow).map((each) => each.id);
  }

  /** Called with the IDs of the rows that VS Code has to draw again: alone, or with what is below them. */
  onDraw(draw: (id: string, isList: boolean) => void): void {
    this.#model.rows.onDidChange(({ parents, rows }) => {
      for (const parent of parents) draw(parent?.id ?? '', true);
      for (const { id } of rows) draw(id, false);
    });
  }

  async readProjectsToEnd(): Promise<void> {
    while (this.#inventory.store.listOf()?.loaded.next !== undefined) await this.#inventory.store.loadMore();
  }

  /** Looks at the hover of a row. */
  async look(id: string): Promise<void> {
    await readHover(this.#row(id), this.#model, Date.now());
  }

  /** An agent asks for an item, which is read again. */
  async readItem(id: string): Promise<void> {
    await this.#ask('poolview_get', { id, refresh: true });
  }

  async searchFor(name: string): Promise<void> {
    await this.#ask('poolview_find', { query: name });
  }

  /** The IDs of the items in *Known Problems…*. */
  get marked(): readonly string[] {
    return [...this.#marks.values.known.keys()];
  }

  /** *Mark as Known…* of an item, until it changes. */
  async mark(id: string): Promise<void> {
    const row = this.#row(id);
    const { own, ownProblem } = this.#inventory.derivedOf(row);
    if (ownProblem !== 'open') return;
    const { severity, failed = [] } = own;
    const about = { kind: row.kind, id, names: [id], note: '', cause: comparedCause(row.kind, own), failed };
    const value = { ...about, severity, at: Date.now() };
    await this.#marks.set([{ kind: 'known', key: id, value }]);
  }

  async unmark(id: string): Promise<void> {
    await this.#marks.set([{ kind: 'known', key: id, value: undefined }]);
  }
}
