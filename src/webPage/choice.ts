/** One of several things to choose from. */
export interface Choice<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  /** What it is among, or an example. */
  readonly detail?: string;
}
