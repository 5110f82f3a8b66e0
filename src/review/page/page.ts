import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { l10n } from 'vscode';
import { asOfText } from '../../text/format';
import { sanitizeLine } from '../../text/text';
import { button, coverageLine, linkButton, progressBar } from '../../webPage/controls';
import { keyHelp } from '../../webPage/keys';
import { elementsAfter } from '../../webPage/listChanges';
import { host } from '../../webPage/section';
import { tabBar, tabPanel } from '../../webPage/tabs';
import { disconnectedPage, loadingPage, WebPage } from '../../webPage/webPage';
import type { Focus, GrantRow, ReviewHeader, ToReviewPage } from '../messages';
import { viewOf, type View } from './grants';
import './review.css';
import { sends, type Page } from './section';
import './table';
import { whoCan } from './whoCan';

/** The access review: takes the messages of the extension, and keeps what the user chose to see. */
class ReviewPage extends WebPage<View> {
  /** Undefined before the first message. */
  @state() private accessor header: ReviewHeader | undefined;
  /** Another connection, which the review is about. */
  @state() private accessor about: string | undefined;
  protected override readonly lowestTable = 560;
  /** Whether reading began, so that there is only a rest to read. */
  #hasRead = false;
  /** Whether a focus was received since the page was loaded. */
  #hasFocus = false;
  #rows = new Map<string, GrantRow>();
  #list: readonly GrantRow[] = [];

  protected override receive(message: ToReviewPage): void {
    switch (message.type) {
      case 'review': {
        const { header } = message;
        this.isDisconnected = false;
        const connection = JSON.stringify([header.connection.name, header.connection.host]);
        const isOther = this.header === undefined || this.view.connection !== connection;
        this.#rows = elementsAfter(isOther ? [] : this.#rows, message);
        this.#list = [...this.#rows.values()];
        // A short read may have ended before the page is told that it began.
        this.#hasRead ||= ['reading', 'done'].includes(header.progress.state);
        this.header = header;
        if (isOther) this.#change(viewOf(connection, host.getState()));
        break;
      }
      case 'focus':
        if (this.header) this.#applyFocus(message);
        break;
      case 'disconnected':
        this.isDisconnected = true;
        this.about = message.about;
        this.header = undefined;
    }
  }

  /** Shows what the review was opened for: once, as the page gets it again whenever it is loaded. */
  #applyFocus(opened: Focus): void {
    const { projectUid = '', clusterUid = '' } = opened;
    // The extension gets it back when VS Code opens the tab again.
    const focus = JSON.stringify(opened);
    const isSame = !this.#hasFocus && this.view.focus === focus;
    this.#hasFocus = true;
    if (isSame) return;
    const question = { ...this.view.question, projectUid, clusterUid };
    this.#change({ focus, query: '', question });
  }

  readonly #change = (change: Partial<View>): void => {
    this.changeView(change);
    const { question } = change;
    if (!question) return;
    const isComplete = question.permission !== '' && question.projectUid !== '';
    sends({ type: 'whoCan', question: isComplete ? question : undefined })();
  };

  protected override render(): TemplateResult {
    if (this.isDisconnected)
      return disconnectedPage(
        this.about === undefined
          ? l10n.t('Not connected. Connect to a service to review its access.')
          : l10n.t('This review is about another connection: {0}. Connect to it to go on.', this.about),
      );
    const { header, view, tableTop } = this;
    if (header === undefined) return loadingPage();
    const page: Page = { header, rows: this.#list, view, changeView: this.#change, tableTop };
    const tabs = [
      { name: 'grants', text: l10n.t('Grants') },
      { name: 'whoCan', text: l10n.t('Who can…?') },
    ] as const;
    const isFilled = view.tab === 'grants' && tableTop === undefined;
    return html`<main class=${isFilled ? 'filled' : ''}>
      <div class="top">
        ${this.#title(header)}
        ${tabBar(
          tabs,
          view.tab,
          (tab) => {
            this.#change({ tab });
          },
          this.#coverage(header),
        )}
      </div>
      ${tabPanel(
        view.tab,
        view.tab === 'grants'
          ? html`<review-table class="table-section" .page=${page}></review-table>`
          : whoCan(page),
      )}
      ${keyHelp(['K', l10n.t('Keep')], ['R', l10n.t('Remove')], ['N, Enter', l10n.t('Note')])}
    </main>`;
  }

  /** The service, what is reviewed, and the read in progress or what is left to read, always in one line. */
  #title({ connection, scope, progress }: ReviewHeader): TemplateResult {
    return html`<header class="title">
      <h1>${sanitizeLine(connection.name)}</h1>
      <span class="muted host">${sanitizeLine(connection.host)}</span>
      <span class="scope">${sanitizeLine(scope)}</span>
      <span class="actions">${this.#reading(progress)}</span>
    </header>`;
  }

  #reading({ state, announcement, done, total }: ReviewHeader['progress']): TemplateResult {
    switch (state) {
      case 'listing':
        return progressBar(l10n.t('Reading teams…'), done, undefined, sends({ type: 'cancel' }));
      case 'reading':
        return progressBar(l10n.t('Reading grants…'), done, total, sends({ type: 'cancel' }));
      case 'ready':
        return html`<span>${announcement}</span>
          ${button(this.#hasRead ? l10n.t('Go On') : l10n.t('Read'), sends({ type: 'read' }), { isMain: true })}`;
      case 'done':
        return button(l10n.t('Read Again…'), sends({ type: 'read' }));
    }
  }

  #coverage({ coverage, readAt, canReadUsers }: ReviewHeader): TemplateResult {
    const age = readAt === undefined ? '' : asOfText(readAt, this.now);
    const addUsers = linkButton(l10n.t("Add Users' Own Roles"), sends({ type: 'readUsers' }));
    return coverageLine(coverage, readAt, age, canReadUsers ? addUsers : nothing);
  }
}

customElements.define('review-page', ReviewPage);
