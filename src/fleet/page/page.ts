import { html } from 'lit';
import { l10n } from 'vscode';
import { itemTerms } from '../../find/terms';
import { suggestionsFor } from '../../query/suggest';
import { asOfText, formatAge, formatCount, formatNumber, formatZoned, ifGiven } from '../../text/format';
import { sanitizeLine } from '../../text/text';
import { rowKeys } from '../../webPage/keys';
import type { Action, PageBody } from '../../webPage/pageSpec';
import { noPlace } from '../../webPage/place';
import { definePage } from '../../webPage/shell';
import { columnChoices } from '../../webPage/tableHead';
import { pageTabs, type FleetHeader, type ToPage } from '../messages';
import { fleetContext } from './answer';
import { isOld, unreadSearch } from './fleet';
import './fleet.css';
import { oldText } from './icons';
import { copyShown, itemFoot, offeredIds, shownTable } from './itemFoot';
import { itemTable } from './itemTable';
import { causesRead, certificatesRead, machinesRead, searchRead, sends } from './actions';
import { answer, modelAfter, type ShownPage, type FleetModel } from './shownFleet';
import { stateLine } from './tiles';
import { copyRows, timelineFoot, timelineLine, timelinePage, timelineTable } from './timeline';
import { startOf } from './timelineRows';
import { needsSearch, readPageView, shownView, type ChosenView } from './view';

/** The fleet overview. */
definePage<FleetModel, ChosenView, ToPage>({
  name: 'fleet',
  readView: readPageView,
  take: modelAfter,
  asks: ({ fleet, session, opened, isOpening }, chosen) => {
    if (fleet === undefined) return {};
    const view = shownView(chosen);
    const { header } = fleet;
    const { item, period, since, sources } = view.timeline;
    const asked = [session, opened, item?.id, period, period === 'since' ? since : '', ...sources].join();
    const ids = offeredIds({ fleet, view, answer: answer(fleet, view.query) });
    return {
      timeline:
        view.tab === 'timeline' && !isOpening
          ? {
              key: asked,
              message: () => ({
                type: 'timeline',
                item,
                period,
                since: startOf(period, since, Date.now()),
                sources,
              }),
            }
          : undefined,
      // Once, so that a read that was canceled, or that finds nothing, is not repeated.
      search:
        unreadSearch(header) !== undefined && needsSearch(view)
          ? { key: String(session), message: () => ({ type: 'readSearch', isNeeded: true }) }
          : undefined,
      machines: ids && {
        key: [session, header.coverage.machines.read, ...ids].join(),
        message: () => ({ type: 'planMachines', ids }),
      },
    };
  },
  parts: ({ fleet, timeline, machineRequests }, context) => {
    const view = shownView(context.view);
    if (fleet === undefined) return undefined;
    const page: ShownPage = {
      ...context,
      view,
      changeView: ({ query, ...change }) => {
        const { tab, queries } = view;
        context.changeView(
          query === undefined ? change : { ...change, queries: { ...queries, [tab]: query } },
        );
      },
      fleet,
      answer: answer(fleet, view.query),
      timeline,
      machineRequests,
    };
    return {
      label: sanitizeLine(fleet.header.connection.name),
      tabs: [
        { name: 'overview', title: l10n.t('Overview') },
        { name: 'capacity', title: l10n.t('Capacity') },
        { name: 'timeline', title: l10n.t('Timeline'), ...newChanges(fleet.header) },
      ],
      tab: view.tab,
      selectTab: (name) => {
        const tab = pageTabs.find((each) => each === name) ?? 'overview';
        context.changeView({ tab });
        sends({ type: 'tabSelected', tab })();
      },
      query: {
        line: view.query,
        placeholder: l10n.t('everything; is:problem shows what needs attention'),
        change: (query) => {
          page.changeView({ query });
        },
        suggest: (line, caret) =>
          suggestionsFor(line, caret, [...fleet.items.values()], itemTerms(fleetContext(fleet))),
        problems: page.answer.problems,
      },
      age: pageAge(page),
      refresh: {
        title: l10n.t('Refresh'),
        run: sends({ type: 'refresh', isNeeded: needsSearch(view) }),
        isDisabled: fleet.header.reading !== undefined,
      },
      keys: [
        ['Enter', l10n.t('Show Details')],
        ['Ctrl+Enter', l10n.t('Reveal in Projects View')],
        ...rowKeys(itemTable.keys),
      ],
      ...(view.tab === 'timeline' ? timelineParts(page) : itemParts(page)),
    };
  },
  disconnected: () => l10n.t('Not connected. Connect to a service to see its fleet.'),
});

/** The badge of the timeline. */
function newChanges({ newChanges: count }: FleetHeader) {
  const tip = formatCount(count, l10n.t('1 change since it was shown last'), (n) =>
    l10n.t('{0} changes since it was shown last', n),
  );
  return count === 0 ? {} : { badge: formatNumber(count), tip };
}

function pageAge({ fleet, now }: ShownPage): PageBody['age'] {
  const { readAt, oldAfterMs } = fleet.header;
  const tip = ifGiven(readAt, formatZoned) ?? '';
  if (readAt === undefined || !isOld(readAt, now, oldAfterMs))
    return { text: ifGiven(readAt, (time) => asOfText(time, now)), tip };
  return { text: oldText(l10n.t('{0} ({1})', asOfText(readAt, now), formatAge(readAt, now))), tip };
}

type TabParts = Pick<PageBody, 'menu' | 'columns' | 'line' | 'content' | 'foot'>;

function itemParts(page: ShownPage): TabParts {
  const table = shownTable(page);
  const { header } = page.fleet;
  const isOverview = page.view.tab === 'overview';
  const isReading = header.reading !== undefined;
  const reads = [
    machinesRead(header),
    causesRead(header),
    searchRead(header, page.view.tab),
    certificatesRead(page.fleet),
  ];
  return {
    menu: [
      ...(isOverview ? folds(page) : []),
      ...(isOverview ? reads.flatMap((read) => (read ? { ...read, isDisabled: isReading } : [])) : []),
      {
        title: l10n.t('Copy as CSV'),
        run: () => {
          copyShown('csv', page);
        },
      },
    ],
    columns: columnChoices(table, page),
    line: isOverview ? stateLine(page) : undefined,
    content: html`<page-table .spec=${table} .page=${page}></page-table>`,
    foot: itemFoot(page),
  };
}

/** Opens and closes all groups. */
function folds(page: ShownPage): readonly Action[] {
  const { table } = page.view;
  const ids = itemTable.groups?.(page)?.map(({ id }) => id);
  if (ids === undefined) return [];
  const place = { ...table.place, opened: noPlace.opened, closed: noPlace.closed };
  return [
    {
      title: l10n.t('Fold All'),
      run: () => {
        itemTable.change(page, { place: { ...place, closed: ids } });
      },
    },
    {
      title: l10n.t('Unfold All'),
      run: () => {
        itemTable.change(page, { place: { ...place, opened: ids } });
      },
    },
  ];
}

function timelineParts(page: ShownPage): TabParts {
  const shown = timelinePage(page);
  return {
    menu: [
      {
        title: l10n.t('Copy as CSV'),
        run: () => {
          copyRows('csv', timelineTable.rows(shown), shown);
        },
      },
    ],
    columns: columnChoices(timelineTable, shown),
    line: timelineLine(page),
    content: html`<page-table .spec=${timelineTable} .page=${shown}></page-table>`,
    foot: timelineFoot(shown),
  };
}
