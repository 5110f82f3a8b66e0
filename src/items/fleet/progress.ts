import type { FleetHeader } from '../../fleet/messages';

type Reading = NonNullable<FleetHeader['reading']>;

/** A read in progress. */
export interface Task {
  /** Sets how many requests have been sent, and how many there are. */
  update(done: number, total: number | undefined): void;
  end(): void;
}

/** The reads in progress. */
export class Progress {
  readonly #tasks = new Set<Reading>();

  constructor(private readonly onChange: () => void) {}

  /** What the page shows: reads of machines, or else those of clusters. */
  get reading(): Reading | undefined {
    const tasks = [...this.#tasks];
    const machines = tasks.filter(({ what }) => what === 'machines');
    const shown = machines.length > 0 ? machines : tasks;
    const [first] = shown;
    return first && { what: first.what, done: sum(shown, 'done') ?? 0, total: sum(shown, 'total') };
  }

  start(what: Reading['what'], total?: number): Task {
    const task = { what, done: 0, total };
    this.#tasks.add(task);
    this.onChange();
    return {
      update: (done, newTotal) => {
        task.done = done;
        task.total = newTotal === undefined ? undefined : Math.max(done, newTotal);
        this.onChange();
      },
      end: () => {
        this.#tasks.delete(task);
        this.onChange();
      },
    };
  }
}

/** Undefined if one of the tasks does not know. */
function sum(tasks: readonly Reading[], name: 'done' | 'total'): number | undefined {
  return tasks.reduce<number | undefined>((total, { [name]: count }) => {
    return total === undefined || count === undefined ? undefined : total + count;
  }, 0);
}
