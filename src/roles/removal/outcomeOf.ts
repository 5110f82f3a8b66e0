import { isServiceError } from '../../service/errors';
import { errorOf } from '../resultMessage';
import { restorableIn, toldOf, type Told } from './reportRemoval';
import type { FlowResult } from './removeFlow';

const outcomes = {
  removed: 'removed',
  alreadyRemoved: 'alreadyRemoved',
  notRemoved: 'notRemoved',
  unconfirmed: 'notConfirmed',
  notSaved: 'notRemoved',
  skipped: 'notRemoved',
} as const satisfies Readonly<Record<Told, string>>;

/** What became of the only role of a removal flow, for the agent that proposed it. */
export function outcomeOf({ decision, results }: FlowResult) {
  const [result] = results;
  if (decision === 'notAsked') return { decision, why: 'notFound' } as const;
  if (decision === 'declined' || result === undefined) return { decision: 'declined' } as const;
  const told = toldOf(result.removal);
  const error = errorOf(result.removal);
  return {
    decision,
    outcome: outcomes[told],
    reason: told === 'notSaved' ? told : isServiceError(error) ? error.kind : undefined,
    canRestore: restorableIn(results).length > 0,
  };
}
