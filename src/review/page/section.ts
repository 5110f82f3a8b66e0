import { posts } from '../../webPage/section';
import type { FromReviewPage, GrantRow, ReviewHeader } from '../messages';
import type { View } from './grants';

/** What the parts of the page show, and how they change it. */
export interface Page {
  readonly header: ReviewHeader;
  readonly rows: readonly GrantRow[];
  readonly view: View;
  readonly changeView: (change: Partial<View>) => void;
  readonly tableTop: number | undefined;
}

export const sends: (message: FromReviewPage) => () => void = posts;
