import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { formatAge, formatMoment, formatUtc } from '../../presentation/format';
import { sanitizeLine } from '../../presentation/text';
import type { FleetHeader } from '../messages';
import { isOld } from './describe';
import { send } from './host';
import { oldText } from './oldText';
import { Section } from './section';

/** The service, and when its clusters were read. */
export class HeaderSection extends Section {
  static override properties: PropertyDeclarations = {
    header: { attribute: false },
    now: { attribute: false },
  };

  declare header: FleetHeader;
  declare now: number;

  protected override render(): TemplateResult {
    const { connection, readAt, reading } = this.header;
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
    const text = l10n.t('as of {0}', formatMoment(readAt, this.now));
    return isOld(readAt, this.now, this.header.oldAfterMs)
      ? oldText(l10n.t('{0} ({1})', text, formatAge(readAt, this.now)))
      : text;
  }
}

customElements.define('fleet-header', HeaderSection);
