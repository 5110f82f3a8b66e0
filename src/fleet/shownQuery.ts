import { exactObject, object, oneOf, text, type Read } from '../service/readers';
import { pageTabs } from './messages';

/** The query with which the overview opens. */
export const attentionQuery = 'is:problem';

/** The query of each tab, once the user chose it. */
export const readQueries = object({ overview: text, capacity: text, timeline: text });

/** What the extension has to know of the view of a page. */
export const readTab = exactObject({ tab: oneOf(...pageTabs), queries: readQueries });

/** The query of the selected tab. */
export function shownQuery({ tab, queries }: Read<typeof readTab>): string {
  return queries[tab] ?? (tab === 'overview' ? attentionQuery : '');
}
