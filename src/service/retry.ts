import { ExponentialBackoff, fullJitterGenerator, handleWhen, retry } from 'cockatiel';
import { isServiceError } from './errors';

/** Runs `read` until it succeeds, fails for good or has failed too often, or `signal` is aborted. */
export type Repeat = <Answer>(
  read: () => Promise<Answer>,
  signal: AbortSignal | undefined,
) => Promise<Answer>;

/**
 * Repeats what fails in a way that passes, `times` at most. The longest waits in between are 0.5, 1 and 2 seconds; full
 * jitter makes each a random part of that, so that what failed together does not come back together.
 */
export function repeating(times: number): Repeat {
  const policy = retry(
    handleWhen((error) => isServiceError(error) && error.canRetry),
    {
      maxAttempts: times,
      backoff: new ExponentialBackoff({ generator: fullJitterGenerator, initialDelay: 500, maxDelay: 2000 }),
    },
    // Who gave up does not wait: what is left of the wait should keep no process alive.
  ).dangerouslyUnref();
  return (read, signal) => policy.execute(read, signal);
}
