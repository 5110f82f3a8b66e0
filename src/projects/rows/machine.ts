import { l10n, TreeItem } from 'vscode';
import { jsonDocument } from '../../presentation/document';
import { formatNumber } from '../../presentation/format';
import { machineHealth, type Health } from '../../presentation/health';
import {
  conditionRows,
  description,
  factRows,
  inline,
  instanceType,
  lines,
  metadataRows,
  nameOf,
  optional,
  time,
  yesOrNo,
} from '../../presentation/hoverParts';
import { escapeMarkdown as escape, markdownTable } from '../../presentation/markdown';
import { needsAttention } from '../../presentation/severity';
import { displayName, parts, present, sanitizeLine } from '../../presentation/text';
import { Pages } from '../../service/pages';
import type { Address, Machine, NetworkInterface } from '../../service/resources/machine';
import type { CallOptions } from '../../service/schedule';
import { machineSpec } from '../../service/spec';
import { completed, healthIcon } from '../../tree/items';
import { readPages, type RowPage } from '../../tree/loadedList';
import { idsBelow, type TreeRow } from '../../tree/row';
import type { PoolRow } from './pool';
import type { ReadContext, RowContext, RowKind } from './rowKind';

export interface MachineRow extends TreeRow {
  readonly kind: 'machine';
  readonly parent: PoolRow;
  readonly machine: Machine;
  readonly readAt: number;
  /** How it was when it was read. */
  readonly health: Health;
}

export const machineKind: RowKind<MachineRow> = {
  icon: 'vm',
  name: ({ machine }) => machine.metadata?.name,
  uid: ({ machine }) => machine.metadata?.uid,
  location: (row, path) => parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine)),
  health: ({ health }) => health,
  item: machineItem,
  hover: (row, _context, now) => machineHover(row, row.parent.ref.cloudType, now),
  document: ({ machine }) => jsonDocument(machine.source),
  addresses: ({ machine }) => addressesOf(machine),
  aliases: (row) => specOf(row).fact('hostName'),
  sshKeyName: (row) => specOf(row).fact('sshKey')[0],
};

export function machineRow(parent: PoolRow, machine: Machine, id: string, readAt: number): MachineRow {
  return { kind: 'machine', id, parent, machine, readAt, health: machineHealth(machine, readAt) };
}

export function readMachines(
  parent: PoolRow,
  { service, operations }: ReadContext,
  options: CallOptions,
): Promise<RowPage<MachineRow, never>> {
  const idOf = idsBelow(parent.id);
  const pages = new Pages<Machine>(async (token, pageOptions) => {
    const client = await service.client();
    return operations.request(`listMachines ${parent.ref.cloudType}`, parent.id, () =>
      client.listMachines({ ...parent.ref, continue: token }, pageOptions),
    );
  });
  return readPages(pages, (machines: readonly Machine[], readAt) =>
    machines.map((machine) => {
      const { uid, name } = machine.metadata ?? {};
      return machineRow(parent, machine, idOf('machine', uid, name), readAt);
    }),
  )(options);
}

/** All addresses of a machine, those within its cluster first. */
function addressesOf({ spec, status }: Machine): readonly string[] {
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

function specOf({ machine, parent }: MachineRow) {
  return machineSpec(parent.ref.cloudType, machine);
}

function machineItem(row: MachineRow, context: RowContext): TreeItem {
  const { metadata } = row.machine;
  const item = new TreeItem(displayName(metadata?.name, metadata?.uid, l10n.t('(machine without a name)')));
  const host = sanitizeLine(specOf(row).fact('hostName')[0] ?? '');
  item.description = parts(
    row.health.cause,
    context.age(row),
    sanitizeLine(addressesOf(row.machine)[0] ?? '') || (host === item.label ? '' : host),
    differInLocation(context.siblings(row)) ? locationOf(row) : undefined,
  );
  item.iconPath = healthIcon('vm-running', row.health.severity);
  return completed(item, l10n.t('Machine'), 'resource hasUid machine');
}

function locationOf(row: MachineRow): string {
  return sanitizeLine(specOf(row).location.join('/'));
}

/** By the rows of a pool: where a machine is does not change. */
const knownDifferences = new WeakMap<readonly TreeRow[], boolean>();

/** Whether the machines of a pool are in different places: otherwise the place distinguishes none of them. */
function differInLocation(siblings: readonly TreeRow[]): boolean {
  let differ = knownDifferences.get(siblings);
  if (differ === undefined) {
    const isMachine = (row: TreeRow): row is MachineRow => row.kind === 'machine';
    const [first, ...others] = siblings.filter(isMachine);
    const location = first && locationOf(first);
    differ = others.some((row) => locationOf(row) !== location);
    knownDifferences.set(siblings, differ);
  }
  return differ;
}

/** A machine and when it was read, in milliseconds since 1970. */
type ReadMachine = Pick<MachineRow, 'machine' | 'readAt'>;

/** `now` is for ages only: the health of a machine is that of when it was read. */
export function machineHover({ machine, readAt }: ReadMachine, cloudType: string, now: number): string {
  const { metadata, status } = machine;
  const { health, maintenanceStatus: maintenance } = status ?? {};
  const { severity, cause } = machineHealth(machine, readAt);
  const spec = machineSpec(cloudType, machine);
  return markdownTable(nameOf(metadata), escape(machine.kind ?? '') || l10n.t('Machine'), [
    [l10n.t('Needs attention'), needsAttention(severity) ? escape(cause) : undefined],
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), optional(status?.instanceState)],
    [l10n.t('State since'), time(status?.instanceStateLastUpdate, now)],
    [l10n.t('Ready'), isReady(machine)],
    [l10n.t('Health'), optional(health?.state)],
    ...conditionRows(health?.conditions),
    [l10n.t('Last heartbeat'), time(health?.lastHeartBeatTimestamp, now)],
    [
      l10n.t('Maintenance'),
      parts(optional(maintenance?.action), optional(maintenance?.state), optional(maintenance?.message)),
    ],
    [l10n.t('Instance type'), instanceType(spec.instanceType)],
    [l10n.t('Network'), lines(machine.spec?.nics, networkInterface)],
    [l10n.t('Addresses'), lines(otherAddresses(machine), addressText)],
    ...factRows(spec),
    ...metadataRows(metadata, now),
  ]);
}

/** Undefined if a condition of the type `Ready` says more. */
function isReady({ status }: Machine): string | undefined {
  return status?.ready === undefined ||
    status.health?.conditions?.some(({ type }) => type === 'Ready') === true
    ? undefined
    : yesOrNo(status.ready);
}

/** The addresses of a machine that no network interface of it names. */
function otherAddresses({ spec, status }: Machine): readonly Address[] {
  const named = new Set(
    spec?.nics?.flatMap(({ privateIPs = [], publicIp }) => [...privateIPs, publicIp ?? '']),
  );
  return (status?.addresses ?? []).filter(({ address = '' }) => !named.has(address));
}

function addressText({ address = '', type = '' }: Address): string {
  return type === '' ? escape(address) : l10n.t('{0} ({1})', escape(address), escape(type));
}

function networkInterface({
  index,
  networkName,
  privateIPs,
  publicIp,
  macAddress,
}: NetworkInterface): string {
  return present(
    index === undefined ? undefined : `${formatNumber(index)}:`,
    optional(networkName),
    present(
      inline(privateIPs, escape),
      publicIp === undefined || publicIp === '' ? undefined : l10n.t('{0} (public)', escape(publicIp)),
      optional(macAddress),
    ).join(', '),
  ).join(' ');
}
