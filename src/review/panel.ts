import { l10n, type Disposable, type WebviewPanel } from 'vscode';
import { hostOf } from '../connections/connection';
import { connectionFiles } from '../connections/connectionFolder';
import { parseJson } from '../connections/storedFiles';
import { isResourceRow, kindOf } from '../items/kinds';
import { exactList, exactObject, text } from '../service/readers';
import { parts, sanitizeLine } from '../text/text';
import { EditorTab } from '../ui/editorTab';
import { showErrors } from '../ui/errorMessage';
import { keepView, showPage } from '../ui/pageHtml';
import type { Reviewed, ReviewParts } from './context';
import { Decisions } from './decisions';
import { connectionKey, readFromReviewPage, type ToReviewPage } from './messages';
import { Review } from './review';
import { runCommand } from '../ui/runCommand';

/** What the page is asked to show first. */
type Focus = Omit<Extract<ToReviewPage, { readonly type: 'focus' }>, 'type'>;

/** What a review was opened for. UIDs are those of one connection. */
interface Opened {
  readonly focus: Focus;
  /** Its {@link connectionKey}. */
  readonly connection: string | undefined;
}

/** The part of the page's state that says what it was opened for, both as lists of texts. */
const keptView = exactObject({ connection: text, focus: text });

/** An access review in a panel: shows the active connection until the panel is closed. That of a team is about its connection. */
class ReviewPanel implements Disposable {
  #review: Review | undefined;
  /** The {@link connectionKey} of the connection whose team the review is about, if another one is active. */
  #about: string | undefined;
  /** What the review was opened for, in the active connection. */
  #focus: Focus = {};
  /** Whether the page is loaded. VS Code unloads it while the tab is hidden. */
  #isPageReady = false;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly panel: WebviewPanel,
    private readonly given: ReviewParts,
    private opened: Opened,
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
  show(opened: Opened): void {
    const { focus, connection } = opened;
    const isSame = focus.teamUid === this.opened.focus.teamUid && connection === this.opened.connection;
    this.opened = opened;
    this.#focus = focus;
    if (!isSame) this.#follow();
    else if (this.#isPageReady) this.#post({ type: 'focus', ...focus });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#review?.dispose();
  }

  /** Shows the active connection, unless the review is about a team of another one. */
  #follow(): void {
    this.#review?.dispose();
    const { given } = this;
    const active = given.active();
    const { fleet } = given.inventories;
    const isConnected = active !== undefined && fleet?.inventory.session === active.session;
    const key = active && keyOf(active);
    const { focus, connection = key } = this.opened;
    const isOther = key !== undefined && key !== connection;
    // Nothing in another connection is what it was opened for.
    this.#focus = isOther ? {} : focus;
    this.#about = isOther && focus.teamUid !== undefined ? connection : undefined;
    const [name] = textsIn(this.#about ?? key);
    this.panel.title =
      name === undefined ? l10n.t('Access Review') : l10n.t('Access: {0}', sanitizeLine(name, 60));
    this.#review = undefined;
    if (isConnected && this.#about === undefined) {
      const decisions = new Decisions(connectionFiles(given.context, 'reviews', active.session.connection));
      this.#review = new Review(active, fleet, decisions, this.#focus.teamUid, {
        ...given,
        post: this.#post,
      });
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
    if (this.#review === undefined)
      this.#post({ type: 'disconnected', about: this.#about && parts(...textsIn(this.#about)) });
    this.#review?.updates.start();
    this.#post({ type: 'focus', ...this.#focus });
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
    const active = this.given.active();
    const opened = { focus: this.#focusOn(row), connection: active && keyOf(active) };
    const { page } = this.#tab;
    this.#tab.show((panel) => new ReviewPanel(panel, this.given, opened));
    page?.show(opened);
  }

  /** Shows the review in a panel that VS Code opened again. @param state of the page, which another version may have stored */
  restore(panel: WebviewPanel, state: unknown): void {
    const { connection, focus } = keptView(state) ?? {};
    const [projectUid, clusterUid, teamUid] = textsIn(focus).map((uid) => uid || undefined);
    const opened = { focus: { projectUid, clusterUid, teamUid }, connection };
    this.#tab.adopt(panel, () => new ReviewPanel(panel, this.given, opened));
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

function keyOf({ session }: Pick<Reviewed, 'session'>): string {
  const { connection } = session;
  return connectionKey({ name: sanitizeLine(connection.name), host: hostOf(connection) });
}

function textsIn(json = ''): readonly string[] {
  return exactList(text)(parseJson(json)) ?? [];
}
