import { present } from '../text/text';
import type { Item, Pack, Version } from './item';

/** The pack of a cluster that is its Kubernetes, operating system, network or storage. */
export function packOf({ packs }: Pick<Item, 'packs'>, layer: string): Pack | undefined {
  return packs?.find((pack) => pack.layer === layer);
}

/** `cilium 1.15.3`; empty if there is none */
export function versionText({
  name,
  version,
}: { readonly [Of in keyof Version]?: string | undefined } = {}): string {
  return present(name, version).join(' ');
}

/** The minor version of Kubernetes, such as `1.31`; undefined if it is no version. */
export function minorVersion(version = ''): string | undefined {
  return /^v?(\d+\.\d+)/i.exec(version)?.[1];
}

/**
 * Compares versions to the precision of the shorter one, so that `1.32.4` is the same as `1.32`. What follows the numbers,
 * such as `-rke2` or `+k3s1`, does not count.
 * @returns less than 0 if `version` is older; undefined if what would decide is no number, as in `1.32.x`
 */
export function compareVersions(version: string, wanted: string): number | undefined {
  const [parts, others] = [partsOf(version), partsOf(wanted)];
  for (let index = 0; index < Math.min(parts.length, others.length); index++) {
    const [part = NaN, other = NaN] = [parts[index], others[index]];
    if (Number.isNaN(part) || Number.isNaN(other)) return undefined;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

/** The numbers of a version; NaN for what is none. */
function partsOf(version: string): readonly number[] {
  const [numbers = ''] = version.replace(/^v(?=\d)/i, '').split(/[-+_~ ]/, 1);
  return numbers.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : NaN));
}
