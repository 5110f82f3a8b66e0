/** Where random inputs come from: the same in each run, or `POOLVIEW_SEED=7`. */
export const seed = wholeNumber('POOLVIEW_SEED', 1);

/** How many times as many random inputs as usual are tried: `POOLVIEW_RUNS=100`. */
export const times = wholeNumber('POOLVIEW_RUNS', 1);

/** How often a test with random inputs that is worth running longer runs. */
export const runs = (usual: number): number => usual * times;

/** The command that tries the same inputs again. */
export function commandFor(file: string): string {
  return `POOLVIEW_SEED=${seed} ${times === 1 ? '' : `POOLVIEW_RUNS=${times} `}npx vitest run ${file}`;
}

function wholeNumber(name: string, usual: number): number {
  const given = process.env[name] ?? String(usual);
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Error(`${name} is not a whole number from 1: ${given}`);
  return Number(given);
}
