import { kindOf, type ResourceRow } from '../items/kinds';

/** The path of the pages of items in the web console, by their kind. */
const folders: Readonly<Partial<Record<ResourceRow['kind'], string>>> = {
  project: 'projects',
  cluster: 'clusters',
};

/**
 * The page of a row in the web console: that of its cluster or its project.
 * @param consoleUrl as `parseConsoleUrl` returns it
 * @returns undefined without a web console, or if a UID is missing or would lead to another page
 */
export function consolePage(consoleUrl: string | undefined, row: ResourceRow): string | undefined {
  const folder = folders[row.kind];
  const parentPage = row.parent === undefined ? consoleUrl : consolePage(consoleUrl, row.parent);
  if (folder === undefined || parentPage === undefined) return parentPage;
  const uid = kindOf(row).uid(row) ?? '';
  return pathSegment.test(uid) ? `${parentPage}/${folder}/${encodeURIComponent(uid)}` : undefined;
}

/** Text that stays one path segment, no matter how often it is encoded and decoded on its way to the browser. */
const pathSegment = /^(?!\.{1,2}$)[^\p{C}\p{Z}/\\?#%]+$/u;
