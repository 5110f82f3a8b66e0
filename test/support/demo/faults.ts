import type { OutgoingHttpHeaders } from 'node:http';
import type { Operation } from '../../../src/demo/server';

/** The requests that a fault applies to. */
interface Aim {
  /** If missing, all requests, including those for unknown paths. */
  readonly operation?: Operation;
  /** The path with its query must match this. */
  readonly match?: RegExp;
  /** How often it applies; once if missing. */
  readonly times?: number;
}

/** What each kind of fault does, and its options. */
interface Kinds {
  /** Sends this status, by default with the error body of the service. */
  status: {
    readonly status: number;
    readonly headers?: OutgoingHttpHeaders;
    readonly body?: unknown;
  };
  /** Responds as usual, but later. */
  delay: { readonly milliseconds: number };
  /** Responds as usual once this promise settles. */
  hold: { readonly until: Promise<unknown> };
  /** Never responds. */
  hang: object;
  /** Sends the headers and half of the body, then nothing. */
  hangBody: object;
  /** Resets the connection without running the operation. */
  reset: object;
  /** Runs the operation, then resets the connection instead of responding. */
  resetAfterActing: object;
  /** Announces the whole body, sends half of it and closes the connection. */
  cutBody: object;
  /** Sends valid JSON of the wrong shape. */
  wrongJson: { readonly body: unknown };
  notJson: { readonly body?: string };
  /** Sends the page of a proxy. */
  html: { readonly status?: number; readonly body?: string };
  redirect: { readonly location: string; readonly status?: number };
  empty: { readonly status?: number };
  /** Sends a body of at least `bytes` bytes. */
  huge: { readonly bytes: number };
  /** The same, compressed to about a thousandth, even if the client does not accept gzip. */
  gzipBomb: { readonly bytes: number };
  /** Sends a compressed list of `items` empty objects. */
  itemBomb: { readonly items: number };
  /** Claims that the body is gzip, but it is not. */
  badGzip: object;
  /** Sends this text instead of HTTP, by default an SSH greeting, and closes the connection. */
  notHttp: { readonly text?: string };
  /** Switches to another protocol (101), which the client did not request, and keeps the connection open. */
  upgrade: object;
  /** Sends early hints (103), then responds as usual. */
  earlyHints: object;
  /** Runs the operation, then closes the connection in the middle of the headers. */
  cutHeaders: object;
  /** Sends a few bytes every `milliseconds` (10 by default), then blanks. It never ends or pauses. */
  drip: { readonly milliseconds?: number };
  /** From the second page on, the token of a page leads to that same page. */
  repeatToken: object;
  /** Every token leads to the first page, with a new token. */
  endlessTokens: object;
  /** The total shrinks with each page, below the number of listed items. */
  shrinkingCount: object;
  /** The items of each page are in the opposite order. */
  reversed: object;
  /** Pages nested as items of pages, with this many levels. */
  deepJson: { readonly levels: number };
  /** Responds as usual, but with the keys `__proto__`, `constructor` and `prototype` in every object. */
  protoKeys: object;
}

export type FaultKind = keyof Kinds;

export type Fault<Kind extends FaultKind = FaultKind> = {
  [K in Kind]: Aim & { readonly kind: K } & Kinds[K];
}[Kind];

/** The planned faults, which apply in the order of adding. At most one applies to a request. */
export class FaultPlan {
  #planned: { readonly fault: Fault; left: number }[] = [];

  add(...faults: readonly Fault[]): void {
    this.#planned.push(...faults.map((fault) => ({ fault, left: fault.times ?? 1 })));
  }

  clear(): void {
    this.#planned = [];
  }

  /** The fault of this request. */
  take(operation: Operation | undefined, path: string): Fault | undefined {
    const next = this.#planned.find(
      ({ fault }) =>
        (fault.operation === undefined || fault.operation === operation) &&
        (!fault.match || path.search(fault.match) >= 0),
    );
    if (next && --next.left <= 0) {
      this.#planned = this.#planned.filter((planned) => planned !== next);
    }
    return next?.fault;
  }
}
