import { posts } from '../../webPage/section';
import type { FromReviewPage, GrantRow, ReviewHeader, WhoCanAnswer } from '../messages';
import type { View } from './grants';

/** What the parts of the page show, and how they change it. */
export interface Page {
  readonly header: ReviewHeader;
  readonly rows: readonly GrantRow[];
  readonly answer: WhoCanAnswer | undefined;
  readonly view: View;
  readonly changeView: (change: Partial<View>) => void;
  readonly tableTop: number | undefined;
}

export const sends: (message: FromReviewPage) => () => void = posts;
