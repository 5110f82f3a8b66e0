import { send } from '../../../src/demo/answers';
import type { Exchange } from '../../../src/demo/options';
import { startDemoService, type DemoOptions, type DemoService } from '../../../src/demo/server';
import { FaultPlan } from './faults';
import { hostileExchange } from './hostile';
import { misbehave } from './misbehave';

export type { Fault } from './faults';

export interface ScriptedOptions extends Omit<DemoOptions, 'respond'> {
  /** Whether all its texts are attacks, except those that further requests need. */
  readonly hostile: boolean;
}

/** A demo service with scripted faults. */
export interface ScriptedService extends DemoService {
  readonly faults: Pick<FaultPlan, 'add' | 'clear'>;
}

export async function startScriptedService({
  hostile = false,
  ...options
}: Partial<ScriptedOptions> = {}): Promise<ScriptedService> {
  const faults = new FaultPlan();
  const respond = (given: Exchange): void => {
    const exchange = hostile ? hostileExchange(given) : given;
    const fault = faults.take(exchange.operation, exchange.path);
    if (fault) misbehave(fault, exchange);
    else send(exchange.response, exchange.act());
  };
  return { ...(await startDemoService({ ...options, respond })), faults };
}
