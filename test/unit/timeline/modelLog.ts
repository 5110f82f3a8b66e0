import type { Page } from '../../../src/service/pages';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import type { ServiceEvent } from '../../../src/service/resources/logs';

export const second = 1000;

/** An entry of a log. Without a UID, it is told from others by its time and text. */
export interface ModelRecord {
  /** In seconds. */
  readonly time: number | undefined;
  readonly uid: number | undefined;
  readonly text: string;
}

export interface LogSetup {
  readonly records: readonly ModelRecord[];
  readonly order: 'newestFirst' | 'oldestFirst' | 'none';
  readonly pageSize: number;
  /** How many entries of the page before each page has again. */
  readonly repeated: number;
  /** Whether a page is found from the start of the log or by the entry before it, or the service repeats a token. */
  readonly tokens: 'offset' | 'anchored' | 'repeated';
}

interface Answer {
  readonly records: readonly ModelRecord[];
  readonly next: string | undefined;
}

const keyOf = ({ uid, time, text }: ModelRecord): string =>
  uid === undefined ? `${time} ${text}` : `#${uid}`;

/** A log of a service, and what must be said about it after the answers that it gave. */
export class ModelLog {
  requests = 0;
  isRefreshing = false;
  #records: readonly ModelRecord[];
  #failure: ServiceErrorKind | undefined;
  /** Its pages that were read one after the other, and what was known before each. */
  #pages: { readonly answer: Answer; readonly known: ReadonlySet<string> }[] = [];
  /** The other answers since then. */
  #others: Answer[] = [];
  /** What the log had when its newest entries were read last. */
  #seen: readonly ModelRecord[] = [];
  #error: ServiceErrorKind | undefined;
  #refreshError: ServiceErrorKind | undefined;

  constructor(
    readonly source: 'event' | 'audit',
    private readonly setup: LogSetup,
    private readonly since: number,
    /** When all requests are sent, in seconds. */
    private readonly now: number,
  ) {
    // The same UID is the same entry.
    const unique = new Map(setup.records.map((one) => [keyOf(one), one]));
    this.#records = this.#sorted([...unique.values()]);
  }

  #sorted(records: readonly ModelRecord[]): readonly ModelRecord[] {
    const { order } = this.setup;
    if (order === 'none') return records;
    const sign = order === 'newestFirst' ? -1 : 1;
    // Those without a time stay between others.
    const dated = records.filter(({ time }) => time !== undefined);
    const undated = records.filter(({ time }) => time === undefined);
    const all = dated.toSorted((one, other) => sign * ((one.time ?? 0) - (other.time ?? 0)));
    return all
      .flatMap((one, index) => [one, ...undated.slice(index, index + 1)])
      .concat(undated.slice(all.length));
  }

  get isFailing(): boolean {
    return this.#failure !== undefined;
  }

  failNext(kind: ServiceErrorKind): void {
    this.#failure = kind;
  }

  /** Entries happen now: in a log that is sorted newest first, only those of the future are before them. */
  grow(records: readonly ModelRecord[]): void {
    const { order } = this.setup;
    const keys = new Set(this.#records.map(keyOf));
    const moved = records.map((one) =>
      order === 'newestFirst' && one.time !== undefined ? { ...one, time: this.now } : one,
    );
    const added = [...new Map(moved.map((one) => [keyOf(one), one])).values()].filter(
      (one) => !keys.has(keyOf(one)),
    );
    const ofPast = this.#records.findIndex(({ time = Infinity }) => time <= this.now);
    const place = ofPast === -1 ? this.#records.length : ofPast;
    this.#records =
      order === 'newestFirst'
        ? [...this.#records.slice(0, place), ...this.#sorted(added), ...this.#records.slice(place)]
        : this.#sorted([...this.#records, ...added]);
  }

  async answer(token: string | undefined): Promise<Page<ServiceEvent> & { continue?: string | undefined }> {
    this.requests++;
    const kind = this.#failure;
    this.#failure = undefined;
    await Promise.resolve();
    const isRefresh = this.isRefreshing;
    if (kind !== undefined) {
      if (isRefresh) this.#refreshError = kind;
      else this.#error = kind;
      const operation = this.source === 'event' ? 'listEvents' : 'listAudits';
      throw new ServiceError({ kind, operation });
    }
    const answer = this.#page(token);
    if (token === undefined) this.#seen = this.#records;
    this.#take(answer, isRefresh);
    return { items: answer.records.map((one) => this.#event(one)), continue: answer.next };
  }

  #page(token: string | undefined): Answer {
    const { pageSize, repeated, tokens } = this.setup;
    const { length } = this.#records;
    let start = 0;
    if (token !== undefined)
      start =
        tokens === 'anchored' ? this.#records.findIndex((one) => keyOf(one) === token) + 1 : Number(token);
    const end = start + pageSize;
    const records = this.#records.slice(Math.max(0, start - repeated), end);
    if (end >= length) return { records, next: undefined };
    if (tokens === 'repeated') return { records, next: token ?? String(end) };
    const last = this.#records[end - 1];
    return { records, next: tokens === 'anchored' && last ? keyOf(last) : String(end) };
  }

  #event({ time, uid, text }: ModelRecord): ServiceEvent {
    return {
      metadata: {
        uid: uid === undefined ? undefined : `u${uid}`,
        creationTimestamp: time === undefined ? undefined : time * second,
      },
      involvedObject: undefined,
      relatedObject: undefined,
      message: uid === undefined ? text : `u${uid}`,
      reason: undefined,
      severity: undefined,
      source: undefined,
      ...(this.source === 'audit' ? { actor: { name: 'Ada', type: undefined, mail: undefined } } : {}),
    };
  }

  #take(answer: Answer, isRefresh: boolean): void {
    const known = new Set(this.#all.map(keyOf));
    if (!isRefresh) {
      this.#error = undefined;
      this.#pages.push({ answer, known });
      return;
    }
    this.#refreshError = undefined;
    if (answer.records.some((one) => known.has(keyOf(one)) && (one.time ?? Infinity) < this.now)) {
      this.#others.push(answer);
      return;
    }
    this.#pages = [{ answer, known: new Set() }];
    this.#others = [];
    this.#error = undefined;
  }

  /** Each record once. */
  get #all(): readonly ModelRecord[] {
    const answers = [...this.#pages.map(({ answer }) => answer), ...this.#others];
    return [...new Map(answers.flatMap(({ records }) => records).map((one) => [keyOf(one), one])).values()];
  }

  /** What is told of those of the period. */
  get known(): readonly string[] {
    return this.#told(this.#all, this.since);
  }

  /** What must be shown if everything down to a time is. */
  present(shownTo: number): readonly string[] {
    return this.setup.order === 'newestFirst'
      ? this.#told(this.#seen, Math.max(this.since, shownTo / second))
      : [];
  }

  #told(records: readonly ModelRecord[], from: number): readonly string[] {
    return records
      .filter(({ time = -1 }) => time >= from)
      .map(
        ({ time = 0, uid, text }) =>
          `${this.source} ${time * second} ${uid === undefined ? text : `u${uid}`}`,
      );
  }

  get undated(): number {
    return this.#all.filter(({ time }) => time === undefined).length;
  }

  /** The times that pages told one after the other, without those that were known. */
  get #times(): readonly number[] {
    return this.#pages.flatMap(({ answer, known }) =>
      timesOf(answer.records.filter((one) => !known.has(keyOf(one)))),
    );
  }

  get isUnsorted(): boolean {
    const pages = [...this.#pages.map(({ answer }) => answer), ...this.#others];
    return [this.#times, ...pages.map(({ records }) => timesOf(records))].some((times) =>
      times.some((time, index) => index > 0 && time > (times[index - 1] ?? 0)),
    );
  }

  /** Whether its last page has a token that led to a page before: also because what it is found by has moved. */
  get #isCut(): boolean {
    const tokens = this.#pages.map(({ answer }) => answer.next);
    const last = tokens.pop();
    return last !== undefined && tokens.includes(last);
  }

  get isWhole(): boolean {
    const isEnd = this.#pages.length > 0 && this.#pages.at(-1)?.answer.next === undefined;
    return isEnd || (!this.isUnsorted && (this.#times.at(-1) ?? Infinity) < this.since);
  }

  get readTo(): number {
    if (this.isWhole) return this.since * second;
    if (this.isUnsorted) return Infinity;
    return Math.max(this.since * second, (this.#times.at(-1) ?? Infinity) * second + 1);
  }

  get #hasFailed(): boolean {
    return this.#error !== undefined || this.#refreshError !== undefined || this.#isCut;
  }

  get hasNote(): boolean {
    return this.#hasFailed || this.undated > 0;
  }

  get isLimiting(): boolean {
    return !this.isWhole && !this.isUnsorted && !this.#hasFailed;
  }

  get canBeRead(): boolean {
    return !this.isWhole && !this.#isCut && this.#error !== 'forbidden' && this.#error !== 'unsupported';
  }
}

function timesOf(records: readonly ModelRecord[]): readonly number[] {
  return records.map(({ time }) => time).filter((time) => time !== undefined);
}
