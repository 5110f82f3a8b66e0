import type { OutgoingHttpHeaders } from 'node:http';
import type { Operation } from '../../../src/demo/server';

/** Which requests a fault is for. */
interface Aim {
  /** Any request where absent, unknown paths included. */
  readonly operation?: Operation;
  /** What the path with its query has to match. */
  readonly match?: RegExp;
  /** How often it applies before it is used up: once where absent. */
  readonly times?: number;
}

/** What each kind of fault does, and what has to be said about it. */
interface Kinds {
  /** Instead of the answer: by default an error in the service's own words. */
  status: {
    readonly status: number;
    readonly headers?: OutgoingHttpHeaders;
    readonly body?: unknown;
  };
  /** Answers as usual, but later. */
  delay: { readonly milliseconds: number };
  /** Answers as usual, but not before this promise settles. */
  hold: { readonly until: Promise<unknown> };
  /** Never answers. */
  hang: object;
  /** Sends the headers and half of the answer, and then nothing more. */
  hangBody: object;
  /** Resets the connection, having done nothing. */
  reset: object;
  /** Does what was asked, then resets the connection instead of answering. */
  resetAfterActing: object;
  /** Announces the whole answer, sends half of it and closes the connection. */
  cutBody: object;
  /** Well-formed JSON that is not what the operation answers. */
  wrongJson: { readonly body: unknown };
  notJson: { readonly body?: string };
  /** What a proxy in between says. */
  html: { readonly status?: number; readonly body?: string };
  redirect: { readonly location: string; readonly status?: number };
  empty: { readonly status?: number };
  /** An answer of at least so many bytes. */
  huge: { readonly bytes: number };
  /** The same, compressed to about a thousandth, whether the client takes gzip or not. */
  gzipBomb: { readonly bytes: number };
  /** A list of so many empty objects, compressed likewise. */
  itemBomb: { readonly items: number };
  /** Says that the answer is gzip, but it is not. */
  badGzip: object;
  /** Sends this text where HTTP should be, by default a greeting of SSH, and closes the connection. */
  notHttp: { readonly text?: string };
  /** Switches to another protocol (101), which the client did not request, and keeps the connection open. */
  upgrade: object;
  /** Sends early hints (103), then answers as usual. */
  earlyHints: object;
  /** Does what was asked, then closes the connection in the middle of the headers. */
  cutHeaders: object;
  /** Sends a few bytes of the answer after every so many milliseconds (10), then blanks: it never ends or pauses. */
  drip: { readonly milliseconds?: number };
  /** From the second page on, the token of a page leads to that same page. */
  repeatToken: object;
  /** Every token leads to the first page, with a new token. */
  endlessTokens: object;
  /** The count of all items gets smaller from page to page, below what has been listed already. */
  shrinkingCount: object;
  /** Pages as items of pages, so many of them. */
  deepJson: { readonly levels: number };
  /** Answers as usual, but with `__proto__`, `constructor` and `prototype` as keys of every object. */
  protoKeys: object;
}

export type FaultKind = keyof Kinds;

export type Fault<Kind extends FaultKind = FaultKind> = {
  [K in Kind]: Aim & { readonly kind: K } & Kinds[K];
}[Kind];

/** The faults to come. The one added first applies first; one request meets one fault. */
export class FaultPlan {
  #planned: { readonly fault: Fault; left: number }[] = [];

  add(...faults: readonly Fault[]): void {
    this.#planned.push(...faults.map((fault) => ({ fault, left: fault.times ?? 1 })));
  }

  clear(): void {
    this.#planned = [];
  }

  /** The fault that this request meets. */
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
