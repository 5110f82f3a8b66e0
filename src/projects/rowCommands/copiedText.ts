import { kindOf, type ResourceRow } from '../../items/kinds';
import { copiedLine } from '../../ui/copy';

const rawTexts = {
  name: (row) => kindOf(row).name(row),
  uid: (row) => kindOf(row).uid(row),
  ipAddress: (row) => kindOf(row).addresses?.(row)[0],
  sshKeyName: (row) => kindOf(row).sshKeyName?.(row),
} satisfies Readonly<Record<string, (row: ResourceRow) => string | undefined>>;

/** What can be copied from a row as text. */
export type Copied = keyof typeof rawTexts;

export function copiedText(copied: Copied, row: ResourceRow): string | undefined {
  return copiedLine(rawTexts[copied](row));
}
