import { copiedLine } from '../../ui/copy';
import { kindOf, type ResourceRow } from '../../items/kinds';

/** What can be copied from a row as text. */
export type Copied = 'name' | 'uid' | 'ipAddress' | 'sshKeyName';

export function copiedText(copied: Copied, row: ResourceRow): string | undefined {
  return copiedLine(rawText(copied, row));
}

function rawText(copied: Copied, row: ResourceRow): string | undefined {
  const kind = kindOf(row);
  switch (copied) {
    case 'name':
      return kind.name(row);
    case 'uid':
      return kind.uid(row);
    case 'ipAddress':
      return kind.addresses?.(row)[0];
    case 'sshKeyName':
      return kind.sshKeyName?.(row);
  }
}
