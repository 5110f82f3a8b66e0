import { l10n, Uri, window, type Disposable, type LogOutputChannel, type WebviewPanel } from 'vscode';
import { escapeIconsAndLinks, sanitizeLine } from '../../presentation/text';
import { isServiceError } from '../../service/errors';
import { showServiceError } from '../../ui/errorMessage';
import { pageFolder, pageHtml } from '../../ui/pageHtml';
import { JournalError } from '../journal/journalFiles';
import { readFromReviewPage, type FromReviewPage, type ToReviewPage } from './messages';
import type { Review } from './review';

/** What the page is asked to show first. */
export type ReviewFocus = Omit<Extract<ToReviewPage, { readonly type: 'focus' }>, 'type'>;

/** Creates the review of the active connection; undefined if nothing is connected. */
type NewReview = (teamUid: string | undefined, post: (message: ToReviewPage) => void) => Review | undefined;

/** An access review in a panel: shows the active connection until the panel is closed. */
export class ReviewPanel implements Disposable {
  #review: Review | undefined;
  /** Whether the page is loaded. VS Code unloads it while the tab is hidden. */
  #isPageReady = false;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly panel: WebviewPanel,
    private focus: ReviewFocus,
    extensionUri: Uri,
    private readonly newReview: NewReview,
    private readonly log: LogOutputChannel,
  ) {
    const { webview } = panel;
    const icon = (theme: string): Uri => Uri.joinPath(extensionUri, 'media', `review-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    this.#subscriptions = [
      webview.onDidReceiveMessage((received: unknown) => {
        const message = readFromReviewPage(received);
        if (message === undefined) this.log.debug('The review page sent an invalid message.');
        else void this.#run(message);
      }),
      panel.onDidChangeViewState(() => {
        if (panel.visible) return;
        this.#isPageReady = false;
        this.#review?.stopUpdates();
      }),
    ];
    this.follow();
    webview.options = { enableScripts: true, localResourceRoots: [pageFolder(extensionUri)] };
    webview.html = pageHtml(webview, extensionUri, 'review', l10n.t('Access Review'));
  }

  /** Shows the active connection. */
  follow(): void {
    this.#review?.dispose();
    const review = this.newReview(this.focus.teamUid, this.#post);
    this.#review = review;
    const name = review?.active.session.connection.name;
    this.panel.title =
      name === undefined ? l10n.t('Access Review') : l10n.t('Access: {0}', sanitizeLine(name, 60));
    if (this.#isPageReady) this.#sendAll();
    if (review !== undefined) void this.#attempt(() => review.start());
  }

  /** Shows what the review was opened for. */
  show(focus: ReviewFocus): void {
    const isOther = focus.teamUid !== this.focus.teamUid;
    this.focus = focus;
    if (isOther) this.follow();
    else if (this.#isPageReady) this.#sendFocus();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#review?.dispose();
    this.#review = undefined;
  }

  async #run(message: FromReviewPage): Promise<void> {
    if (message.type === 'ready') {
      this.#isPageReady = true;
      this.#sendAll();
    } else await this.#attempt(async () => this.#review?.run(message));
  }

  /** Errors are shown, as those of commands are. */
  async #attempt(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (isServiceError(error)) await showServiceError(error, undefined, () => this.#attempt(run));
      else {
        const text =
          error instanceof JournalError
            ? l10n.t("The review can't be saved on this computer ({0}).", error.reason)
            : String(error);
        void window.showErrorMessage(escapeIconsAndLinks(text));
      }
    }
  }

  #sendAll(): void {
    if (this.#review === undefined) this.#post({ type: 'disconnected' });
    else {
      this.#review.startUpdates();
      this.#sendFocus();
    }
  }

  #sendFocus(): void {
    this.#post({ type: 'focus', ...this.focus });
  }

  readonly #post = (message: ToReviewPage): void => {
    void this.panel.webview.postMessage(message);
  };
}
