import { parentIdOf } from './store/row';

/** Values by the IDs of items. Deleting those below an item does not take longer if there are more elsewhere. */
export class ItemMap<Value extends object | string> {
  readonly #values = new Map<string, Value>();
  /** The IDs that have or had a value, or have one below them, by the ID of their parent. */
  readonly #idsBelow = new Map<string, Set<string>>();

  get(id: string): Value | undefined {
    return this.#values.get(id);
  }

  set(id: string, value: Value): void {
    this.#values.set(id, value);
    for (let below = id; below !== ''; below = parentIdOf(below)) {
      const parent = parentIdOf(below);
      const ids = this.#idsBelow.get(parent);
      if (ids?.has(below) === true) break;
      if (ids === undefined) this.#idsBelow.set(parent, new Set([below]));
      else ids.add(below);
    }
  }

  /** Deletes the value of an item, but none below it. */
  delete(id: string): void {
    this.#values.delete(id);
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  /** Deletes the values of an item and of all items below it, and returns them. */
  deleteAtOrBelow(id: string): readonly Value[] {
    this.#idsBelow.get(parentIdOf(id))?.delete(id);
    const deleted: Value[] = [];
    const ids = [id];
    // The list grows while it is read.
    for (const one of ids) {
      const value = this.#values.get(one);
      if (value !== undefined) deleted.push(value);
      for (const below of this.#idsBelow.get(one) ?? []) ids.push(below);
      this.#values.delete(one);
      this.#idsBelow.delete(one);
    }
    return deleted;
  }
}
