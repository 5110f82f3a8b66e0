import { createHmac, randomBytes } from 'node:crypto';
import { badRequest } from './answers';

const largestPage = 50;

/** Divides lists into pages. A token is a position and its signature, which is valid for one listing. */
export class Pager {
  readonly #secret = randomBytes(32);

  /** @param listing identifies the list and its filter */
  page<T>(all: readonly T[], query: URLSearchParams, listing: string) {
    const limit = whole(query, 'limit', 1, largestPage) ?? largestPage;
    whole(query, 'period', 1);
    const given = whole(query, 'offset', 0) ?? 0;
    const token = query.get('continue');
    const start = token ? this.#position(token, listing) : given;
    const items = all.slice(start, start + limit);
    const next = start + items.length;
    return {
      items,
      listmeta: {
        continue: next < all.length ? this.#token(next, listing) : '',
        count: all.length,
        limit: items.length,
        offset: next,
      },
    };
  }

  #token(position: number, listing: string): string {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(position);
    const signature = createHmac('sha256', this.#secret).update(bytes).update(listing).digest();
    return Buffer.concat([bytes, signature.subarray(0, 14)]).toString('base64url');
  }

  #position(token: string, listing: string): number {
    const bytes = Buffer.from(token, 'base64url');
    const position = bytes.length < 4 ? 0 : bytes.readUInt32BE();
    if (token !== this.#token(position, listing)) {
      throw badRequest('The continue token is not one that this listing was answered with.');
    }
    return position;
  }
}

/** @throws {Refusal} unless the parameter is a whole number in these limits, or missing */
export function whole(
  query: URLSearchParams,
  name: string,
  least: number,
  most = 0xffff_ffff,
): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') {
    return undefined;
  }
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw badRequest(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return value;
}
