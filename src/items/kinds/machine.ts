import { l10n } from 'vscode';
import { formatDuration } from '../../text/format';
import { present } from '../../text/text';
import { Pages } from '../../service/pages';
import { localTime, type RequestTime } from '../../service/requestTime';
import type { Address, Machine } from '../../service/resources/machine';
import type { CallOptions } from '../../service/schedule';
import { readPages, type RowPage } from '../store/loadedList';
import { idsBelow } from '../store/row';
import { machineSpec } from '../../service/spec';
import { causeText, conditionText, isUnhealthy } from '../failure';
import {
  healthSeverity,
  healthText,
  observedText,
  reportedHealth,
  stateSeverity,
  type Health,
} from '../health';
import { instanceTypeText } from '../specFields';
import type { Kind, Observed, ReadContext } from './kind';
import { machineHover } from './machineHover';
import type { MachineRow, PoolRow } from './rows';

export const machineKind: Kind<MachineRow> = {
  name: ({ machine }) => machine.metadata?.name,
  uid: ({ machine }) => machine.metadata?.uid,
  health: ({ health }) => health,
  shown: (_row, own) => own,
  isRead: () => true,
  source: ({ machine }) => machine.source,
  addresses: ({ machine }) => addressesOf(machine),
  heartbeat: ({ machine, aheadMs }) => localTime(machine.status?.health?.lastHeartBeatTimestamp, aheadMs),
  aliases: ({ machine }) => machineSpec(machine).fact('hostName'),
  observed: observedMachine,
  size: ({ machine }) => [instanceTypeText(machineSpec(machine).instanceType)],
  hoverTable: ({ machine }, now) => machineHover(machine, now),
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

/** The published documentation treats a machine as unhealthy if its heartbeat is older than this. */
const heartbeatLimitMs = 10 * 60 * 1000;

/** @param readAt when the machine was read, in milliseconds since 1970; the age of its heartbeat is as of then */
export function machineHealth({ status }: Machine, readAt: number): Health {
  const { instanceState = '', health } = status ?? {};
  const unhealthy = health?.conditions?.filter(isUnhealthy) ?? [];
  // A pressure condition explains why a machine is not ready.
  const condition = unhealthy.find(({ type }) => type !== 'Ready') ?? unhealthy[0];
  if (stateSeverity(instanceState) === 'failed') {
    return { severity: 'failed', cause: causeText(instanceState), message: condition?.message };
  }
  if (condition !== undefined) {
    return { severity: 'unhealthy', cause: conditionText(condition), message: condition.message };
  }
  if (healthSeverity(health?.state) === 'unhealthy') {
    return { severity: 'unhealthy', cause: l10n.t('Unhealthy') };
  }
  const silence = readAt - (health?.lastHeartBeatTimestamp ?? readAt);
  if (instanceState === 'Running' && silence > heartbeatLimitMs) {
    return { severity: 'lateHeartbeat', cause: l10n.t('No heartbeat for {0}', formatDuration(silence)) };
  }
  const maintenance = status?.maintenanceStatus;
  if (isInMaintenance(maintenance)) {
    return { severity: 'maintenance', cause: l10n.t('Maintenance'), message: maintenance?.message };
  }
  return reportedHealth(instanceState, health?.state);
}

/** Whether a machine is in maintenance: `uncordon` means that it is returning from it. */
function isInMaintenance(status: NonNullable<Machine['status']>['maintenanceStatus']): boolean {
  const { action = '', state = '' } = status ?? {};
  return action !== 'uncordon' && action + state !== '';
}

function observedMachine({ machine: { status }, health }: MachineRow): Observed {
  const state = status?.instanceState;
  const text = healthText(health);
  const { action, state: progress } = status?.maintenanceStatus ?? {};
  const isMaintained = isInMaintenance(status?.maintenanceStatus);
  return {
    health,
    values: {
      state,
      // The state says it, for example that the machine is being provisioned.
      health: text === observedText(state) ? undefined : text,
      maintenance: status && (isMaintained ? present(action, progress).join(' ') : ''),
    },
  };
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
