import type { OutgoingHttpHeaders } from 'node:http';
import type { Operation } from './routes';

/** Which requests a fault is for. */
interface Aim {
  /** Any request where absent, unknown paths included. */
  readonly operation?: Operation;
  /** What the path with its query has to match. */
  readonly match?: RegExp;
  /** How often it applies before it is used up: once where absent. */
  readonly times?: number;
}

type Kind =
  /** Instead of the answer: by default an error in the service's own words. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: OutgoingHttpHeaders;
      readonly body?: unknown;
    }
  /** Answers as usual, but later. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Answers as usual, but not before this promise settles. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Sends the headers and half of the answer, and then nothing more. */
  | { readonly kind: 'hangBody' }
  /** Resets the connection, having done nothing. */
  | { readonly kind: 'reset' }
  /** Does what was asked, then resets the connection instead of answering. */
  | { readonly kind: 'resetAfterActing' }
  /** Announces the whole answer, sends half of it and closes the connection. */
  | { readonly kind: 'cutBody' }
  /** Well-formed JSON that is not what the operation answers. */
  | { readonly kind: 'wrongJson'; readonly body: unknown }
  | { readonly kind: 'notJson'; readonly body?: string }
  /** What a proxy in between says. */
  | { readonly kind: 'html'; readonly status?: number; readonly body?: string }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  | { readonly kind: 'empty'; readonly status?: number }
  /** An answer of at least so many bytes. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** The same, compressed to about a thousandth, whether the client takes gzip or not. */
  | { readonly kind: 'gzipBomb'; readonly bytes: number }
  /** A list of so many empty objects, compressed likewise. */
  | { readonly kind: 'itemBomb'; readonly items: number }
  /** Says that the answer is gzip, but it is not. */
  | { readonly kind: 'badGzip' }
  /** Sends this text where HTTP should be, by default a greeting of SSH, and closes the connection. */
  | { readonly kind: 'notHttp'; readonly text?: string }
  /** Switches to another protocol (101), which the client did not request, and keeps the connection open. */
  | { readonly kind: 'upgrade' }
  /** Sends early hints (103), then answers as usual. */
  | { readonly kind: 'earlyHints' }
  /** Does what was asked, then closes the connection in the middle of the headers. */
  | { readonly kind: 'cutHeaders' }
  /** Sends a few bytes of the answer after every so many milliseconds (10), then blanks: it never ends, or pauses. */
  | { readonly kind: 'drip'; readonly milliseconds?: number }
  /** From the second page on, the token of a page leads to that same page. */
  | { readonly kind: 'repeatToken' }
  /** Whatever the token, the page is the first one, with a new token. */
  | { readonly kind: 'endlessTokens' }
  /** The count of all items gets smaller from page to page, below what has been listed already. */
  | { readonly kind: 'shrinkingCount' }
  /** Pages as items of pages, so many of them. */
  | { readonly kind: 'deepJson'; readonly levels: number }
  /** Answers as usual, but with `__proto__`, `constructor` and `prototype` as keys of every object. */
  | { readonly kind: 'protoKeys' };

export type Fault = Aim & Kind;

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
