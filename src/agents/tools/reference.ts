import * as z from 'zod';
import type { Reference } from '../../service/readers';

export const referenceSchema = z.strictObject({ name: z.string().optional(), uid: z.string().optional() });

export function references(given: readonly Reference[] = []): z.output<typeof referenceSchema>[] {
  return given.map(({ name, uid }) => ({ name, uid }));
}
