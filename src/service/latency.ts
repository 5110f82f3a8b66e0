import type { RequestRecord } from './http';
import { familyOf, publishedLimits } from './rateLimits';

/** How many responses of a family count: services become slower and faster. */
const kept = 20;

/** How long a service takes to respond, as measured in this session. */
export class Latency {
  /** In milliseconds, by the name of the endpoint family. */
  readonly #measured = new Map<string, readonly number[]>();

  add({ path, durationMs, failure }: Pick<RequestRecord, 'path' | 'durationMs' | 'failure'>): void {
    if (failure !== undefined) return;
    const name = familyNameOf(path);
    this.#measured.set(name, [...(this.#measured.get(name) ?? []), durationMs].slice(-kept));
  }

  /**
   * The usual time in milliseconds of a request with this path; undefined if nothing was measured. As long as its family has
   * not responded, it is that of the fastest one: a list of everything says little about a small one.
   */
  of(path: string): number | undefined {
    const own = this.#measured.get(familyNameOf(path));
    const known = own === undefined ? [...this.#measured.values()] : [own];
    return known.length === 0 ? undefined : Math.min(...known.map(median));
  }
}

function familyNameOf(path: string): string {
  return familyOf(path.split('/').slice(1), publishedLimits).name;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
