import type { Uri } from 'vscode';
import {
  type Disposable,
  EventEmitter,
  l10n,
  TabInputWebview,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextDocumentShowOptions,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { formatNumber } from '../text/format';
import { sanitizeLine } from '../text/text';
import { debounce } from './timing';

/** A name, as a name of a file without an extension. */
export function fileName(name: string): string {
  return sanitizeLine(name, 80).replaceAll(/[\\/]/g, '_');
}

/** Rows are read in bursts: documents are updated once for each burst, after this many milliseconds. */
const burstMs = 100;

/** Read-only documents with the details of a view's rows. They are never written to disk. */
export class DetailsDocuments implements TextDocumentContentProvider {
  readonly #onDidChange = new EventEmitter<Uri>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #registration: Disposable;
  readonly #refreshSoon = debounce(() => void this.#refreshNow(), burstMs);

  /** @param textOf returns the details of the row with an ID; undefined if the row is not loaded */
  constructor(
    private readonly scheme: string,
    private readonly textOf: (rowId: string) => string | Promise<string | undefined> | undefined,
  ) {
    this.#registration = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Updates the open documents, once for each burst of changes. Those of rows that are gone stay as they are. */
  refresh(): void {
    if (this.#openDocuments().length > 0) this.#refreshSoon();
  }

  async #refreshNow(): Promise<void> {
    for (const document of this.#openDocuments()) {
      const text = await this.textOf(document.uri.query);
      if (text !== undefined && text !== document.getText()) this.#onDidChange.fire(document.uri);
    }
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    return (
      (await this.textOf(uri.query)) ??
      this.#openDocuments()
        .find((document) => document.uri.toString() === uri.toString())
        ?.getText() ??
      // VS Code restored the editor, and the row is not loaded yet.
      `# ${l10n.t('Not loaded. Find the item in its view, and show its details again.')}\n`
    );
  }

  dispose(): void {
    this.#refreshSoon.cancel();
    this.#registration.dispose();
    this.#onDidChange.dispose();
  }

  #openDocuments(): readonly TextDocument[] {
    return workspace.textDocuments.filter(({ uri }) => uri.scheme === this.scheme);
  }
}

/** More editors would crowd out the ones that are open. */
export const mostAtOnce = 20;

/** Beside a page that the user works in, which stays in sight and keeps the focus for the next row. */
function placeOfDetails(): TextDocumentShowOptions {
  const isPage = window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputWebview;
  return isPage ? { preserveFocus: true, viewColumn: ViewColumn.Beside } : {};
}

/** Opens documents with details, a single one as a preview. */
export async function openDetails(uris: readonly Uri[]): Promise<void> {
  const where = placeOfDetails();
  const shown = uris.slice(0, mostAtOnce);
  for (const uri of shown) {
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: shown.length === 1, ...where });
  }
  if (shown.length < uris.length) {
    void window.showInformationMessage(
      l10n.t(
        'Showing the details of the first {0} of {1} items.',
        formatNumber(shown.length),
        formatNumber(uris.length),
      ),
    );
  }
}
