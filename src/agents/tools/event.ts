import * as z from 'zod';
import { eventLevel, eventLevels } from '../../presentation/event';
import type { InvolvedObject, ServiceEvent } from '../../service/resources/event';
import { moment, momentSchema } from './times';

const objectSchema = z.strictObject({
  kind: z.string().optional(),
  name: z.string().optional(),
  uid: z.string().optional(),
});

/** An event of the service. */
export const eventSchema = z.strictObject({
  uid: z.string().optional(),
  time: momentSchema.optional(),
  level: z.enum(eventLevels).describe('Derived from the severity; unknown if Poolview does not know it.'),
  severity: z.string().optional().describe('As the service wrote it.'),
  reason: z.string().optional(),
  message: z.string().optional(),
  object: objectSchema.optional().describe('What the event is about.'),
  relatedObject: objectSchema.optional(),
  source: z.strictObject({ component: z.string().optional(), host: z.string().optional() }).optional(),
});

export function toToolEvent(event: ServiceEvent, now: number): z.output<typeof eventSchema> {
  const { metadata, severity, reason, message, involvedObject, relatedObject, source } = event;
  const time = metadata?.creationTimestamp;
  return {
    uid: metadata?.uid,
    time: time === undefined ? undefined : moment(time, now),
    level: eventLevel(event),
    severity,
    reason,
    message,
    object: objectOf(involvedObject),
    relatedObject: objectOf(relatedObject),
    source: source && { component: source.component, host: source.host },
  };
}

function objectOf(object: InvolvedObject | undefined): z.output<typeof objectSchema> | undefined {
  return object && { kind: object.kind, name: object.name, uid: object.uid };
}
