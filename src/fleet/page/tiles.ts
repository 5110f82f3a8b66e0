import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { answerTo } from '../../find/matcher';
import { needsAttention } from '../../items/severity';
import { hasValue, withValues } from '../../query/query';
import { clusterCount, formatNumber, machineCount } from '../../text/format';
import { parts } from '../../text/text';
import { lastOf } from '../../service/remember';
import { selectBox } from '../../webPage/controls';
import { fleetAnswer, fleetContext, toggledState, withoutFlag, type FleetAnswer } from './answer';
import { firstReadText, tileCounts, type PageFleet, type StateCount } from './fleet';
import { groupingChoices, stateCountText } from './groups';
import { stateIcon, waitingIcon } from './icons';
import type { ShownPage } from './shownFleet';

/** How many items are in which state. Each number counts what its term selects together with the rest of the query. */
const counts = lastOf((fleet: PageFleet, query: string, answer: FleetAnswer) => {
  const others = withoutFlag(query, 'problem');
  const line = withValues(others, 'state', []);
  // Without a query, clusters that were not read are counted, too.
  const counted = line === '' ? undefined : line === query ? answer : fleetAnswer(fleet, line);
  const items = fleet.clusters.map(({ item }) => item).filter(({ isWaiting }) => isWaiting);
  const waiting = answerTo(withoutFlag(others, 'waiting'), items, fleetContext(fleet)).items.length;
  return { states: tileCounts(fleet, counted?.selected), waiting };
});

const groupings = lastOf(groupingChoices);

/** A tile for each state that occurs, the legend of the table and a filter, and what the table is grouped by: in one line. */
export function stateLine(page: ShownPage): TemplateResult {
  const { fleet, view, changeView, answer } = page;
  const { firstRead, coverage } = fleet.header;
  const { states, waiting } = counts(fleet, view.query, answer);
  const isUnread = coverage.clusters.read === 0;
  const text = l10n.t('{0} waiting', formatNumber(waiting));
  return html`<div class="line">
    <div class="tiles" role="group" aria-label=${l10n.t('Filter by state')}>
      ${isUnread ? html`<span class="muted">${firstReadText(firstRead)}</span>` : nothing}
      ${firstRead === 'pending' && isUnread ? nothing : states.map((count) => stateTile(count, page))}
      ${waiting === 0 ? nothing : tile('is', 'waiting', waitingIcon(), text, l10n.t('Waiting for approval'), page)}
    </div>
    ${selectBox({
      label: l10n.t('Group'),
      choices: groupings(fleet, view.group),
      value: view.group,
      onChange: (group) => {
        changeView({ group });
      },
    })}
  </div>`;
}

/** `9 failed`, of clusters where there are any. Where nothing is wrong, the icon and the number are enough. */
function stateTile({ state, clusters, machines }: StateCount, page: ShownPage): TemplateResult {
  const { read } = page.fleet.header.coverage.machines;
  const unread = read === 0 ? l10n.t('machines not read') : l10n.t('other machines not read');
  const ofMachines = machines === undefined ? unread : machines > 0 ? machineCount(machines) : undefined;
  const count = clusters > 0 ? formatNumber(clusters) : machineCount(machines ?? 0);
  const text = clusters === 0 && machines === undefined ? unread : stateCountText(state, count);
  const title = parts(text, clusters > 0 ? clusterCount(clusters) : undefined, ofMachines);
  const isShort = !needsAttention(state) && state !== 'notRead';
  return tile('state', state, stateIcon(state), text, title, page, isShort ? count : text);
}

function tile(
  key: 'is' | 'state',
  value: string,
  icon: TemplateResult,
  name: string,
  title: string,
  { view, changeView }: ShownPage,
  shown = name,
): TemplateResult {
  return html`<button
    class="tile"
    aria-pressed=${hasValue(view.query, key, value)}
    aria-label=${name}
    title=${title}
    @click=${() => {
      changeView({ query: toggledState(view.query, key, value) });
    }}
  >
    ${icon}<span>${shown}</span>
  </button>`;
}
