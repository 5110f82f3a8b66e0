import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import { settings } from '../connections/settings';
import type { Change, ChangeCoverage } from '../items/changes/change';
import type { ChangeLogs } from '../items/changes/changeLogs';
import type { FleetReader } from '../items/fleet/fleetReader';
import type { Inventory } from '../items/inventory';
import type { Item } from '../items/item';
import { markedId } from '../items/marks/marks';
import type { RefreshedView } from '../tree/autoRefresh';
import { showErrors } from '../ui/errorMessage';
import { changesOf, Updates } from '../ui/updates';
import {
  fleetTabs,
  type ChangesMessage,
  type FleetHeader,
  type PageTab,
  type ToExtension,
  type ToPage,
} from './messages';
import { runPageRequest } from './pageActions';

/** What was read longer ago than this, or than two intervals of auto-refresh, is shown as old. */
const oldAfterMs = 10 * 60 * 1000;

/** The cores and memory of so many clusters take ten requests. */
const fewClusters = 500;

/** The fleet of one connection, as the page shows it. */
export class ShownFleet implements Disposable {
  readonly #updates: Updates<SentFleet>;
  readonly #changeUpdates: Updates<SentChanges>;
  readonly #subscriptions: readonly Disposable[];
  /** Aborted when the page is closed or shows another connection. */
  readonly #closed = new AbortController();
  /** Present once the clusters were read for the page. The changes need no request. */
  #kept: Disposable | undefined;

  constructor(
    readonly reader: FleetReader,
    changes: ChangeLogs,
    post: (message: ToPage) => void,
    private readonly refreshed: Pick<RefreshedView, 'show'>,
  ) {
    const { inventory } = reader;
    this.#updates = new Updates((sent) =>
      sendFleet(sent, { header: headerOf(reader, changes), items: inventory.items() }, post),
    );
    this.#changeUpdates = new Updates((sent) => sendChanges(sent, changesIn(changes, inventory), post));
    let wasReading = false;
    const update = (): void => {
      const isReading = reader.reads.progress !== undefined;
      this.#updates.update(isReading !== wasReading);
      wasReading = isReading;
    };
    this.#subscriptions = [
      reader.onDidChange(update),
      inventory.store.onDidChange(update),
      inventory.marks.onDidChange(update),
      // A refresh of the Projects view does not read all clusters.
      inventory.onDidRefresh(() => {
        if (this.#kept !== undefined) void this.run({ type: 'refresh' });
      }),
      changes.onDidChange(() => {
        update();
        this.#changeUpdates.update();
      }),
    ];
  }

  /** The page is loaded and has no data. @param tab the one that it shows */
  startUpdates(tab: PageTab): void {
    this.#updates.start();
    this.showTab(tab);
  }

  /** The page shows this tab. The overview needs no changes. */
  showTab(tab: PageTab): void {
    if (tab === 'changes') this.#changeUpdates.start();
    else this.#changeUpdates.stop();
  }

  /** The page is gone, because its tab is hidden. */
  stopUpdates(): void {
    this.#updates.stop();
    this.#changeUpdates.stop();
  }

  /** Reads the clusters when they are shown for the first time. */
  readFor(tab: PageTab): void {
    if (fleetTabs.includes(tab) && this.#kept === undefined) void this.run({ type: 'refresh' });
  }

  /** Reads the cores and memory that are not known, unless that takes many requests. */
  readCapacity(): void {
    const { inventory, state } = this.reader;
    const { total = Infinity } = inventory.coverage().clusters;
    if (state.canReadCapacity && total <= fewClusters) void this.run({ type: 'readCapacity' });
  }

  /** Does what the page asks for. Errors are shown, as those of commands are. */
  run(request: ToExtension): Promise<void> {
    if (request.type === 'refresh') {
      // From now on, the items stay when the user refreshes the Projects view, until they are read again.
      this.#kept ??= this.reader.inventory.keepItems();
      this.refreshed.show(this.reader.clusters);
    }
    return showErrors(async () => {
      await runPageRequest(request, this.reader, this.#closed.signal);
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#kept?.dispose();
    this.stopUpdates();
    this.#closed.abort();
  }
}

function headerOf({ inventory, state }: FleetReader, log: ChangeLogs): FleetHeader {
  const { marks, session, store } = inventory;
  return {
    ...state,
    connection: { ...connectionOf(inventory), isDemo: session.connection.isDemo === true },
    oldAfterMs: Math.max(oldAfterMs, 2 * settings.autoRefreshMs),
    coverage: inventory.coverage(),
    favorites: [...marks.values.favorite.keys()].map((key) => markedId(store, key)),
    changes: changesIn(log, inventory)?.changes.length ?? 0,
  };
}

/** Undefined if another connection became active, which is not followed yet. */
function changesIn(
  { keyIdentity, changes, coverage }: ChangeLogs,
  inventory: Inventory,
): ShownChanges | undefined {
  const isOfThis = keyIdentity === inventory.session.keyIdentity;
  return isOfThis ? { connection: connectionOf(inventory), changes, coverage } : undefined;
}

function connectionOf({ session: { connection } }: Inventory): ShownChanges['connection'] {
  return { name: connection.name, host: hostOf(connection) };
}

/** The items of the overview. */
interface SentFleet {
  readonly header: FleetHeader;
  readonly items: readonly Item[];
}

/** Sends the items that are other objects than those that were sent. */
export function sendFleet(
  sent: SentFleet | undefined,
  current: SentFleet,
  post: (message: ToPage) => void,
): SentFleet {
  const { header, items } = current;
  const { changed, removed } = changesOf(sent?.items, items);
  const isSame = changed.length + removed.length === 0 && isDeepStrictEqual(header, sent?.header);
  if (!isSame) post({ type: 'fleet', header, isWhole: sent === undefined, changed, removed });
  return current;
}

/** What the page shows of the changes. */
interface ShownChanges {
  readonly connection: ChangesMessage['connection'];
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
}

interface SentChanges {
  /** The number of the newest change. */
  readonly newest: number;
  readonly coverage: ChangeCoverage;
}

/** Sends the changes that the page does not have. @param current undefined if it is not known yet */
export function sendChanges(
  sent: SentChanges | undefined,
  current: ShownChanges | undefined,
  post: (message: ToPage) => void,
): SentChanges | undefined {
  if (current === undefined) return sent;
  const { connection, changes, coverage } = current;
  const newest = changes[0]?.number ?? 0;
  // Numbers ascend, unless the changes are those of a new list.
  const known = sent !== undefined && newest >= sent.newest ? sent : undefined;
  const added = known === undefined ? changes : changes.filter(({ number }) => number > known.newest);
  if (added.length > 0 || !isDeepStrictEqual(coverage, known?.coverage)) {
    const oldest = changes.at(-1)?.number;
    post({ type: 'changes', connection, isWhole: known === undefined, added: [...added], oldest, coverage });
  }
  return { newest, coverage };
}
