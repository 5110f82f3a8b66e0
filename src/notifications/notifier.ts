import { l10n, window, type Disposable } from 'vscode';
import type { KeyIdentity } from '../connections/keyIdentity';
import { readSetting } from '../connections/settings';
import type { Change } from '../items/changes/change';
import type { ChangeLogs } from '../items/changes/changeLogs';
import type { ActiveInventory } from '../items/inventories';
import type { Inventory } from '../items/inventory';
import { isResourceRow } from '../items/kinds';
import { isPlanned } from '../items/marks/problems';
import { isInFavorites } from '../items/marks/marks';
import { selectedItem } from '../items/selection';
import type { Severity } from '../items/severity';
import { messageText, reportedItem } from './messageText';
import { News, type IsSeen, type ItemNews, type Report } from './news';
import { runCommand } from '../ui/runCommand';
import { debounce } from '../ui/timing';

/** How long to wait after the last reading, in milliseconds: more of what happened at the same time may be read next. */
const pauseMs = 1000;

/** How long *Not Now* lasts, in milliseconds. */
const quietMs = 10 * 60 * 1000;

/** How long to wait after a message that is not answered, in milliseconds; twice as long after each further one. */
const unansweredMs = 60 * 1000;

/** What the user has been told about a connection since it has its API key. */
interface Notified {
  readonly news: News;
  /** The number of the last change that is in the news. */
  lastNumber: number;
  /** No messages before then, by a clock that is never set back. */
  quietUntil: number;
  /** How many messages in a row were not answered. */
  unanswered: number;
  /** The last message. */
  latest: unknown;
}

/**
 * Tells what has changed that the user cannot see, whichever read found it: once nothing is being read, in one message. VS
 * Code cannot close a message, so those that nobody answers would pile up: after each of them, the pause gets longer, up to
 * ten minutes. Never showing another one would be worse. Messages disappear from view after a while without being answered,
 * and somebody on call must still learn of the next problem. Problems and recoveries that are found during a pause are in
 * the next message, if they are still true then.
 */
export class Notifier implements Disposable {
  readonly #notified = new WeakMap<KeyIdentity, Notified>();
  readonly #subscriptions: readonly Disposable[];
  #refreshes: Disposable | undefined;
  /** Whether the user has refreshed something since changes were last considered. */
  #isUserRefreshing = false;

  constructor(
    private readonly inventories: ActiveInventory,
    private readonly changes: ChangeLogs,
    private readonly shownItems: () => IsSeen,
  ) {
    this.#subscriptions = [
      inventories.onDidChangeActive(this.#follow),
      changes.onDidChange(this.#considerSoon),
    ];
    this.#follow();
  }

  dispose(): void {
    this.#considerSoon.cancel();
    this.#refreshes?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  readonly #follow = (): void => {
    const { active } = this.inventories;
    // Its changes until now are no news.
    if (active !== undefined) this.#notifiedOf(active);
    this.#refreshes?.dispose();
    this.#isUserRefreshing = false;
    this.#refreshes = active?.onDidStartRefresh(() => {
      this.#isUserRefreshing = true;
      this.#considerSoon();
    });
  };

  readonly #considerSoon = debounce(() => void this.#consider(), pauseMs);

  /** Adds the latest changes to the news of the active connection, and tells what the user has not seen. */
  async #consider(): Promise<void> {
    const { active } = this.inventories;
    const client = await active?.session.client();
    // Messages may have been turned off.
    if (active === undefined || active !== this.inventories.active || readSetting('notify') === 'off') return;
    if (client?.isReading === true) {
      this.#considerSoon();
      return;
    }
    const notified = this.#notifiedOf(active);
    const { changes } = this.changes.of(active.session);
    const latest = changes.filter(({ number }) => number > notified.lastNumber);
    notified.lastNumber = changes[0]?.number ?? notified.lastNumber;
    for (const change of latest.toReversed()) notified.news.add(planned(change));
    const refreshed = new Set(this.#isUserRefreshing ? latest.map(({ item }) => item.id) : []);
    this.#isUserRefreshing = false;
    const isShown = window.state.focused ? this.shownItems() : () => false;
    notified.news.settle((id, isProblem) => refreshed.has(id) || isShown(id, isProblem));
    this.#notify(notified, active);
  }

  #notifiedOf({ session }: Inventory): Notified {
    let notified = this.#notified.get(session.keyIdentity);
    if (notified === undefined) {
      const lastNumber = this.changes.of(session).changes[0]?.number ?? 0;
      notified = {
        news: new News(this.#isKnown),
        lastNumber,
        quietUntil: 0,
        unanswered: 0,
        latest: undefined,
      };
      this.#notified.set(session.keyIdentity, notified);
    }
    return notified;
  }

  /** @param id that of an item, which may be gone; without one, the timeline is that of the fleet */
  #showTimeline(id = ''): Promise<void> {
    const row = this.inventories.active?.store.find(id);
    return runCommand('openTimeline', isResourceRow(row) ? { item: selectedItem(row) } : {});
  }

  readonly #isKnown = (id: string): boolean => {
    const { active } = this.inventories;
    const row = active?.store.find(id);
    return isResourceRow(row) && active?.itemOf(row).known !== undefined;
  };

  #notify(notified: Notified, { marks }: Inventory): void {
    const { news } = notified;
    if (performance.now() < notified.quietUntil) {
      // They are in the timeline. Only problems are worth coming back to.
      news.dropOthers();
      return;
    }
    if (readSetting('notify') !== 'all') news.dropOthers();
    const isWanted = ({ item }: ItemNews): boolean =>
      readSetting('notify') !== 'favorites' || isInFavorites(item.id, marks.values);
    const { problems, recoveries, others } = news.report;
    const report = {
      problems: problems.filter(isWanted),
      recoveries: recoveries.filter(isWanted),
      others,
    };
    news.settle();
    if (messageText(report) !== '') void this.#show(notified, report);
  }

  async #show(notified: Notified, report: Report): Promise<void> {
    const text = messageText(report);
    notified.quietUntil = performance.now() + Math.min(quietMs, unansweredMs * 2 ** notified.unanswered);
    notified.unanswered++;
    const [show, notNow] = [l10n.t('Show'), l10n.t('Not Now')];
    const shown =
      report.problems.length > 0
        ? window.showWarningMessage(text, show, notNow)
        : window.showInformationMessage(text, show, notNow);
    notified.latest = shown;
    const answer = await shown;
    // VS Code closes a message when it shows the same one again: that is no answer.
    if (answer === undefined && notified.latest !== shown) return;
    notified.unanswered = 0;
    notified.quietUntil = answer === notNow ? performance.now() + quietMs : 0;
    if (answer === show) await this.#showTimeline(reportedItem(report)?.id);
  }
}

/** A change of an item for which planned maintenance is no problem, and its end no recovery. */
function planned(change: Change): Change {
  const withoutMaintenance = (severity: Severity | undefined): Severity | undefined =>
    severity !== undefined && isPlanned(severity) ? 'healthy' : severity;
  return {
    ...change,
    severityBefore: withoutMaintenance(change.severityBefore),
    severityAfter: withoutMaintenance(change.severityAfter),
  };
}
