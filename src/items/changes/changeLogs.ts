import { EventEmitter, type Disposable } from 'vscode';
import type { Connection } from '../../connections/connection';
import type { KeyIdentity } from '../../connections/keyIdentity';
import type { Change, ChangeCoverage } from './change';
import { idPart } from '../store/row';
import { DetailsDocuments } from '../../ui/detailsDocuments';
import type { ItemSource, ItemSources } from '../../events/itemSource';
import { ChangeLog } from './changeLog';
import type { ConnectionChanges } from '../../events/changes/changesDocument';

const scheme = 'poolview-changes';

/** The changes of a connection, as one API key shows them. */
interface KeyChanges extends ConnectionChanges {
  readonly keyIdentity: KeyIdentity;
}

/** The changes of each connection, kept until its API key is replaced or deleted or VS Code exits, also as documents. */
export class ChangeLogs implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires after each reading, and when another connection became active. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #all = new Map<string, KeyChanges>();
  #active: KeyChanges | undefined;
  readonly #documents = new DetailsDocuments(scheme, async (key) =>
    (await import('../../events/changes/changesDocument')).changesDocument(this.#all.get(key)),
  );
  #reading: Disposable | undefined;
  readonly #following: Disposable;

  constructor(private readonly items: Pick<ItemSources, 'active' | 'onDidChangeActive'>) {
    this.#following = items.onDidChangeActive(() => {
      this.#follow();
    });
    this.#follow();
  }

  get keyIdentity(): KeyIdentity | undefined {
    return this.#active?.keyIdentity;
  }

  get changes(): readonly Change[] {
    return this.#active?.log.changes ?? [];
  }

  get coverage(): ChangeCoverage {
    return (this.#active?.log ?? new ChangeLog()).coverage;
  }

  /** Opens the changes of the active connection as a document, which follows new ones. */
  async openAsText(): Promise<void> {
    if (this.#active === undefined) return;
    const { connection } = this.#active;
    const { openChanges } = await import('../../events/changes/changesDocument');
    await openChanges(scheme, connection, keyOf(connection));
  }

  #follow(): void {
    this.#reading?.dispose();
    const source = this.items.active;
    const active = source && this.#changesOf(source.session);
    this.#active = active;
    this.#reading = source?.onDidReadItems((reading) => {
      active?.log.add(reading);
      this.#update();
    });
    this.#update();
  }

  #update(): void {
    this.#onDidChange.fire();
    this.#documents.refresh();
  }

  #changesOf({ connection, keyIdentity }: ItemSource['session']): KeyChanges {
    const key = keyOf(connection);
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    const changes = { connection, keyIdentity, log: new ChangeLog() };
    this.#all.set(key, changes);
    keyIdentity.ended.addEventListener('abort', () => this.#all.delete(key), { once: true });
    return changes;
  }

  dispose(): void {
    this.#reading?.dispose();
    this.#following.dispose();
    this.#documents.dispose();
    this.#onDidChange.dispose();
  }
}

function keyOf({ name, baseUrl }: Connection): string {
  return `${idPart(name)}/changes:${idPart(baseUrl)}`;
}
