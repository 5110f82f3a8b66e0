import type { SessionState } from '../connections/sessionState';

/** What the user chose for the view of one connection. Persists across restarts. */
export class Chosen<Value> {
  #current: Value;

  constructor(
    private readonly state: SessionState,
    private readonly name: string,
    read: (stored: unknown) => Value,
  ) {
    this.#current = read(state.read(name));
  }

  get current(): Value {
    return this.#current;
  }

  async set(value: Value): Promise<void> {
    this.#current = value;
    await this.state.write(this.name, value);
  }
}
