import { posts } from '../../webPage/host';
import type { FromReviewPage } from '../messages';

export const sends: (message: FromReviewPage) => () => void = posts;
