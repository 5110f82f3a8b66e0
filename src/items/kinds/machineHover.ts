import { l10n } from 'vscode';
import type { Address, Machine, NetworkInterface } from '../../service/resources/machine';
import { machineSpec } from '../../service/spec';
import { formatNumber } from '../../text/format';
import { description, inline, lines, metadataRows, optional, time, yesOrNo } from '../../text/hoverParts';
import { escapeMarkdown as escape } from '../../text/markdown';
import type { Row } from '../../text/markdownParts';
import { parts, present } from '../../text/text';
import { conditionRow } from '../conditions';
import { factRows, instanceTypeText } from '../specFields';

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
    [l10n.t('Health'), optional(health?.state)],
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
