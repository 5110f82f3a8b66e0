import {
  DataTransferItem,
  DocumentDropEdit,
  l10n,
  languages,
  type DataTransfer,
  type Disposable,
  type DocumentDropEditProvider,
  type Position,
  type TextDocument,
  type TreeDragAndDropController,
} from 'vscode';

const text = 'text/plain';

/** Lets rows be dragged, and inserts a line for each where they are dropped. Nothing can be dropped on the rows. */
export class DraggedRows<Row>
  implements TreeDragAndDropController<Row>, DocumentDropEditProvider, Disposable
{
  readonly dragMimeTypes = [text];
  readonly dropMimeTypes = [];
  readonly #registration: Disposable;

  /** @param textOf the line of a row; undefined if it has none */
  constructor(
    view: string,
    private readonly textOf: (row: Row) => string | undefined,
  ) {
    const dropMimeTypes = [`application/vnd.code.tree.${view.toLowerCase()}`];
    // Otherwise, VS Code inserts the URIs that the decorations of rows need. A pattern precedes its own provider, '*' doesn't.
    const anyDocument = { pattern: '**' };
    this.#registration = languages.registerDocumentDropEditProvider(anyDocument, this, { dropMimeTypes });
  }

  handleDrag(rows: readonly Row[], data: DataTransfer): void {
    const lines = rows.map(this.textOf).filter((line) => line !== undefined);
    if (lines.length > 0) data.set(text, new DataTransferItem(lines.join('\n')));
  }

  async provideDocumentDropEdits(
    _document: TextDocument,
    _position: Position,
    data: DataTransfer,
  ): Promise<DocumentDropEdit | undefined> {
    const dragged = await data.get(text)?.asString();
    return dragged === undefined ? undefined : new DocumentDropEdit(dragged, l10n.t('Insert Name'));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
