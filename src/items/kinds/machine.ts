import { l10n } from 'vscode';
import { Pages } from '../../service/pages';
import { localTime, type RequestTime } from '../../service/requestTime';
import {
  machineFrom,
  type Address,
  type Machine,
  type NetworkInterface,
} from '../../service/resources/machine';
import { metadataIn } from '../../service/resources/metadata';
import type { CallOptions } from '../../service/schedule';
import { machineSpec } from '../../service/spec';
import { formatDuration, formatNumber } from '../../text/format';
import { description, inline, lines, metadataRows, optional, time, yesOrNo } from '../../text/hoverParts';
import { escapeMarkdown as escape } from '../../text/markdown';
import type { Row } from '../../text/markdownParts';
import { parts, present } from '../../text/text';
import { conditionRow } from '../conditions';
import { causeText, conditionText, isUnhealthy } from '../failure';
import {
  healthSeverity,
  healthText,
  observedText,
  reportedHealth,
  stateSeverity,
  type Health,
} from '../health';
import { sharing } from '../../service/sharing';
import { factRows, instanceTypeText } from '../specFields';
import { readPages, type RowPage } from '../store/loadedList';
import { idsBelow } from '../store/row';
import type { Kind, Observed, ReadContext } from './kind';
import type { MachineRow, PoolRow } from './rows';

export const machineKind: Kind<MachineRow> = {
  name: ({ name }) => name,
  uid: ({ uid }) => uid,
  health: ({ health }) => health,
  shown: (_row, own) => own,
  isRead: () => true,
  source: ({ source }) => source.json,
  addresses: ({ addresses }) => addresses,
  heartbeat: ({ heartbeat, aheadMs }) => localTime(heartbeat, aheadMs),
  aliases: ({ hostNames }) => hostNames,
  observed: observedMachine,
  size: ({ instanceType }) => [instanceTypeText(instanceType)],
  hoverTable: (row, now) => machineHover(machineOf(row), now),
  sshKeyName: (row) => machineSpec(machineOf(row)).fact('sshKey')[0],
  fields: ({ zone, instanceType }) => {
    const size = instanceType?.name ?? instanceTypeText(instanceType);
    return { zone, size: size === '' ? undefined : size };
  },
};

export function machineRow(
  parent: PoolRow,
  machine: Machine,
  id: string,
  time: RequestTime,
  shared = sharing(),
): MachineRow {
  const { source, metadata: { name, uid } = {}, status } = machine;
  const { action, state: progress } = status?.maintenanceStatus ?? {};
  const isMaintained = isInMaintenance(status?.maintenanceStatus);
  const spec = machineSpec(machine);
  const hostNames = spec.fact('hostName');
  return {
    kind: 'machine',
    id,
    parent,
    source,
    name,
    uid,
    state: status?.instanceState,
    maintenance: status && (isMaintained ? present(action, progress).join(' ') : ''),
    heartbeat: status?.health?.lastHeartBeatTimestamp,
    addresses: addressesOf(machine),
    hostNames: hostNames.every((one) => one === name) ? none : hostNames,
    zone: spec.fact('zone')[0],
    location: spec.location.join('/'),
    instanceType: shared(spec.instanceType),
    readAt: time.readAt,
    requestNumber: time.requestNumber,
    aheadMs: time.aheadMs,
    health: machineHealth(machine, time.readAt + (time.aheadMs ?? 0)),
  };
}

const none: readonly string[] = [];

/** All that was read of a machine. */
function machineOf({ source, parent }: MachineRow): Machine {
  return machineFrom(source, parent.ref.cloudType);
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

function observedMachine({ state, maintenance, health }: MachineRow): Observed {
  const text = healthText(health);
  return {
    health,
    values: {
      state,
      // The state says it, for example that the machine is being provisioned.
      health: text === observedText(state) ? undefined : text,
      maintenance,
    },
  };
}

export function readMachines(
  parent: PoolRow,
  { service }: ReadContext,
  options: CallOptions,
): Promise<RowPage<MachineRow>> {
  const idOf = idsBelow(parent.id);
  const shared = sharing();
  const pages = new Pages<Machine>(async (token, pageOptions) => {
    const client = await service.client();
    return client.listMachines({ ...parent.ref, continue: token }, pageOptions);
  });
  return readPages(pages, (machines: readonly Machine[], time) =>
    machines.map((machine) => {
      const { uid, name } = machine.metadata ?? {};
      return machineRow(parent, machine, idOf('machine', uid, name), time, shared);
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

/** `now` affects only ages: the health is as of when the machine was read. */
export function machineHover(machine: Machine, now: number): readonly Row[] {
  const { status } = machine;
  const metadata = metadataIn(machine.source);
  const spec = machineSpec(machine);
  const { health, maintenanceStatus: maintenance } = status ?? {};
  return [
    conditionRow(health?.conditions),
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), optional(status?.instanceState)],
    [l10n.t('State changed'), time(status?.instanceStateLastUpdate, now)],
    [l10n.t('Ready'), isReady(machine)],
    [l10n.t('Last heartbeat'), time(health?.lastHeartBeatTimestamp, now)],
    [
      l10n.t('Maintenance'),
      parts(optional(maintenance?.action), optional(maintenance?.state), optional(maintenance?.message)),
    ],
    [l10n.t('Kind'), optional(machine.kind)],
    [l10n.t('Instance type'), escape(instanceTypeText(spec.instanceType))],
    [l10n.t('Network'), lines(machine.spec?.nics, networkInterface)],
    [l10n.t('Addresses'), lines(otherAddresses(machine), addressText)],
    ...factRows(spec),
    ...metadataRows(metadata, now),
  ];
}

/** Undefined if there is a `Ready` condition, which says more. */
function isReady({ status }: Machine): string | undefined {
  return status?.ready === undefined ||
    status.health?.conditions?.some(({ type }) => type === 'Ready') === true
    ? undefined
    : yesOrNo(status.ready);
}

/** The addresses that are not listed for any network interface. */
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
