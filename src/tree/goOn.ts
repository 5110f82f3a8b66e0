import type { TreeView } from 'vscode';
import type { TreeNode } from './nodes';

/**
 * Moves on to the first row that "Load more" has brought, where nobody has moved elsewhere: the row that was clicked is
 * another one now, and without this the keyboard would be nowhere.
 */
export async function goOnAt<Node extends TreeNode>(
  view: TreeView<Node>,
  first: Node | undefined,
): Promise<void> {
  const [selected] = view.selection;
  const stayed = selected === undefined || selected.kind === 'loadMore';
  if (first !== undefined && stayed && view.visible) await view.reveal(first, { select: true, focus: true });
}
