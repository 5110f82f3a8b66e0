/** What one extension host took to start Poolview, and an extension that does nothing. */
export interface Run {
  readonly poolview: Start;
  readonly nothing: Start;
}

/** How an extension started. */
export interface Start {
  /** Milliseconds to load its main file. */
  readonly loading: number;
  /** Milliseconds of `activate()`, and of what that promises. */
  readonly activation: number;
  /** What it loaded by then, relative to its folder. */
  readonly files: readonly string[];
  /** The modules of Node that it asked for. */
  readonly builtIns: readonly string[];
}
