/** More levels than any service uses. Indentation could make a small but deeply nested response huge. */
const maxLevels = 200;

/** Whether a value is nested too deeply to be written. */
export function isTooDeep(value: unknown): boolean {
  return isDeeperThan(maxLevels, value);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part)))
  );
}
