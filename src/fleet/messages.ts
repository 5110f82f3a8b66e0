import type { FleetState } from '../reads/fleetState';
import type { Coverage, Item } from '../items/item';
import {
  readSelected,
  readSource,
  timelinePeriods,
  type SelectedItem,
  type TimelineEntry,
  type TimelinePeriod,
  type TimelineSource,
  type TimelineState,
} from '../timeline/entry';
import { keptView, type ListChanges } from '../webPage/messages';
import {
  amount,
  anyOf,
  both,
  exactList,
  exactObject,
  flag,
  object,
  oneOf,
  text,
  type Read,
} from '../service/readers';

// The messages between the fleet page and the extension. Both are built together, so that the page relies on the types.
// The extension checks what it receives: the page shows what a service wrote.

/** The tabs of the page. */
export const pageTabs = ['overview', 'capacity', 'timeline'] as const;
export type PageTab = (typeof pageTabs)[number];
/** Those that show all clusters. */
export const fleetTabs: readonly PageTab[] = ['overview', 'capacity'];

export interface FleetHeader extends FleetState {
  readonly connection: { readonly name: string; readonly host: string; readonly isDemo: boolean };
  /** What was read longer ago than this, in milliseconds, is old. */
  readonly oldAfterMs: number;
  /** When the page was hidden last, in milliseconds since 1970; missing if it was not. */
  readonly hiddenAt?: number | undefined;
  readonly coverage: Coverage;
  /** How many changes were seen since the page was opened or the timeline was shown last. */
  readonly newChanges: number;
  /** Whether it was read which clusters wait for approval. */
  readonly areApprovalsKnown: boolean;
  /** The IDs of favorites. */
  readonly favorites: readonly string[];
}

/** The fleet. */
export interface FleetMessage extends ListChanges<Item> {
  readonly type: 'fleet';
  readonly header: FleetHeader;
}

/** What happened. Only sent while the page shows it. */
export interface TimelineMessage extends ListChanges<TimelineEntry> {
  readonly type: 'timeline';
  /** The item that it is about; empty for the fleet. */
  readonly scope: string;
  /** In milliseconds since 1970. */
  readonly since: number;
  /** JSON has no infinite times: they arrive as `null`. */
  readonly state: TimelineState;
}

/** A timeline with all of its entries, newest first. */
export type WholeTimeline = Omit<TimelineMessage, 'type' | keyof ListChanges<TimelineEntry>> & {
  readonly entries: readonly TimelineEntry[];
};

/** From the extension to the page. */
export type ToPage =
  | FleetMessage
  | TimelineMessage
  /** The timeline to show, of the fleet without an item, which the page then asks for. Without a period, that which was shown last. */
  | {
      readonly type: 'openTimeline';
      readonly item?: SelectedItem | undefined;
      readonly sources: readonly TimelineSource[];
      readonly period?: TimelinePeriod | undefined;
    }
  /** Which tab to show. Sent to a page without data before anything else. */
  | {
      readonly type: 'showTab';
      readonly tab: PageTab;
      /** The period of the timeline in a page that kept no view, with the ID of the time if one was chosen. */
      readonly period?: TimelinePeriod | undefined;
      readonly since?: string | undefined;
      /** Whether `openTimeline` follows. */
      readonly isOpening?: boolean;
    }
  /** Shows a saved query in the tab. Sent after the fleet. */
  | { readonly type: 'openQuery'; readonly query: string }
  /** Shows the certificates of clusters, the first to expire at the start. */
  | { readonly type: 'showCertificates' }
  /** How many requests it takes to read the machines of clusters. */
  | { readonly type: 'machineRequests'; readonly ids: readonly string[]; readonly count: number }
  /** Nothing is connected. */
  | { readonly type: 'disconnected' };

const copyForms = ['ticket', 'csv', 'tabSeparated'] as const;
export type CopyForm = (typeof copyForms)[number];

/** The commands that a page runs on its items. Those of its menus are in `package.json`. */
const itemCommands = ['showDetails', 'revealInProjects', 'markAsKnown', 'showTimeline'] as const;
export type ItemCommand = (typeof itemCommands)[number];

/** The IDs of items or entries. A fleet may have more of them than a list of a service. */
const ids = exactList(text, Infinity);

/** Undefined if the message is invalid. */
export const readToExtension = anyOf(
  exactObject({
    type: oneOf(
      /** The page is loaded and has no data. */
      'ready',
      'readCauses',
      'checkCertificates',
      'cancel',
      /** Reads more of the timeline, or stops that. */
      'readMore',
      'stopReading',
      'connect',
    ),
  }),
  /** Reads all clusters again, and what only cluster search tells if that `isNeeded` for what is shown. */
  both(exactObject({ type: oneOf('refresh') }), object({ isNeeded: flag })),
  /** Reads the machines of these clusters, or of those that the user chooses. */
  both(exactObject({ type: oneOf('readMachines') }), object({ ids })),
  /** The user selected a tab. */
  exactObject({ type: oneOf('tabSelected'), tab: oneOf(...pageTabs) }),
  keptView,
  /** Reads what only cluster search tells. If it `isNeeded` for what is shown, but not asked for, only with few requests. */
  both(exactObject({ type: oneOf('readSearch') }), object({ isNeeded: flag })),
  /** `id` as in the problem. */
  both(exactObject({ type: oneOf('retry') }), object({ id: text })),
  exactObject({ type: oneOf('openEntry'), id: text }),
  /** Runs a command on items. */
  exactObject({ type: oneOf('run'), command: oneOf(...itemCommands), ids }),
  /**
   * The page shows the timeline of this item or of the fleet: these sources, or all, of this period. `since` is in milliseconds
   * since 1970.
   */
  both(
    exactObject({
      type: oneOf('timeline'),
      period: oneOf(...timelinePeriods),
      since: amount,
      sources: exactList(readSource),
    }),
    object({ item: readSelected }),
  ),
  /** Asks how many requests it takes to read the machines of clusters. */
  exactObject({ type: oneOf('planMachines'), ids }),
  /** `filter` is what the page shows, in words. */
  exactObject({ type: oneOf('copy', 'copyEntries'), form: oneOf(...copyForms), ids, filter: text }),
);

/** From the page to the extension. */
export type ToExtension = Read<typeof readToExtension>;
/** The timeline that a page shows. */
export type TimelineRequest = ToExtension & { readonly type: 'timeline' };

/** The query with which the overview opens. */
export const attentionQuery = 'is:problem';

/** The query of each tab, once the user chose it. */
export const readQueries = object({ overview: text, capacity: text, timeline: text });

/** What the extension has to know of the view of a page. */
export const readTab = exactObject({ tab: oneOf(...pageTabs), queries: readQueries });

/** The query of the selected tab. */
export function shownQuery({ tab, queries }: Read<typeof readTab>): string {
  return queries[tab] ?? (tab === 'overview' ? attentionQuery : '');
}
