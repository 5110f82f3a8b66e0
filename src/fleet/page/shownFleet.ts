import type { PageContext } from '../../webPage/pageSpec';
import { lastOf } from '../../service/remember';
import type { ToPage, WholeTimeline } from '../messages';
import { fleetAnswer, type FleetAnswer } from './answer';
import { connectionKey, fleetAfter, type PageFleet } from './fleet';
import { noEntryFilter, timelineAfter } from './timelineRows';
import { pageViewOf, type ChosenView, type PageView } from './view';

/** What a page knows. */
export interface FleetModel {
  /** Undefined before the first message. */
  readonly fleet: PageFleet | undefined;
  /** Undefined before it was sent, which is when its tab is shown. */
  readonly timeline: WholeTimeline | undefined;
  /** How many requests it takes to read the machines of clusters, by their IDs. */
  readonly machineRequests: { readonly ids: string; readonly count: number } | undefined;
  /** Counts up when the extension has forgotten what it was asked for. */
  readonly session: number;
  /** Counts up when another timeline is to be shown. */
  readonly opened: number;
  /** Whether the extension is about to say which timeline to show. */
  readonly isOpening: boolean;
}

/** What the tables show, and how they change it. */
export interface ShownPage extends PageContext<PageView> {
  readonly fleet: PageFleet;
  readonly answer: FleetAnswer;
  readonly timeline: WholeTimeline | undefined;
  readonly machineRequests: FleetModel['machineRequests'];
}

interface ModelChange {
  readonly model: FleetModel;
  readonly view?: ChosenView;
}

const nothing: FleetModel = {
  fleet: undefined,
  timeline: undefined,
  machineRequests: undefined,
  session: 0,
  opened: 0,
  isOpening: false,
};

/** What a message changes. */
export function modelAfter(model: FleetModel = nothing, message: ToPage, view: ChosenView): ModelChange {
  switch (message.type) {
    case 'fleet': {
      const fleet = fleetAfter(model.fleet, message);
      if (!message.isWhole) return { model: { ...model, fleet } };
      // A connection with another API key has the same name, but nobody knows what is shown of it: the view is told again.
      return {
        model: { ...nothing, fleet, session: model.session + 1, isOpening: model.isOpening },
        view: { ...pageViewOf(connectionKey(message.header.connection), view) },
      };
    }
    case 'timeline':
      return { model: { ...model, timeline: timelineAfter(model.timeline, message) } };
    case 'openTimeline': {
      const { item, sources, period = view.timeline.period } = message;
      const { queries, timeline } = view;
      return {
        model: { ...model, opened: model.opened + 1, isOpening: false },
        view: {
          ...view,
          tab: 'timeline',
          queries: { ...queries, timeline: undefined },
          timeline: { ...timeline, ...noEntryFilter, item, sources, period },
        },
      };
    }
    case 'machineRequests':
      return { model: { ...model, machineRequests: { ids: message.ids.join(), count: message.count } } };
    case 'showTab': {
      const { tab, period, since = '', isOpening = false } = message;
      const isFirst = view.connection === '' && period !== undefined;
      const timeline = isFirst ? { ...view.timeline, period, since } : view.timeline;
      return { model: { ...model, isOpening }, view: { ...view, tab, timeline } };
    }
    case 'openQuery':
      return { model, view: { ...view, queries: { ...view.queries, [view.tab]: message.query } } };
    case 'showCertificates': {
      const sort = { column: 'certificate', isDescending: false } as const;
      return { model, view: { ...view, group: 'none', table: { ...view.table, sort } } };
    }
    case 'disconnected':
      return { model };
  }
}

export const answer = lastOf(fleetAnswer);
