import { l10n, window, type Disposable } from 'vscode';
import type { KeyIdentity } from '../../connections/keyIdentity';
import { settings } from '../../connections/settings';
import type { Change } from '../../items/changes/change';
import type { ChangeLogs } from '../../items/changes/changeLogs';
import type { Inventories } from '../../items/inventories';
import type { Inventory } from '../../items/inventory';
import { isResourceRow } from '../../items/kinds';
import { isPlanned } from '../../items/marks/problems';
import { isInFavorites } from '../../items/marks/marks';
import type { Severity } from '../../items/severity';
import { messageText } from './messageText';
import { News, type ItemNews } from './news';
import { runCommand } from '../../ui/runCommand';

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
 * Shows one message for each refresh that found changes. VS Code cannot close a message, so those that nobody answers would
 * pile up: after each of them, the pause gets longer, up to ten minutes. Never showing another one would be worse. Messages
 * disappear from view after a while without being answered, and somebody on call must still learn of the next problem.
 * Problems and recoveries that are found during a pause are in the next message, if they are still true then.
 */
export class Notifier implements Disposable {
  readonly #notified = new WeakMap<KeyIdentity, Notified>();
  readonly #subscriptions: readonly Disposable[];
  #ending: Disposable | undefined;

  constructor(
    private readonly inventories: Pick<Inventories, 'active' | 'onDidChangeActive'>,
    private readonly changes: ChangeLogs,
    private readonly isShowingChanges: () => boolean,
  ) {
    this.#subscriptions = [
      inventories.onDidChangeActive(() => {
        this.#follow();
      }),
      changes.onDidChange(() => {
        this.#collect();
      }),
    ];
    this.#follow();
    this.#collect();
  }

  dispose(): void {
    this.#ending?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow(): void {
    this.#ending?.dispose();
    const { active } = this.inventories;
    this.#ending = active?.store.onDidEndRefresh(() => {
      // Several refreshes at a time result in one message.
      if (active.store.isRefreshing) return;
      const notified = this.#collect();
      if (notified !== undefined) this.#notify(notified, active);
    });
  }

  /** Adds the latest changes to the news of the active connection. */
  #collect(): Notified | undefined {
    const { active } = this.inventories;
    if (active === undefined) return undefined;
    const notified = this.#notifiedOf(active);
    const { changes } = this.changes;
    const known = changes.findIndex(({ number }) => number <= notified.lastNumber);
    const latest = known === -1 ? changes : changes.slice(0, known);
    for (const change of latest.toReversed()) notified.news.add(planned(change), active.store.isRefreshing);
    notified.lastNumber = changes[0]?.number ?? notified.lastNumber;
    return notified;
  }

  #notifiedOf({ session: { keyIdentity } }: Inventory): Notified {
    let notified = this.#notified.get(keyIdentity);
    if (notified === undefined) {
      const lastNumber = this.changes.changes[0]?.number ?? 0;
      notified = {
        news: new News(this.#isKnown),
        lastNumber,
        quietUntil: 0,
        unanswered: 0,
        latest: undefined,
      };
      this.#notified.set(keyIdentity, notified);
    }
    return notified;
  }

  readonly #isKnown = (id: string): boolean => {
    const { active } = this.inventories;
    const row = active?.store.find(id);
    return isResourceRow(row) && active?.itemOf(row).known !== undefined;
  };

  #notify(notified: Notified, { marks }: Inventory): void {
    const { news } = notified;
    if (this.isShowingChanges()) {
      news.settle();
      return;
    }
    if (performance.now() < notified.quietUntil) {
      // They are in the list of changes. Only problems are worth coming back to.
      news.dropOthers();
      return;
    }
    if (settings.notify !== 'all') news.dropOthers();
    const isWanted = ({ item }: ItemNews): boolean =>
      settings.notify !== 'favorites' || isInFavorites(item.id, marks.values);
    const { problems, recoveries, others } = news.report;
    const report = {
      problems: problems.filter(isWanted),
      recoveries: recoveries.filter(isWanted),
      others,
    };
    news.settle();
    const text = messageText(report);
    if (text !== '') void this.#show(notified, text, report.problems.length > 0);
  }

  async #show(notified: Notified, text: string, isWarning: boolean): Promise<void> {
    notified.quietUntil = performance.now() + Math.min(quietMs, unansweredMs * 2 ** notified.unanswered);
    notified.unanswered++;
    const [show, notNow] = [l10n.t('Show'), l10n.t('Not Now')];
    const shown = isWarning
      ? window.showWarningMessage(text, show, notNow)
      : window.showInformationMessage(text, show, notNow);
    notified.latest = shown;
    const answer = await shown;
    // VS Code closes a message when it shows the same one again: that is no answer.
    if (answer === undefined && notified.latest !== shown) return;
    notified.unanswered = 0;
    notified.quietUntil = answer === notNow ? performance.now() + quietMs : 0;
    if (answer === show) await runCommand('showChanges');
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
