// Not in sizes.ts, which reads specs of the service: the fleet page has this, too. Not in format.ts, which is startup code.

/** How much of something is used, from 0 to 100. 99.6% are not at the limit. */
export function percentOf(used: number, total: number): number {
  return used >= total ? 100 : Math.min(99, Math.round((used / total) * 100));
}
