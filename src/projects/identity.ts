import { present } from '../presentation/text';
import type { Address, Machine } from '../service/resources/machine';
import { nameOr } from '../tree/rowParts';
import type { ResourceNode } from './nodes';

/** What the service calls what a row stands for; undefined where it does not say. */
export function nameOf(node: ResourceNode): string | undefined {
  switch (node.kind) {
    case 'project':
      return node.project.metadata?.name;
    case 'cluster':
      return node.usage.name;
    case 'pool':
      return node.ref.poolName;
    case 'machine':
      return node.machine.metadata?.name;
  }
}

/** Its uid; undefined for machine pools, which have none, and where the service does not say. */
export function uidOf(node: ResourceNode): string | undefined {
  switch (node.kind) {
    case 'project':
      return node.project.metadata?.uid;
    case 'cluster':
      return node.usage.uid;
    case 'pool':
      return undefined;
    case 'machine':
      return node.machine.metadata?.uid;
  }
}

/** All addresses of a machine, those within its cluster first. */
export function addressesOf({ spec, status }: Machine): readonly string[] {
  const nics = spec?.nics ?? [];
  const addresses = status?.addresses ?? [];
  const isInternal = ({ type }: Address): boolean => type === 'InternalIP';
  return [
    ...new Set(
      present(
        ...nics.flatMap(({ privateIPs = [] }) => privateIPs),
        ...[...addresses.filter(isInternal), ...addresses].map(({ address }) => address),
        ...nics.map(({ publicIp }) => publicIp),
      ),
    ),
  ];
}

/** What a row is called on the screen. */
export function shownName(node: ResourceNode): string {
  return nameOr(nameOf(node), uidOf(node), '?');
}

/** The names of the rows above, from the top: `payments › payments-eu › workers`; the empty text for a project. */
export function pathOf({ parent }: ResourceNode): string {
  return parent === undefined ? '' : present(pathOf(parent), shownName(parent)).join(' › ');
}
