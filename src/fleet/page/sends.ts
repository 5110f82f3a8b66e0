import { posts } from '../../webPage/host';
import type { ToExtension } from '../messages';

export const sends: (message: ToExtension) => () => void = posts;
