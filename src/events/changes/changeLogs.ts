import { EventEmitter, type Disposable } from 'vscode';
import type { Connection } from '../../connections/connection';
import type { Change, ChangeCoverage } from '../../presentation/change';
import type { ItemSources } from '../itemSource';
import { ChangeLog } from './changeLog';

/** The changes of each connection, kept until VS Code exits. */
export class ChangeLogs implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires after each reading, and when another connection became active. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #logs = new Map<string, ChangeLog>();
  /** Of the active connection. Without one, it stays empty. */
  #log = new ChangeLog();
  #connection: Connection | undefined;
  #reading: Disposable | undefined;
  readonly #following: Disposable;

  constructor(private readonly items: Pick<ItemSources, 'active' | 'onDidChangeActive'>) {
    this.#following = items.onDidChangeActive(() => {
      this.#follow();
    });
    this.#follow();
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  get changes(): readonly Change[] {
    return this.#log.changes;
  }

  get coverage(): ChangeCoverage {
    return this.#log.coverage;
  }

  openAsText(): Promise<void> {
    return Promise.resolve();
  }

  #follow(): void {
    this.#reading?.dispose();
    const { active } = this.items;
    const log = active === undefined ? new ChangeLog() : this.#logOf(active.session.connection);
    this.#log = log;
    this.#connection = active?.session.connection;
    this.#reading = active?.onDidReadItems((reading) => {
      log.add(reading);
      this.#onDidChange.fire();
    });
    this.#onDidChange.fire();
  }

  #logOf({ name, baseUrl }: Connection): ChangeLog {
    const key = JSON.stringify([name, baseUrl]);
    const log = this.#logs.get(key) ?? new ChangeLog();
    this.#logs.set(key, log);
    return log;
  }

  dispose(): void {
    this.#reading?.dispose();
    this.#following.dispose();
    this.#onDidChange.dispose();
  }
}
