import * as v from 'valibot';
import { kinds } from '../items/item';

// Parts of several messages between the fleet page and the extension.

export const kind = v.picklist(kinds);
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const time = v.number();
