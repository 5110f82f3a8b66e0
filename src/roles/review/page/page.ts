import { html, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { disconnectedPage, loadingPage, WebPage } from '../../../webPage/webPage';
import type { ReviewHeader, ToReviewPage } from '../messages';

/** The access review: takes the messages of the extension, and keeps what the user chose to see. */
class ReviewPage extends WebPage<ToReviewPage> {
  #header: ReviewHeader | undefined;
  #isDisconnected = false;

  protected override receive(message: ToReviewPage): void {
    if (message.type === 'review') this.#header = message.header;
    this.#isDisconnected = message.type === 'disconnected';
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    if (this.#isDisconnected)
      return disconnectedPage(l10n.t('Not connected. Connect to a service to review its access.'));
    if (this.#header === undefined) return loadingPage();
    return html`<main>${this.#header.coverage}</main>`;
  }
}

customElements.define('review-page', ReviewPage);
