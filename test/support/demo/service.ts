import { send } from '../../../src/demo/answers';
import type { Exchange } from '../../../src/demo/options';
import { startDemoService, type DemoOptions, type DemoService } from '../../../src/demo/server';
import { FaultPlan } from './faults';
import { createLimiter, type Limits } from './limits';
import { hostileExchange } from './hostile';
import { misbehave } from './misbehave';

export type { Fault } from './faults';

export interface ScriptedOptions extends Omit<DemoOptions, 'respond'> {
  /** Whether all its texts are attacks, except those that further requests need. */
  readonly hostile: boolean;
  /** The limits above which it answers 429. */
  readonly limits: Limits;
  /** In milliseconds, for the limits. Runs even if `now` stands still or is set back. */
  readonly clock: () => number;
}

/** A demo service with scripted faults. */
export interface ScriptedService extends DemoService {
  readonly faults: Pick<FaultPlan, 'add' | 'clear'>;
}

export async function startScriptedService({
  hostile = false,
  limits = 'none',
  clock = () => performance.now(),
  ...options
}: Partial<ScriptedOptions> = {}): Promise<ScriptedService> {
  const faults = new FaultPlan();
  const limit = createLimiter(limits, clock);
  const respond = (given: Exchange): void => {
    // Refused requests count, too.
    const pastLimit = limit(given.path);
    const limited = pastLimit ? { ...given, act: () => pastLimit.answer } : given;
    const exchange = hostile ? hostileExchange(limited) : limited;
    const fault = faults.take(exchange.operation, exchange.path);
    if (fault) misbehave(fault, exchange);
    else send(exchange.response, exchange.act());
  };
  return { ...(await startDemoService({ ...options, respond })), faults };
}
