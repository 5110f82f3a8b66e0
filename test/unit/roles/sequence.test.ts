import { describe, expect, it } from 'vitest';
import { runInSequence } from '../../../src/roles/sequence';

const run = (signal?: AbortSignal, onRun: (item: string) => void = () => undefined) => {
  const ran: [string, number][] = [];
  const results = runInSequence(['a', 'b', 'c'], {
    signal,
    run: async (item, place) => {
      ran.push([item, place]);
      await Promise.resolve();
      onRun(item);
      return `done ${item}`;
    },
    stopsAfter: (result) => result === 'done b',
    notTried: (item) => `not ${item}`,
  });
  return { ran, results };
};

describe('one after the other', () => {
  it('is done until a result ends it, and each has a result', async () => {
    const { ran, results } = run();
    expect(await results).toEqual(['done a', 'done b', 'not c']);
    expect(ran).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  it('is ended by the signal before the next one', async () => {
    const controller = new AbortController();
    const { results } = run(controller.signal, () => {
      controller.abort();
    });
    expect(await results).toEqual(['done a', 'not b', 'not c']);
  });

  it('is not begun where the signal is aborted before', async () => {
    const { ran, results } = run(AbortSignal.abort());
    expect(await results).toEqual(['not a', 'not b', 'not c']);
    expect(ran).toEqual([]);
  });
});
