/** When something was requested from the service. */
export interface RequestTime {
  /** In milliseconds since 1970. Only for what users are shown: the clock may be set back. */
  readonly readAt: number;
  /** Higher for what was requested later, from any service: it decides which of two readings is the latest. */
  readonly requestNumber: number;
}

let lastNumber = 0;

/** Takes the time and the next number. Call this when a request is sent. */
export function requestTime(): RequestTime {
  return { readAt: Date.now(), requestNumber: ++lastNumber };
}
