import { machineHealth } from '../health';
import { present } from '../../text/text';
import { Pages } from '../../service/pages';
import { localTime, type RequestTime } from '../../service/requestTime';
import type { Address, Machine } from '../../service/resources/machine';
import type { CallOptions } from '../../service/schedule';
import { readPages, type RowPage } from '../store/loadedList';
import { idsBelow } from '../store/row';
import type { MachineRow, PoolRow } from './rows';
import type { Kind, ReadContext } from './kind';
import { machineSpec } from '../../service/spec';

export const machineKind: Kind<MachineRow> = {
  name: ({ machine }) => machine.metadata?.name,
  uid: ({ machine }) => machine.metadata?.uid,
  health: ({ health }) => health,
  isRead: () => true,
  source: ({ machine }) => machine.source,
  addresses: ({ machine }) => addressesOf(machine),
  heartbeat: ({ machine, aheadMs }) => localTime(machine.status?.health?.lastHeartBeatTimestamp, aheadMs),
  aliases: ({ machine }) => machineSpec(machine).fact('hostName'),
  sshKeyName: ({ machine }) => machineSpec(machine).fact('sshKey')[0],
};

export function machineRow(parent: PoolRow, machine: Machine, id: string, time: RequestTime): MachineRow {
  return {
    kind: 'machine',
    id,
    parent,
    machine,
    ...time,
    health: machineHealth(machine, time.readAt + (time.aheadMs ?? 0)),
  };
}

export function readMachines(
  parent: PoolRow,
  { service }: ReadContext,
  options: CallOptions,
): Promise<RowPage<MachineRow>> {
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
