import { html, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { ReviewHeader } from '../messages';

/** What the user of the review would lose and keep by leaving each team. */
export function leaving(teams: ReviewHeader['leaving'] = []): TemplateResult {
  return html`<section class="who-can" aria-label=${l10n.t('Leave a Team')}>
    ${
      teams.length === 0
        ? html`<p class="empty">${l10n.t('The user is in no team.')}</p>`
        : html`<p class="muted">${l10n.t('Kubeconfigs that the user downloaded still work.')}</p>`
    }
    ${teams.map(
      ({ name, lines }) =>
        html`<h2>${l10n.t('Without team {0}', name)}</h2>
          <ul aria-label=${name}>
            ${lines.map((line) => html`<li>${line}</li>`)}
          </ul>`,
    )}
  </section>`;
}
