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

describe('a sequence', () => {
  it('runs until a result stops it, and has a result for each item', async () => {
    const { ran, results } = run();
    expect(await results).toEqual(['done a', 'done b', 'not c']);
    expect(ran).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  it('is canceled by the signal before the next item', async () => {
    const controller = new AbortController();
    const { results } = run(controller.signal, () => {
      controller.abort();
    });
    expect(await results).toEqual(['done a', 'not b', 'not c']);
  });

  it('runs nothing if the signal is already aborted', async () => {
    const { ran, results } = run(AbortSignal.abort());
    expect(await results).toEqual(['not a', 'not b', 'not c']);
    expect(ran).toEqual([]);
  });
});
