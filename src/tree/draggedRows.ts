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

/** What can be dropped in a view. */
export interface RowDrop<Row> {
  /** The views that the rows may come from. */
  readonly from: readonly string[];
  /** @param target undefined below the last row */
  readonly run: (rows: readonly unknown[], target: Row | undefined) => unknown;
}

/** What the user dragged last, in any view. */
let dragged: readonly unknown[] = [];

/** Lets rows be dragged, and inserts a line for each where they are dropped in an editor. */
export class DraggedRows<Row>
  implements TreeDragAndDropController<Row>, DocumentDropEditProvider, Disposable
{
  readonly dragMimeTypes = [text];
  /** What VS Code calls the rows that can be dropped in the view. */
  readonly dropMimeTypes: string[];
  readonly #registration: Disposable;

  /** @param textOf the line of a row; undefined if it has none */
  constructor(
    view: string,
    private readonly textOf: (row: Row) => string | undefined,
    private readonly drop?: RowDrop<Row>,
  ) {
    const mimeTypeOf = (id: string): string => `application/vnd.code.tree.${id.toLowerCase()}`;
    const dropMimeTypes = [mimeTypeOf(view)];
    this.dropMimeTypes = (drop?.from ?? []).map(mimeTypeOf);
    // Otherwise, VS Code inserts the URIs that the decorations of rows need. A pattern precedes its own provider, '*' doesn't.
    const anyDocument = { pattern: '**' };
    this.#registration = languages.registerDocumentDropEditProvider(anyDocument, this, { dropMimeTypes });
  }

  handleDrag(rows: readonly Row[], data: DataTransfer): void {
    dragged = rows;
    const lines = rows.map(this.textOf).filter((line) => line !== undefined);
    if (lines.length > 0) data.set(text, new DataTransferItem(lines.join('\n')));
  }

  handleDrop(target: Row | undefined): void {
    this.drop?.run(dragged, target);
  }

  async provideDocumentDropEdits(
    _document: TextDocument,
    _position: Position,
    data: DataTransfer,
  ): Promise<DocumentDropEdit | undefined> {
    const lines = await data.get(text)?.asString();
    return lines === undefined ? undefined : new DocumentDropEdit(lines, l10n.t('Insert Name'));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
