import type { TemplateResult } from 'lit';
import type { QueryBox } from './queryBox';

/** What a page has besides what it received. */
export interface PageContext<View> {
  readonly view: View;
  readonly changeView: (change: Partial<View>) => void;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Of what the selected tab shows, in pixels. */
  readonly width: number;
  /**
   * What the user looks at stays in its place while this is the same number: it counts up with each key and click. Undefined
   * while nobody looks.
   */
  readonly hold: number | undefined;
}

/** Something that a user can do. */
export interface Action {
  readonly title: string;
  /** The key that does the same in the table. */
  readonly key?: string;
  readonly run: () => void;
  readonly isDisabled?: boolean;
}

/** A read in progress. `total` is undefined if nobody knows how many requests it takes. */
export interface Progress {
  readonly name: string;
  readonly done: number;
  readonly total?: number | undefined;
  readonly cancel: () => void;
}

/** Something that could not be read. */
export interface Problem {
  readonly text: string;
  readonly detail: string;
  readonly retry?: () => void;
}

/** The line below a table: it always has the same height, and what changes while something is read is only here. */
export interface Foot {
  /** What is shown, what is not known, and what was read. */
  readonly status: readonly unknown[];
  readonly progress?: Progress | undefined;
  readonly problems?: readonly Problem[];
  readonly others?: readonly Action[];
  /** The next step: the only blue button, always in the same place. */
  readonly main?: Action | undefined;
}

/** What a page shows. */
export interface PageBody {
  readonly label: string;
  readonly tabs: readonly {
    readonly name: string;
    readonly title: string;
    readonly badge?: string | undefined;
    /** What the badge counts. */
    readonly tip?: string;
  }[];
  readonly tab: string;
  readonly selectTab: (name: string) => void;
  readonly query?: QueryBox | undefined;
  /** What stands beside the query. */
  readonly about?: unknown;
  readonly age?: { readonly text: unknown; readonly tip: string } | undefined;
  readonly refresh?: Action | undefined;
  readonly menu: readonly Action[];
  readonly columns?: readonly TemplateResult[];
  /** A line above the table, of one height. */
  readonly line?: unknown;
  readonly content: unknown;
  /** What stands between the table and the foot. */
  readonly below?: unknown;
  readonly foot: Foot;
  /** Those that only this page has. */
  readonly keys: readonly (readonly [key: string, meaning: string])[];
}

/** A page in an editor tab, once: {@link definePage} shows it, and a `PageHost` of the extension serves it. */
export interface PageSpec<Model, View, Message> {
  readonly name: 'fleet' | 'review';
  /** The view before anything is received. @param kept what VS Code kept, which another version may have written */
  readonly readView: (kept: unknown) => View;
  /** What a message changes. The model is undefined while nothing is connected, and before the first message. */
  readonly take: (
    model: Model | undefined,
    message: Message,
    view: View,
  ) => { readonly model?: Model | undefined; readonly view?: View };
  /** What the extension is asked for what is shown, by name: each is sent once, and again when its key has changed. */
  readonly asks: (
    model: Model,
    view: View,
  ) => Readonly<Record<string, { readonly key: string; readonly message: () => object } | undefined>>;
  /** Undefined while what it shows is loading. */
  readonly parts: (model: Model, page: PageContext<View>) => PageBody | undefined;
  /** What is shown while nothing is connected. @param about another connection, which the page is about */
  readonly disconnected: (about: string | undefined) => string;
}
