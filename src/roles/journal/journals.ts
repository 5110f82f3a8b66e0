import type { Connection } from '../../connections/connection';
import { Journal } from './journal';
import { folderFiles, memoryFiles } from '../../connections/storedFiles';

/** The journals of removals: one on disk for all services, and one in memory for each start of the demo service. */
export class Journals {
  readonly #onDisk: Journal;
  readonly #demo = new WeakMap<Connection, Journal>();

  constructor(
    folder: string,
    private readonly onProblem: (message: string) => void,
  ) {
    this.#onDisk = new Journal(folderFiles(folder), { onProblem });
  }

  of(connection: Connection): Journal {
    if (!connection.isDemo) return this.#onDisk;
    const { onProblem } = this;
    const journal = this.#demo.get(connection) ?? new Journal(memoryFiles(), { onProblem });
    this.#demo.set(connection, journal);
    return journal;
  }
}
