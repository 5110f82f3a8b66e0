import { l10n } from 'vscode';
import { cutReason, errorSentence } from '../text/errors';
import { formatCount } from '../text/format';
import { present } from '../text/text';
import { errorOf, isServiceError, type ServiceError } from '../service/errors';
import { withoutMailDomains } from '../service/mailAddress';
import { Pages, type PageFetch } from '../service/pages';
import { serviceTime, timed, type RequestTime } from '../service/requestTime';
import type { ServiceEvent } from '../service/resources/logs';
import type { CallOptions } from '../service/operations';
import type { SourceState } from './entry';
import { entryId, type LogSource } from '../items/details/events';

const maxEntries = 5000;

/** What the service listed, with the time of its entry. */
export interface Listed<Time extends number | undefined = number> {
  readonly id: string;
  readonly time: Time;
  readonly event: ServiceEvent;
}

/**
 * A log of the service, as far as it was read. The service does not say in which order it lists: as long as entries come
 * newest first, those that are newer than the last one are all there.
 */
export class TimelineLog {
  #pages: Pages<ServiceEvent>;
  /** Newest first. */
  entries: readonly Listed[] = [];
  readonly #seen = new Set<string>();
  /** When the newest ones that were read were asked for. */
  #newestRead: RequestTime | undefined;
  #last = Infinity;
  #dropped = -Infinity;
  #isUnsorted = false;
  #undated = 0;
  #error: ServiceError | undefined;
  #refreshError: ServiceError | undefined;

  /**
   * @param since in milliseconds since 1970: older entries are not kept
   * @param start starts reading at the first page
   * @param isIn others are about something else
   */
  constructor(
    private readonly source: LogSource,
    private readonly since: number,
    private readonly start: () => PageFetch<ServiceEvent>,
    private readonly isIn = (_event: ServiceEvent): boolean => true,
  ) {
    this.#pages = new Pages(start());
  }

  /** When its newest entries were last asked for, in milliseconds since 1970; undefined if it has never answered. */
  get readAt(): number | undefined {
    return this.#newestRead?.readAt;
  }

  get isTruncated(): boolean {
    return this.#dropped > -Infinity;
  }

  /** Whether it has entries of the period that were not read, and may have them soon. */
  get hasMore(): boolean {
    const isRefused = isServiceError(this.#error, 'unsupported', 'forbidden');
    return !this.#pages.done && !this.#isWhole && !this.isTruncated && !isRefused;
  }

  /** Whether nothing that is older than what was read can be shown without hiding a gap. */
  get isLimiting(): boolean {
    return !this.#isUnsorted && !this.#isWhole && this.#failure === undefined;
  }

  get readTo(): number {
    if (this.#isWhole) return this.since;
    // Others may have the same time as the last one.
    return this.#isUnsorted ? Infinity : Math.max(this.since, this.#last + 1, this.#dropped + 1);
  }

  get state(): SourceState {
    const undated = formatCount(
      this.#undated,
      l10n.t('1 entry has no valid time and is not shown.'),
      (count) => l10n.t('{0} entries have no valid time and are not shown.', count),
    );
    const { problem: failure, lacks } = this.#failure ?? {};
    const problem = present(failure, this.#undated === 0 ? undefined : undated).join(' ');
    return {
      readTo: this.readTo,
      isWhole: this.#isWhole && problem === '',
      isUnsorted: this.#isUnsorted,
      ...(problem === '' ? {} : { problem, lacks }),
    };
  }

  get #failure(): Partial<SourceState> | undefined {
    const error = this.#refreshError ?? this.#error;
    if (error !== undefined) return problemOf(error);
    return this.#pages.cut && { problem: cutReason(this.#pages.cut) };
  }

  get #isWhole(): boolean {
    if (this.isTruncated) return false;
    const isEnd = this.#pages.done && this.#pages.cut === undefined;
    return isEnd || (!this.#isUnsorted && this.#last < this.since);
  }

  /** Reads the next page. @returns whether that succeeded */
  async readPage(options: CallOptions): Promise<boolean> {
    const pages = this.#pages;
    const sent = timed(options);
    const error = await readFailure(async () => {
      const { value } = await pages.next(sent.options);
      this.#newestRead ??= sent.time;
      if (value !== undefined) this.#append(this.#identified(value.items));
    }, options);
    this.#error = error;
    return error === undefined;
  }

  /**
   * Reads the first page again. Unless it has something that was there when it was read last, entries may be missing in
   * between: then, what was read before is forgotten.
   * @returns whether that succeeded
   */
  async refresh(options: CallOptions): Promise<boolean> {
    const pages = new Pages(this.start());
    const sent = timed(options);
    this.#refreshError = await readFailure(async () => {
      const { value } = await pages.next(sent.options);
      const listed = this.#identified(value?.items ?? []);
      const both = listed.filter(({ id }) => this.#seen.has(id)).map(({ event }) => event);
      if (isJoined(both, this.#newestRead)) this.#keep([...this.#take(listed), ...this.entries]);
      else this.#beginAgain(listed, pages);
      this.#newestRead = sent.time;
    }, options);
    return this.#refreshError === undefined;
  }

  #identified(items: readonly ServiceEvent[]): readonly Listed<number | undefined>[] {
    return items.map((event) => ({
      id: entryId(this.source, event),
      time: event.metadata?.creationTimestamp,
      event,
    }));
  }

  #beginAgain(listed: readonly Listed<number | undefined>[], pages: Pages<ServiceEvent>): void {
    this.#pages = pages;
    this.entries = [];
    this.#seen.clear();
    this.#last = Infinity;
    this.#dropped = -Infinity;
    this.#isUnsorted = false;
    this.#undated = 0;
    this.#error = undefined;
    this.#append(listed);
  }

  #append(listed: readonly Listed<number | undefined>[]): void {
    // New entries move others to later pages, which then begin with known ones.
    const times = timesOf(listed.filter(({ id }) => !this.#seen.has(id)));
    this.#isUnsorted ||= (times[0] ?? -Infinity) > this.#last;
    this.#last = times.at(-1) ?? this.#last;
    this.#keep([...this.entries, ...this.#take(listed)]);
  }

  /** The entries of a page that are new and of the period. */
  #take(listed: readonly Listed<number | undefined>[]): readonly Listed[] {
    const times = timesOf(listed);
    this.#isUnsorted ||= times.some((time, index) => time > (times[index - 1] ?? Infinity));
    const added: Listed[] = [];
    for (const { id, time, event } of listed) {
      if (this.#seen.has(id)) continue;
      this.#seen.add(id);
      if (time === undefined) this.#undated++;
      else if (time >= this.since && this.isIn(event)) added.push({ id, time, event });
    }
    return added;
  }

  #keep(entries: readonly Listed[]): void {
    const sorted = entries.toSorted((one, other) => other.time - one.time);
    this.entries = sorted.slice(0, maxEntries);
    this.#dropped = Math.max(this.#dropped, sorted[maxEntries]?.time ?? -Infinity);
  }
}

/** Why a source was not read. */
export function problemOf(error: ServiceError): Partial<SourceState> {
  return { problem: withoutMailDomains(errorSentence(error)), lacks: error.failure.permission };
}

/**
 * Whether nothing is missing between the newest page of a log and what was read of it before: one of those that both have was
 * there then. One of the future may not have been.
 */
function isJoined(both: readonly ServiceEvent[], before: RequestTime | undefined): boolean {
  return both.some(({ metadata }) => (metadata?.creationTimestamp ?? Infinity) < serviceTime(before));
}

function timesOf(listed: readonly Listed<number | undefined>[]): readonly number[] {
  return listed.map(({ time }) => time).filter((time) => time !== undefined);
}

/** @throws what is not a failure of the service, and if it is canceled */
async function readFailure(
  read: () => Promise<void>,
  { signal }: CallOptions,
): Promise<ServiceError | undefined> {
  const error = await errorOf(read);
  if (error !== undefined) signal?.throwIfAborted();
  return error;
}
