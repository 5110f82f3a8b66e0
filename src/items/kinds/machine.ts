import { l10n } from 'vscode';
import { Pages } from '../../service/pages';
import { localTime, serviceTime, type RequestTime } from '../../service/requestTime';
import type { Address, Condition, Machine, NetworkInterface } from '../../service/resources/machine';
import type { CallOptions } from '../../service/operations';
import { machineSpec } from '../../service/spec';
import { formatDuration, formatNumber } from '../../text/format';
import {
  description,
  inline,
  lines,
  metadataRows,
  optional,
  time,
  yesOrNo,
  escapeMarkdown as escape,
  type Row,
} from '../../text/markdown';
import { parts, present } from '../../text/text';
import { conditionRow, conditionText, isUnhealthy } from '../failure';
import { machineStanding } from '../containers';
import { healthText, observedText, reportedHealth, type Health } from '../health';
import { needsAttention } from '../severity';
import { factRows, instanceTypeText } from '../specFields';
import { readPages, type RowPage } from '../store/loadedList';
import { mergeLatest } from '../store/records';
import { isSameJson } from '../record';
import { idsBelow } from '../store/row';
import { observedAt } from '../changes/change';
import type { Kind, Observed, ReadContext } from './kind';
import type { MachineRow, PoolRow } from './rows';

export const machineKind: Kind<MachineRow> = {
  name: ({ machine }) => machine.metadata?.name,
  uid: ({ machine }) => machine.metadata?.uid,
  merge: (known, fresh) => mergeLatest(known, fresh, isSameMachine),
  health: ({ health }) => health,
  shown: (_row, own) => own,
  standing: (row, { severity }, store) => {
    const cluster = row.parent.parent;
    if (cluster.kind !== 'cluster' || !needsAttention(severity)) return undefined;
    const known = (): number => store.descendants(cluster).filter(({ kind }) => kind === 'machine').length;
    return machineStanding(severity, row, cluster, known);
  },
  reason: ({ machine }) => decidingCondition(machine)?.reason,
  isRead: () => true,
  read: readMachines,
  source: ({ machine }) => machine.source,
  addresses: ({ machine }) => addressesOf(machine),
  heartbeat: ({ machine, aheadMs }) => localTime(machine.status?.health?.lastHeartBeatTimestamp, aheadMs),
  aliases: hostNamesOf,
  observed: observedMachine,
  size: ({ machine }) => [instanceTypeText(machineSpec(machine).size())],
  hoverTable: ({ machine }, now) => machineHover(machine, now),
  sshKeyName: ({ machine }) => machineSpec(machine).fact('sshKey')[0],
  fields: ({ machine }) => {
    const spec = machineSpec(machine);
    const type = spec.size();
    const size = type?.name ?? instanceTypeText(type);
    return { zone: spec.fact('zone')[0], size: size === '' ? undefined : size };
  },
};

export function machineRow(parent: PoolRow, machine: Machine, id: string, time: RequestTime): MachineRow {
  const health = machineHealth(machine, serviceTime(time));
  const { began } = health;
  const local = began === undefined ? health : { ...health, began: localTime(began, time.aheadMs) };
  return { kind: 'machine', id, parent, machine, ...time, health: local };
}

/** Its host names, if they differ from its name. */
export function hostNamesOf({ machine }: MachineRow): readonly string[] {
  const names = machineSpec(machine).fact('hostName');
  return names.every((name) => name === machine.metadata?.name) ? [] : names;
}

/** All else is read from the JSON, and from the time. */
function isSameMachine(one: MachineRow, other: MachineRow): boolean {
  return isSameJson(one.health, other.health) && isSameJson(one.machine.source, other.machine.source);
}

/** The published documentation treats a machine as unhealthy if its heartbeat is older than this. */
const heartbeatLimitMs = 10 * 60 * 1000;

/** The unhealthy condition of a machine that decides how it is. */
function decidingCondition({ status }: Machine): Condition | undefined {
  const unhealthy = status?.health?.conditions?.filter(isUnhealthy) ?? [];
  // A pressure condition explains why a machine is not ready.
  return unhealthy.find(({ type }) => type !== 'Ready') ?? unhealthy[0];
}

/**
 * How a machine is, with times of the clock of the service.
 * @param readAt when the machine was read, in milliseconds since 1970; the age of its heartbeat is as of then
 */
export function machineHealth(machine: Machine, readAt: number): Health {
  const { status } = machine;
  const { instanceState = '', health } = status ?? {};
  const condition = decidingCondition(machine);
  const reported = reportedHealth(instanceState, health?.state);
  if (reported.severity === 'failed') {
    return { ...reported, message: condition?.message, began: status?.instanceStateLastUpdate };
  }
  if (condition !== undefined) {
    const { message, lastTransitionTime: began } = condition;
    return { severity: 'unhealthy', cause: conditionText(condition), message, began };
  }
  if (reported.severity === 'unhealthy') return reported;
  const lateAt = (health?.lastHeartBeatTimestamp ?? readAt) + heartbeatLimitMs;
  if (instanceState === 'Running' && readAt > lateAt) {
    const silence = formatDuration(readAt - lateAt + heartbeatLimitMs);
    return { severity: 'lateHeartbeat', cause: l10n.t('No heartbeat for {0}', silence), began: lateAt };
  }
  const maintenance = status?.maintenanceStatus;
  if (isInMaintenance(maintenance)) {
    return { severity: 'maintenance', cause: l10n.t('Maintenance'), message: maintenance?.message };
  }
  return reported;
}

/** Whether a machine is in maintenance: `uncordon` means that it is returning from it. */
function isInMaintenance(status: NonNullable<Machine['status']>['maintenanceStatus']): boolean {
  const { action = '', state = '' } = status ?? {};
  return action !== 'uncordon' && action + state !== '';
}

function observedMachine(row: MachineRow): Observed {
  const { health, machine } = row;
  const { status } = machine;
  const { instanceState: state, maintenanceStatus: maintenance } = status ?? {};
  const text = healthText(health);
  return {
    health,
    values: observedAt(row, {
      state,
      // The state says it, for example that the machine is being provisioned.
      health: text === observedText(state) ? undefined : text,
      // Empty if there is none; undefined if the service says nothing about its state.
      maintenance:
        status &&
        (isInMaintenance(maintenance) ? present(maintenance?.action, maintenance?.state).join(' ') : ''),
    }),
  };
}

function readMachines(
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

/** `now` affects only ages: the health is as of when the machine was read. */
export function machineHover(machine: Machine, now: number): readonly Row[] {
  const { metadata, status } = machine;
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
    [l10n.t('Instance type'), escape(instanceTypeText(spec.size()))],
    [l10n.t('Network'), lines(machine.spec?.nics, interfaceText)],
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

function interfaceText({ index, networkName, privateIPs, publicIp, macAddress }: NetworkInterface): string {
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
