import { EventEmitter, l10n, Uri, workspace, type TextDocumentContentProvider } from 'vscode';
import { sanitizeLine } from '../../presentation/text';
import type { ProjectsModel } from '../model';
import { isResourceRow, kindOf, type ResourceRow } from '../rows';

/** The scheme of the documents. The query of a URI is the ID of a row. */
const scheme = 'poolview';

/** The URI of the details of a row. Its path ends in `.json`, which sets the language. */
export function detailsUri(row: ResourceRow): Uri {
  const name = sanitizeLine(kindOf(row).name(row) ?? '', 80).replaceAll(/[\\/]/g, '_');
  return Uri.from({ scheme, path: `/${name || row.kind}.json`, query: row.id });
}

/** The details of rows: of one as its document, of several as one list. */
export function detailsOf(rows: readonly ResourceRow[], model: ProjectsModel): string {
  const documents = rows.map((row) => kindOf(row).document(row, model));
  if (documents.length === 1) return documents.join();
  // No text of a document has a line break.
  const indented = documents.map((document) => document.trimEnd().replaceAll('\n', '\n  '));
  return `[\n  ${indented.join(',\n  ')}\n]`;
}

/** Read-only documents with everything that the service said about a row. They are never written to a disk. */
export class DetailsDocuments implements TextDocumentContentProvider {
  readonly #onDidChange = new EventEmitter<Uri>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #registration = workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly model: () => ProjectsModel | undefined) {}

  /** Brings the open documents up to date. Those of rows that are gone stay as they are. */
  refresh(): void {
    for (const document of openDocuments()) {
      const text = this.#textOf(document.uri);
      if (text !== undefined && text !== document.getText()) this.#onDidChange.fire(document.uri);
    }
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.#textOf(uri) ??
      openDocuments()
        .find((document) => document.uri.toString() === uri.toString())
        ?.getText() ??
      // VS Code restored the editor, and the row is not loaded yet.
      JSON.stringify(l10n.t('This is not loaded any more: show the details of the row again.'))
    );
  }

  dispose(): void {
    this.#registration.dispose();
    this.#onDidChange.dispose();
  }

  #textOf({ query: id }: Uri): string | undefined {
    const model = this.model();
    const row = model?.store.find(id);
    return model !== undefined && isResourceRow(row) ? detailsOf([row], model) : undefined;
  }
}

function openDocuments() {
  return workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme);
}
