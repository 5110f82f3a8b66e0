/** One of several things to choose from. */
export interface Choice<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  /** What it is among, or an example. */
  readonly detail?: string;
}

/** Adds a value, or removes it. */
export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
