import { EventEmitter, l10n, Uri, workspace, type TextDocumentContentProvider } from 'vscode';
import { sanitizeLine } from '../../presentation/text';
import type { ProjectsModel } from '../model';
import { isResourceRow, kindOf, type ResourceRow } from '../rows';

/** The scheme of the documents. The query of a URI is the ID of a row. */
const scheme = 'poolview';

/** The URI of the details of a row. Its path ends in `.yaml`, which sets the language. */
export function detailsUri(row: ResourceRow): Uri {
  const name = sanitizeLine(kindOf(row).name(row) ?? '', 80).replaceAll(/[\\/]/g, '_');
  return Uri.from({ scheme, path: `/${name || row.kind}.yaml`, query: row.id });
}

/** Read-only documents with the details of rows. They are never written to disk. */
export class DetailsDocuments implements TextDocumentContentProvider {
  readonly #onDidChange = new EventEmitter<Uri>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #registration = workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly model: () => ProjectsModel | undefined) {}

  /** Updates the open documents. Those of rows that are gone stay as they are. */
  async refresh(): Promise<void> {
    for (const document of openDocuments()) {
      const text = await this.#textOf(document.uri);
      if (text !== undefined && text !== document.getText()) this.#onDidChange.fire(document.uri);
    }
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    return (
      (await this.#textOf(uri)) ??
      openDocuments()
        .find((document) => document.uri.toString() === uri.toString())
        ?.getText() ??
      // VS Code restored the editor, and the row is not loaded yet.
      `# ${l10n.t('Not loaded. Find the item in the Projects view, and show its details again.')}\n`
    );
  }

  dispose(): void {
    this.#registration.dispose();
    this.#onDidChange.dispose();
  }

  async #textOf({ query: id }: Uri): Promise<string | undefined> {
    const { detailsOf } = await import('./details');
    const model = this.model();
    const row = model?.store.find(id);
    return model !== undefined && isResourceRow(row) ? detailsOf(row, model) : undefined;
  }
}

function openDocuments() {
  return workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme);
}
