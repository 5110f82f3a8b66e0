import type { Limits } from '../../src/service/endpointFamily';

/** The limits of a service without rate limits, for tests of other behavior. */
export const withoutLimits: Limits = { families: new Map(), others: { perSecond: 1e6, burst: 1e6 } };
