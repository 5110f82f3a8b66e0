import * as z from 'zod';

/** A time and how long ago it was. */
export const momentSchema = z.strictObject({
  time: z.iso.datetime(),
  ageSeconds: z.int().describe('Negative if it is in the future.'),
});

/** @param time in milliseconds since 1970, as is `now` */
export function moment(time: number, now: number): z.output<typeof momentSchema> {
  return { time: new Date(time).toISOString(), ageSeconds: Math.round((now - time) / 1000) };
}
