import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { asOfText, formatAge, formatUtc } from '../../presentation/format';
import { sanitizeLine } from '../../presentation/text';
import { isOld } from './describe';
import { oldText } from './icons';
import { Section, send } from './section';

/** The service, and when its clusters were read. */
class HeaderSection extends Section {
  protected override render(): TemplateResult {
    const { connection, readAt, reading } = this.page.fleet.header;
    return html`<header class="title">
      <h1>${sanitizeLine(connection.name)}</h1>
      ${
        connection.isDemo
          ? html`<vscode-badge>${l10n.t('Demo')}</vscode-badge>`
          : html`<span class="muted">${sanitizeLine(connection.host)}</span>`
      }
      <span class="spring"></span>
      ${
        readAt === undefined
          ? nothing
          : html`<span class="muted" title=${formatUtc(readAt)}>${this.#age(readAt)}</span>`
      }
      <vscode-button
        secondary
        ?disabled=${reading !== undefined}
        @click=${() => {
          send({ type: 'refresh' });
        }}
        >${l10n.t('Refresh')}</vscode-button
      >
    </header>`;
  }

  #age(readAt: number): TemplateResult | string {
    const { fleet, now } = this.page;
    const text = asOfText(readAt, now);
    return isOld(readAt, now, fleet.header.oldAfterMs)
      ? oldText(l10n.t('{0} ({1})', text, formatAge(readAt, now)))
      : text;
  }
}

customElements.define('fleet-header', HeaderSection);
