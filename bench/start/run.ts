/** The startup of Poolview, and of an extension that does nothing, in one extension host. */
export interface Run {
  readonly poolview: Start;
  readonly nothing: Start;
}

/** The startup of one extension. */
export interface Start {
  /** Milliseconds to load its main file. */
  readonly loading: number;
  /** Milliseconds until the promise of `activate()` resolves. */
  readonly activation: number;
  /** The files that it loaded, relative to its folder. */
  readonly files: readonly string[];
  /** The Node modules that it loaded. */
  readonly builtIns: readonly string[];
}
