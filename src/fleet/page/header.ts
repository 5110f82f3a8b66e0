import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { formatMoment, formatUtc } from '../../presentation/format';
import { sanitizeLine } from '../../presentation/text';
import type { FleetHeader } from '../messages';
import { send } from './host';
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
          : html`<span class="muted" title=${formatUtc(readAt)}
              >${l10n.t('as of {0}', formatMoment(readAt, this.now))}</span
            >`
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
}

customElements.define('fleet-header', HeaderSection);
