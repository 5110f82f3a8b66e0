import { EventEmitter, type Disposable } from 'vscode';
import { withoutMailDomains } from '../../service/mailAddress';
import { Pages } from '../../service/pages';
import type { ServiceEvent } from '../../service/resources/event';
import type { CallOptions } from '../../service/callOptions';
import { isServiceError } from '../../service/errors';
import { errorSentence } from '../../text/errors';
import { sanitizeLine } from '../../text/text';
import type { ChangeLogs } from '../changes/changeLogs';
import { changeText, coverageSentences } from '../changes/changeText';
import { actorName, eventLevel } from '../eventText';
import type { Inventory } from '../inventory';
import type { ShownTimeline, TimelineEntry, TimelineScope, TimelineState } from './entry';

// A stand-in, which the timeline replaces when it is merged: changes, and one page of events at a time.

export interface TimelineParts {
  readonly inventory: Inventory;
  readonly changes: Pick<ChangeLogs, 'changes' | 'coverage' | 'onDidChange'>;
  readonly now?: () => number;
}

export class Timeline implements ShownTimeline, Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #events = new Map<string, ServiceEvent>();
  readonly #known = new Map<unknown, TimelineEntry>();
  readonly #pages: Pages<ServiceEvent>;
  readonly #subscription: Disposable;
  #entries: readonly TimelineEntry[] = [];
  #isReading = false;
  #problem: string | undefined;

  constructor(
    private readonly parts: TimelineParts,
    private readonly scope: TimelineScope,
  ) {
    this.#pages = this.#newPages();
    this.#subscription = parts.changes.onDidChange(() => {
      this.#update();
    });
    this.#update();
  }

  get entries(): readonly TimelineEntry[] {
    return this.#entries;
  }

  get state(): TimelineState {
    const { changes } = this.parts;
    const isWhole = this.#pages.done && this.#problem === undefined;
    const readTo = this.#events.size === 0 ? Infinity : Math.min(...[...this.#events.values()].map(timeOf));
    const event = { readTo, isWhole, problem: this.#problem, isUnsorted: false };
    return {
      isReading: this.#isReading,
      shownTo: isWhole ? this.scope.since : readTo,
      sources: { change: { readTo: this.scope.since, isWhole: true, isUnsorted: false }, event },
      hasMore: !this.#pages.done && this.#problem === undefined,
      isTruncated: false,
      coverage: coverageSentences(changes.coverage, changes.changes.length, Date.now()).join(' '),
    };
  }

  eventOf(id: string): ServiceEvent | undefined {
    return this.#events.get(id);
  }

  read(options: CallOptions): Promise<void> {
    return this.#readPage(options, this.#pages);
  }

  readMore(options: CallOptions): Promise<void> {
    return this.#readPage(options, this.#pages);
  }

  async refresh(options: CallOptions): Promise<boolean> {
    await this.#readPage(options, this.#newPages());
    return this.#problem === undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }

  #newPages(): Pages<ServiceEvent> {
    const { projectUid, cluster } = this.scope.item ?? {};
    return new Pages(async (token, options) =>
      (await this.parts.inventory.session.client()).listEvents(
        { projectUid, clusterUid: cluster?.uid, continue: token },
        options,
      ),
    );
  }

  async #readPage({ signal }: CallOptions, pages: Pages<ServiceEvent>): Promise<void> {
    this.#isReading = true;
    this.#problem = undefined;
    this.#onDidChange.fire();
    try {
      for (const event of (await pages.next({ signal })).value?.items ?? [])
        this.#events.set(`event/${event.metadata?.uid ?? JSON.stringify(event)}`, event);
    } catch (error) {
      if (signal?.aborted === true || !isServiceError(error)) throw error;
      this.#problem = errorSentence(error);
    } finally {
      this.#isReading = false;
      this.#update();
    }
  }

  #update(): void {
    const kept = (key: unknown, make: () => TimelineEntry): TimelineEntry => {
      const entry = this.#known.get(key) ?? make();
      this.#known.set(key, entry);
      return entry;
    };
    const events = [...this.#events].map(([id, event]) => kept(id, () => ofEvent(id, event)));
    const changes = this.parts.changes.changes.map((change) =>
      kept(change, () => ({
        id: `change/${change.number}`,
        source: 'change',
        time: change.before,
        after: change.after,
        level: 'info',
        item: change.item,
        who: '',
        what: changeText(change),
        reason: '',
      })),
    );
    this.#entries = [...changes, ...events].sort((one, other) => other.time - one.time);
    this.#onDidChange.fire();
  }
}

function timeOf({ metadata }: ServiceEvent): number {
  return metadata?.creationTimestamp ?? 0;
}

function ofEvent(id: string, event: ServiceEvent): TimelineEntry {
  const { involvedObject: { kind = '', name = '' } = {}, reason = '', message = '' } = event;
  const line = (text: string): string => withoutMailDomains(sanitizeLine(text, 500));
  return {
    id,
    source: 'event',
    time: timeOf(event),
    level: eventLevel(event),
    item: { kind: line(kind), name: line(name), path: [] },
    who: actorName(event),
    what: line(`${reason}: ${message}`),
    reason: line(reason),
  };
}
