import { readdir } from 'node:fs/promises';
import type { Connection } from '../../connections/connection';
import type { Journal } from './journal';

/** The journals of removals: one on disk for all services, and one in memory for each start of the demo service. */
export class Journals {
  #onDisk: Promise<Journal> | undefined;
  readonly #demo = new WeakMap<Connection, Promise<Journal>>();

  constructor(
    private readonly folder: string,
    private readonly onProblem: (message: string) => void,
  ) {}

  /** Whether there are no removals yet. Does not load the journal's code. */
  async isEmpty(connection: Connection): Promise<boolean> {
    if (connection.isDemo) return !this.#demo.has(connection);
    try {
      return (await readdir(this.folder)).length === 0;
    } catch (error) {
      // Any other error is reported when the journal is read.
      return error instanceof Error && 'code' in error && error.code === 'ENOENT';
    }
  }

  of(connection: Connection): Promise<Journal> {
    if (!connection.isDemo) return (this.#onDisk ??= this.#open(this.folder));
    let journal = this.#demo.get(connection);
    if (journal === undefined) {
      journal = this.#open(undefined);
      this.#demo.set(connection, journal);
    }
    return journal;
  }

  async #open(folder: string | undefined): Promise<Journal> {
    const [{ Journal }, { folderFiles, memoryFiles }] = await Promise.all([
      import('./journal'),
      import('./journalFiles'),
    ]);
    return new Journal(folder === undefined ? memoryFiles() : folderFiles(folder), {
      onProblem: this.onProblem,
    });
  }
}
