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

/** Lets rows be dragged, and inserts a line for each where they are dropped in an editor. */
export class DraggedRows<Row>
  implements TreeDragAndDropController<Row>, DocumentDropEditProvider, Disposable
{
  readonly dragMimeTypes = [text];
  /** What VS Code calls the rows of the view. */
  readonly dropMimeTypes: string[];
  readonly #registration: Disposable;
  #dragged: readonly Row[] = [];

  /** @param textOf the line of a row; undefined if it has none */
  constructor(
    view: string,
    private readonly textOf: (row: Row) => string | undefined,
    private readonly drop?: (rows: readonly Row[], target: Row) => void,
  ) {
    const dropMimeTypes = [`application/vnd.code.tree.${view.toLowerCase()}`];
    this.dropMimeTypes = drop === undefined ? [] : dropMimeTypes;
    // Otherwise, VS Code inserts the URIs that the decorations of rows need. A pattern precedes its own provider, '*' doesn't.
    const anyDocument = { pattern: '**' };
    this.#registration = languages.registerDocumentDropEditProvider(anyDocument, this, { dropMimeTypes });
  }

  handleDrag(rows: readonly Row[], data: DataTransfer): void {
    this.#dragged = rows;
    const lines = rows.map(this.textOf).filter((line) => line !== undefined);
    if (lines.length > 0) data.set(text, new DataTransferItem(lines.join('\n')));
  }

  handleDrop(target: Row | undefined): void {
    if (target !== undefined) this.drop?.(this.#dragged, target);
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
