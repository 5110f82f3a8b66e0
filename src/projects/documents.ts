import { EventEmitter, l10n, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import { clusterDocument, machineDocument, poolDocument, projectDocument } from '../details/document';
import { plain } from '../details/text';
import type { ProjectsModel } from './model';
import type { ResourceNode } from './nodes';

const scheme = 'poolview';

/** Read-only documents with everything that the service said about a row. Nothing of them is written to a disk. */
export class DetailsDocuments implements TextDocumentContentProvider {
  readonly #onDidChange = new EventEmitter<Uri>();
  readonly onDidChange = this.#onDidChange.event;
  /** By address, of the documents that are open. */
  readonly #texts = new Map<string, string>();
  readonly #subscriptions = [
    this.#onDidChange,
    workspace.registerTextDocumentContentProvider(scheme, this),
    workspace.onDidCloseTextDocument(({ uri }) => {
      this.#texts.delete(uri.toString());
    }),
  ];

  async show(node: ResourceNode, model: ProjectsModel): Promise<void> {
    // The ending makes it JSON, and the id tells things with the same name apart.
    const uri = Uri.from({
      scheme,
      path: `/${plain(nameOf(node), 80).replaceAll(/[\\/]/g, '_') || node.kind}.json`,
      query: node.id,
    });
    this.#texts.set(uri.toString(), documentOf(node, model));
    this.#onDidChange.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      // Of an editor that VS Code opened again when it started.
      JSON.stringify(l10n.t('This is not loaded any more: show the details of the row again.'))
    );
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function nameOf(node: ResourceNode): string {
  switch (node.kind) {
    case 'project':
      return node.project.metadata?.name ?? '';
    case 'cluster':
      return node.usage.name ?? '';
    case 'pool':
      return node.ref.poolName;
    case 'machine':
      return node.machine.metadata?.name ?? '';
  }
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
