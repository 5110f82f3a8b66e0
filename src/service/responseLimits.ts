/** Items of one list: ten times the machines of a large pool, and what 1,000 pages of 50 items hold. */
export const maxItems = 50_000;

/** Bytes of a decompressed body: about ten times a pool of 5,000 machines. */
export const maxBodyBytes = 64 * 1024 * 1024;

/** Characters of a text in an error or in the log. */
const maxTextLength = 500;

/**
 * JSON values in a body. Machines have one in 20 bytes, so that `maxBodyBytes` of them stay below this. An empty object
 * takes 3 bytes in JSON and 56 in memory: without this limit, a body of 60 MB can exhaust the heap.
 */
const maxValues = 4_000_000;

/** Bodies up to this size are not counted: even 8 MiB of empty objects take only 170 MB. */
const maxUncountedLength = 8 * 1024 * 1024;

/** A response that is larger than any service needs. */
export class TooLargeError extends Error {}

const [comma, brace, bracket] = [',', '{', '['].map((character) => character.charCodeAt(0));

/** @throws TooLargeError if parsing the JSON text could exhaust the memory */
export function assertParsable(json: string): void {
  if (json.length <= maxUncountedLength) return;
  let values = 0;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    // Each value follows one of these. Counting those within strings too does no harm.
    if (code === comma || code === brace || code === bracket) values++;
    if (values > maxValues) throw new TooLargeError();
  }
}

/** Text of the service, short enough for a message and for a line of the log. */
export function shortened(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).toWellFormed()}…`;
}
