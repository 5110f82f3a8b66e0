import { readdir } from 'node:fs/promises';
import type { Connection } from '../connections/connection';
import type { Journal, JournalEntry } from './journal';

/** The journals of removals: one on disk for all services, and one that goes with the demo service. */
export class Journals {
  readonly #dropped: JournalEntry[] = [];
  #kept: Promise<Journal> | undefined;
  /** Each start of the demo service is another connection, with which what was removed there is forgotten. */
  readonly #demo = new WeakMap<Connection, Promise<Journal>>();

  /**
   * @param folder where removals are kept; made when there is something to keep
   * @param onOdd told what cannot be read
   */
  constructor(
    private readonly folder: string,
    private readonly onOdd: (what: string) => void,
  ) {}

  /** Whether nothing was ever removed. That is found out without loading the code of the journal. */
  async isEmpty(connection: Connection): Promise<boolean> {
    if (connection.isDemo) return !this.#demo.has(connection);
    try {
      return (await readdir(this.folder)).length === 0;
    } catch (error) {
      // What cannot be read is not empty: whoever reads it says so.
      return error instanceof Error && 'code' in error && error.code === 'ENOENT';
    }
  }

  /** The journal for removals from the service of `connection`; its code is loaded when it is first asked for. */
  of(connection: Connection): Promise<Journal> {
    if (!connection.isDemo) return (this.#kept ??= this.#open(this.folder));
    let journal = this.#demo.get(connection);
    if (journal === undefined) {
      journal = this.#open(undefined);
      this.#demo.set(connection, journal);
    }
    return journal;
  }

  /** What there was no room for any more, since the last time; a person has to be told. */
  takeDropped(): readonly JournalEntry[] {
    return this.#dropped.splice(0);
  }

  /** @param folder where it is kept; in memory where there is none */
  async #open(folder: string | undefined): Promise<Journal> {
    const { folderFiles, Journal, memoryFiles } = await import('./journal');
    return new Journal(folder === undefined ? memoryFiles() : folderFiles(folder), {
      onDropped: (entries) => void this.#dropped.push(...entries),
      onOdd: this.onOdd,
    });
  }
}
