import { l10n, type Disposable, type WebviewPanel } from 'vscode';
import { connectionFiles } from '../connections/connectionFolder';
import { isResourceRow, kindOf } from '../items/kinds';
import { sanitizeLine } from '../text/text';
import { EditorTab } from '../ui/editorTab';
import { showErrors } from '../ui/errorMessage';
import { keepView, showPage } from '../ui/pageHtml';
import type { ReviewParts } from './context';
import { Decisions } from './decisions';
import { readFromReviewPage, type ToReviewPage } from './messages';
import { Review } from './review';
import { runCommand } from '../ui/runCommand';

/** What the page is asked to show first. */
type Focus = Omit<Extract<ToReviewPage, { readonly type: 'focus' }>, 'type'>;

/** An access review in a panel: shows the active connection until the panel is closed. */
class ReviewPanel implements Disposable {
  #review: Review | undefined;
  /** Whether the page is loaded. VS Code unloads it while the tab is hidden. */
  #isPageReady = false;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly panel: WebviewPanel,
    private readonly given: ReviewParts,
    private focus: Focus,
  ) {
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((received) => showErrors(() => this.#receive(received))),
      panel.onDidChangeViewState(() => {
        this.#isPageReady &&= panel.visible;
        if (!panel.visible) this.#review?.updates.stop();
      }),
      given.connections.onDidChange(() => {
        this.#follow();
      }),
    ];
    this.#follow();
    showPage(panel, given.context.extensionUri, 'review', l10n.t('Access Review'));
  }

  /** Shows what the review is opened for. */
  show(focus: Focus): void {
    const isSameScope = focus.teamUid === this.focus.teamUid;
    this.focus = focus;
    if (!isSameScope) this.#follow();
    else if (this.#isPageReady) this.#post({ type: 'focus', ...focus });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#review?.dispose();
  }

  /** Shows the active connection. */
  #follow(): void {
    this.#review?.dispose();
    const { given, focus } = this;
    const active = given.active();
    const { fleet } = given.inventories;
    const isConnected = active !== undefined && fleet?.inventory.session === active.session;
    const connection = active?.session.connection;
    this.panel.title =
      connection === undefined
        ? l10n.t('Access Review')
        : l10n.t('Access: {0}', sanitizeLine(connection.name, 60));
    this.#review = undefined;
    if (isConnected) {
      const decisions = new Decisions(connectionFiles(given.context, 'reviews', active.session.connection));
      this.#review = new Review(active, fleet, decisions, focus.teamUid, { ...given, post: this.#post });
    }
    if (this.#isPageReady) this.#sendAll();
    void showErrors(async () => this.#review?.start());
  }

  async #receive(received: unknown): Promise<void> {
    const message = readFromReviewPage(received);
    if (message === undefined) this.given.log.debug('The review page sent an invalid message.');
    else if (message.type === 'keepView')
      await keepView(this.panel.webview, message, this.given.connections.session);
    else if (message.type === 'connect') await runCommand('connect');
    else if (message.type === 'ready') {
      this.#isPageReady = true;
      this.#sendAll();
    } else await this.#review?.run(message);
  }

  #sendAll(): void {
    if (this.#review === undefined) this.#post({ type: 'disconnected' });
    this.#review?.updates.start();
    this.#post({ type: 'focus', ...this.focus });
  }

  readonly #post = (message: ToReviewPage): void => {
    void this.panel.webview.postMessage(message);
  };
}

/** The tab with the access review, of which a window has at most one. */
export class ReviewTab implements Disposable {
  readonly #tab = new EditorTab<ReviewPanel>('poolview.review');

  constructor(private readonly given: ReviewParts) {}

  /** @param row of a project, a cluster or a team that the review is about; anything else for all teams */
  open(row: unknown): void {
    const focus = this.#focusOn(row);
    const { page } = this.#tab;
    this.#tab.show((panel) => new ReviewPanel(panel, this.given, focus));
    page?.show(focus);
  }

  /** Shows the review in a panel that VS Code opened again. */
  restore(panel: WebviewPanel): void {
    this.#tab.adopt(panel, () => new ReviewPanel(panel, this.given, {}));
  }

  dispose(): void {
    this.#tab.dispose();
  }

  #focusOn(argument: unknown): Focus {
    const teamUid = this.given.active()?.teamUidOf(argument);
    if (teamUid !== undefined) return { teamUid };
    const row = isResourceRow(argument) ? this.given.inventories.active?.store.find(argument.id) : undefined;
    const cluster = row?.kind === 'cluster' ? row : undefined;
    const project = cluster?.parent ?? row;
    const projectUid = isResourceRow(project) ? kindOf(project).uid(project) : undefined;
    if (projectUid === undefined) return {};
    const clusterUid = cluster && kindOf(cluster).uid(cluster);
    return clusterUid === undefined ? { projectUid } : { projectUid, clusterUid };
  }
}
