import { Disposable, l10n, window } from 'vscode';
import { readSetting } from '../connections/settings';
import type { ChangeLogs } from '../timeline/changeLogs';
import type { ActiveInventory } from '../reads/inventories';
import { isResourceRow, pathOfRow } from '../items/kinds';
import { isInFavorites } from '../items/marks/marks';
import { runCommand } from '../ui/runCommand';
import { debounce } from '../ui/timing';
import { News, withoutRepeated, type IsSeen, type ItemNews } from './news';
import { stateText } from '../items/severity';
import { someOf } from '../text/format';
import { escapeIconsAndLinks } from '../text/text';

/** How long to wait after the last reading, in milliseconds: more of what happened at the same time may be read next. */
const settleMs = 1000;

/** How long *Not Now* lasts, in milliseconds. */
const quietMs = 10 * 60 * 1000;

/** How long to wait after a message that is not answered, in milliseconds; twice as long after each further one. */
const unansweredMs = 60 * 1000;

/**
 * Tells what needs attention, or no longer does, that the user cannot see, whichever read found it: once nothing is being read,
 * in one message.
 */
export class Notifier implements Disposable {
  /** The news of the active connection, and what tells when there may be more. */
  #followed: { readonly news: News; readonly subscription: Disposable } | undefined;
  readonly #subscription: Disposable;
  /** Whether the user has refreshed something since items were last compared. */
  #isUserRefreshing = false;
  readonly #messages = new PacedMessages();

  constructor(
    private readonly inventories: ActiveInventory,
    private readonly changes: ChangeLogs,
    private readonly shownItems: () => IsSeen,
  ) {
    this.#subscription = inventories.onDidChangeActive(this.#follow);
    this.#follow();
  }

  dispose(): void {
    this.#compareSoon.cancel();
    this.#unfollow();
    this.#subscription.dispose();
  }

  readonly #follow = (): void => {
    this.#unfollow();
    const { active } = this.inventories;
    if (active === undefined) return;
    const news = new News(active, this.changes.of(active.session));
    const subscription = Disposable.from(
      active.store.onDidRead(this.#compareSoon),
      active.marks.onDidChange(this.#compareSoon),
      active.onDidStartRefresh(() => {
        this.#isUserRefreshing = true;
        this.#compareSoon();
      }),
    );
    this.#followed = { news, subscription };
  };

  #unfollow(): void {
    this.#followed?.subscription.dispose();
    this.#followed = undefined;
    this.#isUserRefreshing = false;
  }

  readonly #compareSoon = debounce(() => void this.#compare(), settleMs);

  /** Tells what is news and the user has not seen. */
  async #compare(): Promise<void> {
    const followed = this.#followed;
    const client = await followed?.news.inventory.session.client();
    // Messages may have been turned off.
    if (followed === undefined || followed !== this.#followed) return;
    if (client?.isReading === true) {
      this.#compareSoon();
      return;
    }
    const { news } = followed;
    const isSeen = window.state.focused ? this.shownItems() : () => false;
    const found = news.compare(isSeen, this.#isUserRefreshing);
    this.#isUserRefreshing = false;
    if (this.#messages.arePaused) return;
    news.settle();
    const wanted =
      readSetting('notify') === 'favorites'
        ? found.filter(({ item }) => isInFavorites(item.id, news.inventory.marks.values))
        : found;
    if (wanted.length === 0) return;
    const told = withoutRepeated(wanted);
    if (!(await this.#messages.show(told))) return;
    const [first, ...others] = told;
    const row = others.length === 0 ? news.inventory.store.find(first?.item.id ?? '') : undefined;
    if (isResourceRow(row)) await runCommand('openTimeline', { item: pathOfRow(row) });
    else await runCommand('goToAttention');
  }
}

/**
 * VS Code cannot close a message, so those that nobody answers would pile up: after each of them, the pause gets longer, up to ten
 * minutes. Never showing another one would be worse. Messages disappear from view after a while without being answered, and
 * somebody on call must still learn of the next problem. What is found during a pause is in the next message, if it is still true
 * then.
 */
class PacedMessages {
  /** No messages before then, by a clock that is never set back. */
  #quietUntil = 0;
  /** How many messages in a row were not answered. */
  #unanswered = 0;
  #last: unknown;

  get arePaused(): boolean {
    return performance.now() < this.#quietUntil;
  }

  /** @returns whether the user wants to see the items */
  async show(news: readonly ItemNews[]): Promise<boolean> {
    const text = messageText(news);
    this.#quietUntil = performance.now() + Math.min(quietMs, unansweredMs * 2 ** this.#unanswered);
    this.#unanswered++;
    const [show, notNow] = [l10n.t('Show'), l10n.t('Not Now')];
    const shown = news.some(({ is }) => is === 'ill')
      ? window.showWarningMessage(text, show, notNow)
      : window.showInformationMessage(text, show, notNow);
    this.#last = shown;
    const answer = await shown;
    // VS Code closes a message when it shows the same one again: that is no answer.
    if (answer === undefined && this.#last !== shown) return false;
    this.#unanswered = 0;
    this.#quietUntil = answer === notNow ? performance.now() + quietMs : 0;
    return answer === show;
  }
}

/** The most items that a message names. */
const maxItemNames = 3;

/** The message about items, on one line: problems first. */
function messageText(news: readonly ItemNews[]): string {
  const [ill, others] = [news.filter(({ is }) => is === 'ill'), news.filter(({ is }) => is !== 'ill')];
  return someOf([...ill, ...others].map(newsText), maxItemNames);
}

function newsText({ item, is, reopened }: ItemNews): string {
  const { state, cause } = item;
  const name = escapeName(item.name);
  if (is === 'gone') return l10n.t('{0} is gone', name);
  if (state === 'healthy') return l10n.t('{0} is healthy again', name);
  return l10n.t('{0}: {1}', name, escapeName(reopened ?? cause) || stateText(state));
}

/** Messages render links, and a link can run a command. */
function escapeName(text: string): string {
  return escapeIconsAndLinks(text, 80);
}
