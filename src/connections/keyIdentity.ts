/** One API key of a connection. What was read with one key is not compared with what another one reads. */
export interface KeyIdentity {
  /** Aborted when the key was replaced or deleted: what was read with it must be dropped. */
  readonly ended: AbortSignal;
}

/** The identities of the API keys, by the names of their secrets. */
export class KeyIdentities {
  readonly #current = new Map<string, KeyIdentity & { readonly end: AbortController }>();

  /** The same object until the key ends. */
  of(secretName: string): KeyIdentity {
    const end = new AbortController();
    const current = this.#current.get(secretName) ?? { end, ended: end.signal };
    this.#current.set(secretName, current);
    return current;
  }

  /** The key was replaced or deleted. */
  end(secretName: string): void {
    const current = this.#current.get(secretName);
    this.#current.delete(secretName);
    current?.end.abort();
  }
}
