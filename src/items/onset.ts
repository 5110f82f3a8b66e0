import { localTime, type RequestTime } from '../service/requestTime';
import { firstOnset } from './causeTimes';
import type { IllMachine } from './containers';
import { eventsOf } from './details/events';
import type { Health } from './health';
import type { Item, Onset } from './item';
import { clusterOf, kindOf, type ResourceRow } from './kinds';
import { isCounted } from './kinds/levels';
import type { Run } from './record';
import { needsAttention, type Severity } from './severity';

interface HealthAtTime {
  readonly health: Health;
  /** When it was requested how it is. */
  readonly at: RequestTime | undefined;
  readonly run: Run | undefined;
  /** The machines in it that are ill with it. */
  readonly machines: readonly IllMachine[];
  readonly before: Item | undefined;
}

/** When an item became ill, if it is counted among what needs attention. */
export function onsetOf(row: ResourceRow, shown: HealthAtTime): Onset | undefined {
  const { health, run, machines, before } = shown;
  const { severity } = health;
  if (!isCounted(row) || !needsAttention(severity)) return undefined;
  const ofMachines = firstOnset(machines.map(({ onset }) => (onset?.isBefore ? undefined : onset)));
  const at = health.began ?? eventTime(row) ?? ofMachines?.at ?? turnedAt(run, severity);
  if (at !== undefined) return { at };
  // It was so when it was first derived.
  if (before?.state === severity && before.onset?.isBefore) return before.onset;
  const readAt = run?.severity === severity ? run.first.readAt : shown.at?.readAt;
  return readAt === undefined ? undefined : { at: readAt, isBefore: true };
}

/** When it was first read that the service says so, if it said something else before. */
export function turnedAt(run: Run | undefined, severity: Severity): number | undefined {
  return run?.severity === severity && run.before !== undefined ? run.first.readAt : undefined;
}

/** When the condition that decides how an item is was last told by an event, if those of its cluster were read. */
function eventTime(row: ResourceRow): number | undefined {
  const reason = kindOf(row).reason?.(row) ?? '';
  const event = reason === '' ? undefined : eventsOf(row).find((one) => one.reason === reason);
  return localTime(event?.metadata?.creationTimestamp, clusterOf(row)?.readings.events?.aheadMs);
}
