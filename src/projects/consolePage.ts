import { kindOf, type ResourceRow } from '../items/kinds';

/**
 * The page of a row in the web console: that of its cluster or its project.
 * @param consoleUrl as `parseConsoleUrl` returns it
 * @returns undefined without a web console, or if a UID is missing or would lead to another page
 */
export function consolePage(consoleUrl: string | undefined, row: ResourceRow): string | undefined {
  const kind = kindOf(row);
  const parentPage = row.parent === undefined ? consoleUrl : consolePage(consoleUrl, row.parent);
  if (kind.consoleFolder === undefined || parentPage === undefined) return parentPage;
  const uid = kind.uid(row) ?? '';
  return pathSegment.test(uid) ? `${parentPage}/${kind.consoleFolder}/${encodeURIComponent(uid)}` : undefined;
}

/** Text that stays one path segment, no matter how often it is encoded and decoded on its way to the browser. */
const pathSegment = /^(?!\.{1,2}$)[^\p{C}\p{Z}/\\?#%]+$/u;
