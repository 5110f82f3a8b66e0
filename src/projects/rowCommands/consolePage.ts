import { uidOf } from '../identity';
import type { ResourceNode } from '../nodes';

/**
 * The page of the web console that a row is on: that of its cluster, or of its project.
 * @param consoleUrl as `parseConsoleUrl` gives it
 * @returns undefined where a uid is missing, or would lead to another page
 */
export function consolePage(consoleUrl: string, node: ResourceNode): string | undefined {
  if (node.kind === 'pool' || node.kind === 'machine') return consolePage(consoleUrl, node.parent);
  const uid = uidOf(node) ?? '';
  if (!uidOfAddress.test(uid)) return undefined;
  const [above, kind] =
    node.kind === 'project' ? [consoleUrl, 'projects'] : [consolePage(consoleUrl, node.parent), 'clusters'];
  return above === undefined ? undefined : `${above}/${kind}/${encodeURIComponent(uid)}`;
}

/** What is one segment of a path however often it is encoded and decoded on its way to the browser. */
const uidOfAddress = /^(?!\.{1,2}$)[^\p{C}\p{Z}/\\?#%]+$/u;
