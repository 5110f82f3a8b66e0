import { sanitizeLine } from '../../presentation/text';
import { kindOf, type ResourceRow } from '../rows';

/** What can be copied from a row as text. */
export type Copied = 'name' | 'uid' | 'ipAddress' | 'sshKeyName';

/** One line, since pasting a line break into a shell would run what is before it; undefined if there is nothing. */
export function copiedText(copied: Copied, row: ResourceRow): string | undefined {
  const text = sanitizeLine(rawText(copied, row) ?? '', 1000);
  return text === '' ? undefined : text;
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
