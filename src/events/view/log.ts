import {
  EventEmitter,
  l10n,
  Range,
  Uri,
  window,
  workspace,
  type Disposable,
  type TextDocument,
  type TextEditor,
  type TreeView,
} from 'vscode';
import { onDidChangeSettings, settings } from '../../connections/settings';
import { eventLine } from '../../items/eventText';
import { AutoRefresh, type Refreshable } from '../../tree/autoRefresh';
import { fileName, type DetailsDocuments } from '../../ui/detailsDocuments';
import type { EventList } from './eventList';
import type { EventTopic } from './topic';
import type { EventsView } from './eventsView';

/** How often visible logs are refreshed while auto-refresh is off, in milliseconds. */
const defaultIntervalMs = 30_000;

/** The events of a topic, as a document. */
interface Log {
  readonly topic: EventTopic;
  readonly list: EventList;
  readonly subscription: Disposable;
}

/** Read-only documents with all loaded events of a topic. While one is visible, it follows new events. */
export class EventLogs implements Disposable, Refreshable {
  /** By the ID of the topic. */
  readonly #logs = new Map<string, Log>();
  /** Before the last change, by URI. */
  readonly #lineCounts = new Map<string, number>();
  readonly #onDidChangeVisibility = new EventEmitter<{ readonly visible: boolean }>();
  readonly #autoRefresh = new AutoRefresh(() => settings.autoRefreshMs || defaultIntervalMs);
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(
    private readonly scheme: string,
    private readonly documents: Pick<DetailsDocuments, 'refresh'>,
    private readonly eventsView: EventsView,
    private readonly view: Pick<TreeView<unknown>, 'visible'>,
  ) {
    const isVisible = (): boolean => this.#editors().length > 0;
    const refreshed = this.#autoRefresh.register({
      get visible() {
        return isVisible();
      },
      onDidChangeVisibility: this.#onDidChangeVisibility.event,
    });
    refreshed.show(this);
    eventsView.isKept = (list) => [...this.#logs.values()].some((log) => log.list === list);
    this.#subscriptions = [
      this.#onDidChangeVisibility,
      this.#autoRefresh,
      onDidChangeSettings(this.#autoRefresh.update),
      window.onDidChangeVisibleTextEditors(() => {
        this.#onDidChangeVisibility.fire({ visible: isVisible() });
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#scroll(document);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === this.scheme) this.#forget(uri.query);
      }),
    ];
  }

  /**
   * Opens the events of a topic, which are read if that was not done before.
   * @throws ServiceError if there is nothing to show because they cannot be read
   */
  async open({ topic, list }: Pick<Log, 'topic' | 'list'>): Promise<void> {
    await list.store.children();
    const error = list.store.branchOf()?.error;
    if (error !== undefined && list.loaded(undefined).length === 0) throw error;
    this.#forget(topic.id);
    const subscription = list.store.onDidChange(() => {
      this.documents.refresh();
    });
    this.#logs.set(topic.id, { topic, list, subscription });
    const document = await workspace.openTextDocument(this.#uriOf(topic));
    this.#lineCounts.set(topic.id, document.lineCount);
    // The newest events are at the end.
    const end = new Range(document.lineCount - 1, 0, document.lineCount - 1, 0);
    await window.showTextDocument(document, { preview: true, selection: end });
  }

  /** All loaded events of a topic, the oldest first; undefined if it was not opened. */
  textOf(id: string): string | undefined {
    const log = this.#logs.get(id);
    if (log === undefined) return undefined;
    const lines = log.list.loaded(log.topic.machine).toReversed().map(eventLine);
    return `${(lines.length === 0 ? [l10n.t('No events')] : lines).join('\n')}\n`;
  }

  get isFailing(): boolean {
    return this.#visibleLists().some(({ store }) => store.isFailing);
  }

  async refreshInBackground(signal: AbortSignal): Promise<boolean> {
    const isInView = ({ store }: EventList): boolean =>
      this.view.visible && settings.autoRefreshMs > 0 && this.eventsView.shown?.list.store === store;
    const lists = this.#visibleLists().filter((list) => !isInView(list));
    const succeeded = await Promise.all(lists.map(({ store }) => store.refreshInBackground(signal)));
    return succeeded.every(Boolean);
  }

  dispose(): void {
    for (const id of this.#logs.keys()) this.#forget(id);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** The path ends in `.log`, which sets the language. */
  #uriOf({ id, name }: EventTopic): Uri {
    return Uri.from({ scheme: this.scheme, path: `/${fileName(name)}.log`, query: id });
  }

  /** The details of events have the same scheme. */
  #isLog({ scheme, query }: Uri): boolean {
    return scheme === this.scheme && this.#logs.has(query);
  }

  #editors(): readonly TextEditor[] {
    return window.visibleTextEditors.filter(({ document: { uri } }) => this.#isLog(uri));
  }

  /** The lists of the visible logs, without those of another connection, which stay as they are. */
  #visibleLists(): readonly EventList[] {
    const lists = this.#editors().flatMap(({ document }) => this.#logs.get(document.uri.query)?.list ?? []);
    return [...new Set(lists)].filter(({ store }) => !store.closed.aborted);
  }

  /** Shows the new end of a log whose end was in sight before it changed. */
  #scroll({ uri, lineCount }: TextDocument): void {
    if (!this.#isLog(uri)) return;
    const before = this.#lineCounts.get(uri.query) ?? lineCount;
    this.#lineCounts.set(uri.query, lineCount);
    for (const editor of this.#editors()) {
      if (editor.document.uri.query !== uri.query) continue;
      const lastVisible = editor.visibleRanges.at(-1)?.end.line ?? 0;
      // The last line is empty.
      if (lastVisible >= before - 2) editor.revealRange(new Range(lineCount - 1, 0, lineCount - 1, 0));
    }
  }

  #forget(id: string): void {
    this.#logs.get(id)?.subscription.dispose();
    this.#logs.delete(id);
    this.#lineCounts.delete(id);
  }
}
