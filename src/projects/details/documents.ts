import { EventEmitter, l10n, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import { clusterDocument, machineDocument, poolDocument, projectDocument } from '../../details/document';
import { formatNumber } from '../../details/format';
import { plain } from '../../details/text';
import { nameOf } from '../identity';
import type { ProjectsModel } from '../model';
import { isNode, resourceKinds, type ResourceNode } from '../nodes';

const scheme = 'poolview';

/** More than anybody reads, and fewer than would bury the editors that are open. */
const mostAtOnce = 20;

/** Read-only documents with everything that the service said about a row. Nothing of them is written to a disk. */
export class DetailsDocuments implements TextDocumentContentProvider {
  readonly #onDidChange = new EventEmitter<Uri>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #registration = workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly model: () => ProjectsModel | undefined) {}

  async show(rows: readonly ResourceNode[]): Promise<void> {
    const shown = rows.slice(0, mostAtOnce);
    for (const row of shown) {
      const document = await workspace.openTextDocument(detailsUri(row));
      await window.showTextDocument(document, { preview: shown.length === 1 });
    }
    if (shown.length < rows.length) {
      void window.showInformationMessage(
        l10n.t(
          'Of {0} rows Poolview shows the details of the first {1}.',
          formatNumber(rows.length),
          formatNumber(shown.length),
        ),
      );
    }
  }

  /** Brings the documents that are open up to date; those of rows that are gone stay as they are. */
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
      // Of an editor that VS Code opened again when it started, until somebody opens the rows above.
      JSON.stringify(l10n.t('This is not loaded any more: show the details of the row again.'))
    );
  }

  dispose(): void {
    this.#registration.dispose();
    this.#onDidChange.dispose();
  }

  #textOf({ query: id }: Uri): string | undefined {
    const model = this.model();
    const row = model?.rowWithId(id);
    return model !== undefined && isNode(row, ...resourceKinds) ? documentOf(row, model) : undefined;
  }
}

function openDocuments() {
  return workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme);
}

/** Where the details of a row are. */
export function detailsUri(node: ResourceNode): Uri {
  const name = plain(nameOf(node) ?? '', 80).replaceAll(/[\\/]/g, '_');
  // The ending makes it JSON, and the id tells things with the same name apart.
  return Uri.from({ scheme, path: `/${name || node.kind}.json`, query: node.id });
}

/** The document about a row. */
export function documentOf(node: ResourceNode, model: Pick<ProjectsModel, 'knownOf'>): string {
  switch (node.kind) {
    case 'project':
      return projectDocument(node.project);
    case 'cluster':
      return clusterDocument(model.knownOf(node));
    case 'pool':
      return poolDocument(node.ref, node.pool);
    case 'machine':
      return machineDocument(node.machine);
  }
}

/** One document about several rows, in a list. */
export function documentOfAll(nodes: readonly ResourceNode[], model: Pick<ProjectsModel, 'knownOf'>): string {
  // No line of a document is within a text.
  const documents = nodes.map((node) => documentOf(node, model).trimEnd().replaceAll('\n', '\n  '));
  return `[\n  ${documents.join(',\n  ')}\n]`;
}
