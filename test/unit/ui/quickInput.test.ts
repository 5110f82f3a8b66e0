import { expect, it } from 'vitest';
import { back, runSteps, type StepPosition } from '../../../src/ui/quickInput';

/** Runs three steps whose inputs return `values` in turn. */
async function run(...values: readonly unknown[]) {
  const rest = [...values];
  const shown: number[] = [];
  const step = ({ step, totalSteps }: StepPosition): Promise<unknown> => {
    expect(totalSteps).toBe(3);
    shown.push(step);
    return Promise.resolve(rest.shift());
  };
  return { isComplete: await runSteps(step, step, step), shown };
}

it('runs the steps in order', async () => {
  expect(await run('a', 'b', 'c')).toEqual({ isComplete: true, shown: [1, 2, 3] });
});

it('accepts an empty text', async () => {
  expect(await run('', '', '')).toEqual({ isComplete: true, shown: [1, 2, 3] });
});

it('goes back to the previous step', async () => {
  expect(await run('a', 'b', back, back, 'a', 'b', 'c')).toEqual({
    isComplete: true,
    shown: [1, 2, 3, 2, 1, 2, 3],
  });
});

it('ends when the user closes an input', async () => {
  expect(await run('a', undefined)).toEqual({ isComplete: false, shown: [1, 2] });
});
