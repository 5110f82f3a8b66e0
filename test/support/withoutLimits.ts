import type { Limits } from '../../src/service/limits';

/** Those of a service that never has too much: for what is not about how long to wait for one's turn. */
export const withoutLimits: Limits = { families: new Map(), others: { perSecond: 1e6, burst: 1e6 } };
