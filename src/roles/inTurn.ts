/** What is done with several things, and when that ends. */
export interface Turns<Item, Result> {
  /** Ends it before the next one; the one that is under way is waited for. */
  readonly signal?: AbortSignal | undefined;
  readonly run: (item: Item, place: number) => Promise<Result>;
  /** Whether the others would fare no better. */
  readonly endsAll: (result: Result) => boolean;
  /** What there is to say of those that it ended before. */
  readonly notTried: (item: Item) => Result;
}

/** One after the other: a result for each. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  { signal, run, endsAll, notTried }: Turns<Item, Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let isOver = false;
  for (const [place, item] of items.entries()) {
    isOver ||= signal?.aborted === true;
    const result = isOver ? notTried(item) : await run(item, place);
    results.push(result);
    isOver ||= endsAll(result);
  }
  return results;
}
