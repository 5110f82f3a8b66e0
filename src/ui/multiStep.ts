/** What an input returns when the user presses its Back button. An input that the user closes returns undefined. */
export const back = Symbol('back');

/** Where an input is in a flow, as its title shows it. Every step but the first has a Back button. */
export interface StepPosition {
  readonly step: number;
  readonly totalSteps: number;
}

/** Shows an input and stores its value. Returns what the input returned. */
export type Step = (position: StepPosition) => Promise<unknown>;

/**
 * Runs the steps in order. Back returns to the step before.
 * @returns whether the user finished the last step
 */
export async function runSteps(...steps: readonly Step[]): Promise<boolean> {
  let index = 0;
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    const value = await step({ step: index + 1, totalSteps: steps.length });
    if (value === undefined) return false;
    index += value === back ? -1 : 1;
  }
  return true;
}
