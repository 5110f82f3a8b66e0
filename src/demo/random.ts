/** A stream of numbers that depends on its key only, so that resources can be generated in any order. */
export class Random {
  #state: number;

  constructor(key: string) {
    // FNV-1a
    let hash = 0x811c9dc5;
    for (let index = 0; index < key.length; index++) {
      hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
    }
    this.#state = hash;
  }

  /** At least 0 and less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Both ends included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.integer(0, list.length - 1)] ?? list[0];
  }

  /** Up to `count` different ones, in the order of the list. */
  sample<T>(list: readonly T[], count: number): T[] {
    const left = list.map((_, index) => index);
    const taken: number[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(this.integer(0, left.length - 1), 1));
    }
    return taken.sort((a, b) => a - b).flatMap((index) => list.slice(index, index + 1));
  }
}
