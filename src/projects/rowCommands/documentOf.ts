import { Uri } from 'vscode';
import { clusterDocument, machineDocument, poolDocument, projectDocument } from '../../presentation/document';
import { sanitizeLine } from '../../presentation/text';
import { nameOf } from '../identity';
import type { ProjectsModel } from '../model';
import type { ResourceNode } from '../nodes';
import { scheme } from './documents';

/** Where the details of a row are. */
export function detailsUri(node: ResourceNode): Uri {
  const name = sanitizeLine(nameOf(node) ?? '', 80).replaceAll(/[\\/]/g, '_');
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
