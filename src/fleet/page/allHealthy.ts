import { html, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { countStates } from '../../items/item';
import { needsAttention } from '../../items/severity';
import { asOfText, clusterCount } from '../../text/format';
import { parts } from '../../text/text';
import { linkButton } from '../../webPage/controls';
import { countsText } from './describe';
import type { Cluster } from './fleet';
import { stateIcon } from './icons';
import type { Page } from './section';
import { attentionQuery } from './viewState';

/** Fills the overview where it would show what needs attention, and nothing does. Undefined if that is not sure. */
export function allHealthy({ fleet, view, answer, now, changeView }: Page): TemplateResult | undefined {
  const { clusters, header } = fleet;
  const { read, total = read } = header.coverage.clusters;
  const isRead = header.firstRead === 'succeeded' && header.reading === undefined && read === total;
  const isFine = ({ item: { state } }: Cluster): boolean => state !== 'notRead' && !needsAttention(state);
  const isSure = isRead && header.problems.length === 0 && clusters.length > 0 && clusters.every(isFine);
  if (!isSure || view.query !== attentionQuery || answer.selected.size > 0) return undefined;
  const states = countStates(clusters.map(({ item }) => item));
  const isHealthy = states.healthy === clusters.length;
  return html`<div class="all-healthy" role="status">
    <p>
      ${stateIcon('healthy')}<strong
        >${isHealthy ? l10n.t('All healthy') : l10n.t('Nothing needs attention')}</strong
      >
      <span
        >${parts(clusterCount(total), isHealthy ? undefined : countsText(states), header.readAt === undefined ? undefined : asOfText(header.readAt, now))}</span
      >
    </p>
    ${linkButton(l10n.t('Show All Clusters'), () => {
      changeView({ query: '' });
    })}
  </div>`;
}
