import { isDeepStrictEqual } from 'node:util';
import { l10n, type Disposable, type WebviewPanel } from 'vscode';
import { titleOf } from '../connections/connection';
import { connectionFiles } from '../connections/connectionFolder';
import { parseJson } from '../connections/storedFiles';
import { isResourceRow, kindOf } from '../items/kinds';
import { object, text } from '../service/readers';
import { sanitizeLine } from '../text/text';
import { givenRow } from '../tree/givenRows';
import { EditorTab } from '../ui/editorTab';
import { showErrors } from '../ui/errorMessage';
import { KeptView, postTo, showPage } from '../ui/pageHtml';
import { chooseScope, type Scope } from './chooseScope';
import type { Reviewed, ReviewParts } from './context';
import { Decisions } from './decisions';
import { readFocus, readFromReviewPage, type Focus, type ToReviewPage } from './messages';
import { Review } from './review';
import { runCommand } from '../ui/runCommand';

/** An access review in a panel: shows the active connection until the panel is closed, unless it was opened for a part of one. */
class ReviewPanel implements Disposable {
  #review: Review | undefined;
  /** Whether the page is loaded. VS Code unloads it while the tab is hidden. */
  #isPageReady = false;
  readonly #subscriptions: readonly Disposable[];
  readonly #kept: KeptView;

  constructor(
    private readonly panel: WebviewPanel,
    private readonly given: ReviewParts,
    private focus: Focus,
  ) {
    this.#kept = new KeptView(panel.webview);
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
    const isSame = isDeepStrictEqual(focus, this.focus);
    this.focus = focus;
    if (!isSame) this.#follow();
    else if (this.#isPageReady) this.#post({ type: 'focus', ...focus });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#review?.dispose();
  }

  /** The connection that the review is about, if another one is active. */
  get #other(): string | undefined {
    const active = this.given.active();
    const { connection } = this.focus;
    return active === undefined || connection === titleOf(active.session.connection) ? undefined : connection;
  }

  /** Shows the active connection. */
  #follow(): void {
    this.#review?.dispose();
    const { given, focus } = this;
    const active = given.active();
    const { fleet } = given.inventories;
    const isConnected = active !== undefined && fleet?.inventory.session === active.session;
    const name = this.#other ?? active?.session.connection.name;
    this.panel.title =
      name === undefined ? l10n.t('Access Review') : l10n.t('Access: {0}', sanitizeLine(name, 60));
    this.#review = undefined;
    if (isConnected && this.#other === undefined) {
      const decisions = new Decisions(connectionFiles(given.context, 'reviews', active.session.connection));
      this.#review = new Review(active, fleet, decisions, focus, { ...given, post: this.#post });
    }
    if (this.#isPageReady) this.#sendAll();
    void showErrors(async () => this.#review?.start());
  }

  async #receive(received: unknown): Promise<void> {
    const message = readFromReviewPage(received);
    if (message === undefined) this.given.log.debug('The review page sent an invalid message.');
    else if (message.type === 'keepView') await this.#kept.keep(message, this.given.connections.session);
    else if (message.type === 'connect') await runCommand('connect');
    else if (message.type === 'reviewUser')
      this.show(focusOn({ holder: { kind: 'user', uid: message.userUid } }, this.given.active()));
    else if (message.type === 'ready') {
      this.#isPageReady = true;
      this.#kept.send();
      this.#sendAll();
    } else await this.#review?.run(message);
  }

  #sendAll(): void {
    if (this.#review === undefined) this.#post({ type: 'disconnected', about: this.#other });
    void showErrors(async () => this.#review?.show());
    this.#post({ type: 'focus', ...this.focus });
  }

  readonly #post = (message: ToReviewPage): void => {
    postTo(this.panel.webview, message);
  };
}

/** What a review of a part of the active connection is about. That of all teams is about any connection. */
function focusOn(scope: Scope, active: Reviewed | undefined): Focus {
  if (active === undefined || (scope.holder ?? scope.projectUid) === undefined) return {};
  return { ...scope, connection: titleOf(active.session.connection) };
}

/** The tab with the access review, of which a window has at most one. */
export class ReviewTab implements Disposable {
  readonly #tab = new EditorTab<ReviewPanel>('poolview.review');

  constructor(private readonly given: ReviewParts) {}

  /**
   * Opens the review of a project, a cluster or a team.
   * @param argument of the command: the ID of it; for anything else, the user chooses
   * @throws ServiceError if the user wants to choose a user, and users cannot be listed
   */
  async open(argument: unknown): Promise<void> {
    const active = this.given.active();
    const scope = this.#scopeOf(argument, active) ?? (active && (await this.#choose(active)));
    if (scope !== undefined) this.show(scope);
  }

  show(scope: Scope): void {
    const focus = focusOn(scope, this.given.active());
    const { page } = this.#tab;
    this.#tab.show((panel) => new ReviewPanel(panel, this.given, focus));
    page?.show(focus);
  }

  /** Shows the review in a panel that VS Code opened again. @param state of the page, which another version may have stored */
  restore(panel: WebviewPanel, state: unknown): void {
    const { focus = '' } = object({ focus: text })(state) ?? {};
    this.#tab.adopt(panel, () => new ReviewPanel(panel, this.given, readFocus(parseJson(focus)) ?? {}));
  }

  dispose(): void {
    this.#tab.dispose();
  }

  #choose(active: Reviewed): Promise<Scope | undefined> {
    return chooseScope(active, this.given.inventories.active?.rows ?? []);
  }

  #scopeOf(argument: unknown, active: Reviewed | undefined): Scope | undefined {
    const teamUid = active?.teamUidOf(argument);
    if (teamUid !== undefined) return { holder: { kind: 'team', uid: teamUid } };
    const inventory = this.given.inventories.active;
    const row = inventory && givenRow(inventory.store, argument);
    const cluster = row?.kind === 'cluster' ? row : undefined;
    const project = cluster?.parent ?? row;
    const projectUid = isResourceRow(project) ? kindOf(project).uid(project) : undefined;
    return projectUid === undefined
      ? undefined
      : { projectUid, clusterUid: cluster && kindOf(cluster).uid(cluster) };
  }
}
