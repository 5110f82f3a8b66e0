import { l10n, TreeItem } from 'vscode';
import { machineHealth, type Health } from '../../presentation/health';
import { displayName, parts, present, sanitizeLine } from '../../presentation/text';
import { Pages } from '../../service/pages';
import type { RequestTime } from '../../service/requestTime';
import type { Address, Machine } from '../../service/resources/machine';
import type { CallOptions } from '../../service/schedule';
import { machineSpec } from '../../service/spec';
import { completed, healthIcon } from '../../tree/items';
import { readPages, type RowPage } from '../store/loadedList';
import { idsBelow, type TreeRow } from '../store/row';
import { Distinction } from '../../projects/rows/distinction';
import type { PoolRow } from './pool';
import type { ReadContext, RowContext, RowKind } from './kind';

export interface MachineRow extends TreeRow {
  readonly kind: 'machine';
  readonly parent: PoolRow;
  readonly machine: Machine;
  readonly readAt: number;
  /** As of when it was read. */
  readonly health: Health;
}

export const machineKind: RowKind<MachineRow> = {
  icon: 'vm',
  name: ({ machine }) => machine.metadata?.name,
  uid: ({ machine }) => machine.metadata?.uid,
  location: (row, path) => parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine)),
  health: ({ health }) => health,
  isRead: () => true,
  item: machineItem,
  source: ({ machine }) => machine.source,
  addresses: ({ machine }) => addressesOf(machine),
  heartbeat: ({ machine }) => machine.status?.health?.lastHeartBeatTimestamp,
  aliases: (row) => specOf(row).fact('hostName'),
  sshKeyName: (row) => specOf(row).fact('sshKey')[0],
};

export function machineRow(parent: PoolRow, machine: Machine, id: string, time: RequestTime): MachineRow {
  return { kind: 'machine', id, parent, machine, ...time, health: machineHealth(machine, time.readAt) };
}

export function readMachines(
  parent: PoolRow,
  { service }: ReadContext,
  options: CallOptions,
): Promise<RowPage<MachineRow, never>> {
  const idOf = idsBelow(parent.id);
  const pages = new Pages<Machine>(async (token, pageOptions) => {
    const client = await service.client();
    return client.listMachines({ ...parent.ref, continue: token }, pageOptions);
  });
  return readPages(pages, (machines: readonly Machine[], time) =>
    machines.map((machine) => {
      const { uid, name } = machine.metadata ?? {};
      return machineRow(parent, machine, idOf('machine', uid, name), time);
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
  const item = new TreeItem(displayName(metadata?.name, metadata?.uid, l10n.t('(unnamed machine)')));
  const host = sanitizeLine(specOf(row).fact('hostName')[0] ?? '');
  item.description = parts(
    row.health.cause,
    context.age(row),
    sanitizeLine(addressesOf(row.machine)[0] ?? '') || (host === item.label ? '' : host),
    location.of(row, context.siblings(row)),
  );
  item.iconPath = healthIcon('vm-running', row.health.severity);
  return completed(item, l10n.t('Machine'), 'resource hasUid machine');
}

const location = new Distinction<MachineRow>('machine', (row) =>
  sanitizeLine(specOf(row).location.join('/')),
);
