import { EventEmitter, l10n, workspace, type TextDocumentContentProvider, type Uri } from 'vscode';
import type { ProjectsModel } from '../model';
import { isNode, resourceKinds } from '../nodes';

/** Of the addresses of these documents; their query is the id of a row. */
export const scheme = 'poolview';

/** Read-only documents with everything that the service said about a row. Nothing of them is written to a disk. */
export class DetailsDocuments implements TextDocumentContentProvider {
  readonly #onDidChange = new EventEmitter<Uri>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #registration = workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly model: () => ProjectsModel | undefined) {}

  /** Brings the documents that are open up to date; those of rows that are gone stay as they are. */
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
      // Of an editor that VS Code opened again when it started, until somebody opens the rows above.
      JSON.stringify(l10n.t('This is not loaded any more: show the details of the row again.'))
    );
  }

  dispose(): void {
    this.#registration.dispose();
    this.#onDidChange.dispose();
  }

  async #textOf({ query: id }: Uri): Promise<string | undefined> {
    const { documentOf } = await import('../actions');
    const model = this.model();
    const row = model?.rowWithId(id);
    return model !== undefined && isNode(row, ...resourceKinds) ? documentOf(row, model) : undefined;
  }
}

function openDocuments() {
  return workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme);
}
