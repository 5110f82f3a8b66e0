import { sanitizeLine } from '../../presentation/text';
import { machineSpec } from '../../service/spec';
import { addressesOf, nameOf, uidOf } from '../identity';
import type { ResourceNode } from '../nodes';

/** What can be copied of a row as text. */
export type Copied = 'name' | 'uid' | 'ipAddress' | 'sshKeyName';

/** Fit for a line of its own, and for a shell: with a line break in it, pasting it there would run what is before. */
export function copiedText(copied: Copied, node: ResourceNode): string | undefined {
  const text = sanitizeLine(rawText(copied, node) ?? '', 1000);
  return text === '' ? undefined : text;
}

function rawText(copied: Copied, node: ResourceNode): string | undefined {
  switch (copied) {
    case 'name':
      return nameOf(node);
    case 'uid':
      return uidOf(node);
    case 'ipAddress':
      return node.kind === 'machine' ? addressesOf(node.machine)[0] : undefined;
    case 'sshKeyName':
      return node.kind === 'machine'
        ? machineSpec(node.parent.ref.cloudType, node.machine).fact('sshKey')[0]
        : undefined;
  }
}
