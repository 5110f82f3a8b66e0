interface Sequence<Item, Result> {
  /** Cancels before the next item. The current one is completed. */
  readonly signal?: AbortSignal | undefined;
  readonly run: (item: Item, index: number) => Promise<Result>;
  /** Whether the remaining items would fail, too. */
  readonly stopsAfter: (result: Result) => boolean;
  /** The result of a skipped item. */
  readonly notTried: (item: Item) => Result;
}

/** Runs one item after the other and returns a result for each. */
export async function runInSequence<Item, Result>(
  items: readonly Item[],
  { signal, run, stopsAfter, notTried }: Sequence<Item, Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let isStopped = false;
  for (const [index, item] of items.entries()) {
    isStopped ||= signal?.aborted === true;
    const result = isStopped ? notTried(item) : await run(item, index);
    results.push(result);
    isStopped ||= stopsAfter(result);
  }
  return results;
}
