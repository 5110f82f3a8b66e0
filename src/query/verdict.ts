/** Whether something is so; undefined if that is not known: what decides it was not read, or the service does not document it. */
export type Verdict = boolean | undefined;

export function not(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}

/** Whether `test` holds for one of the values: if it does for none, but one is not known, that is not known either. */
export function some<Value>(values: Iterable<Value>, test: (value: Value) => Verdict): Verdict {
  let result: Verdict = false;
  for (const value of values) {
    const verdict = test(value);
    if (verdict === true) return true;
    if (verdict === undefined) result = undefined;
  }
  return result;
}

export function or(...verdicts: readonly Verdict[]): Verdict {
  return some(verdicts, (verdict) => verdict);
}

export function and(...verdicts: readonly Verdict[]): Verdict {
  return not(some(verdicts, not));
}
