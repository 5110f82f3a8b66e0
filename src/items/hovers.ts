import { l10n } from 'vscode';
import type {
  ApiEndpoint,
  ClusterSummary,
  Compute,
  Location,
  MachinePool,
} from '../service/resources/cluster';
import type { Address, Machine, NetworkInterface, PoolRef } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import { machineSpec, poolSpec, type InstanceType, type Spec } from '../service/spec';
import {
  cloudTypeOf,
  configUidOf,
  type ClusterData,
  machineCountsOf,
  metadataOf,
  poolCountOf,
  poolMetaOf,
  stateOf,
} from './cluster';
import { overviewRows, repaveRow } from './clusterFacts';
import { factsOf } from './specFields';
import { formatMebibytes, formatNumber, formatRange } from '../text/format';
import {
  count,
  description,
  inline,
  lines,
  metadataRows,
  names,
  optional,
  time,
  yesOrNo,
} from '../text/hoverParts';
import { conditionRow } from './conditions';
import { escapeMarkdown, escapeMarkdown as escape } from '../text/markdown';
import { itemTable, type Row } from '../text/markdownParts';
import { needsAttention, type Severity } from './severity';
import { instanceTypeText, isMebibytes } from './sizes';
import { parts, present } from '../text/text';

export function clusterHover(cluster: ClusterData, now: number): string {
  const { usage, found, read } = cluster;
  const metadata = metadataOf(cluster);
  const { health, metrics } = found?.status ?? {};
  const { cloudAccountMeta, clusterProfileTemplate, archTypes } = found?.specSummary ?? {};
  const machines = machineCountsOf(cluster);
  const inMaintenance = poolMetaOf(cluster)?.reduce(
    (sum, { maintenanceMode = 0 }) => sum + maintenanceMode,
    0,
  );
  return itemTable([
    ...overviewRows(cluster, now),
    repaveRow(cluster),
    [l10n.t('Messages'), lines(health?.conditions, messageText)],
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), optional(stateOf(cluster))],
    [l10n.t('Health'), optional(health?.state)],
    [l10n.t('Last heartbeat'), time(health?.lastHeartBeatTimestamp, now)],
    [l10n.t('Cloud type'), optional(cloudTypeOf(cluster))],
    [l10n.t('Cloud account'), names([cloudAccountMeta ?? cluster.config?.spec?.cloudAccountRef ?? {}])],
    [l10n.t('Location'), location(found?.status?.location ?? read?.status?.location)],
    [l10n.t('Machine pools'), count(poolCountOf(cluster))],
    [
      l10n.t('Machines'),
      machines === undefined
        ? undefined
        : l10n.t('{0} of {1} healthy', formatNumber(machines.healthy), formatNumber(machines.size)),
    ],
    [l10n.t('In maintenance'), inMaintenance === 0 ? undefined : count(inMaintenance)],
    [l10n.t('CPU cores'), count(usage.cpuCores)],
    [l10n.t('CPU usage'), compute(metrics?.cpu)],
    [l10n.t('Memory usage'), compute(metrics?.memory)],
    [l10n.t('API endpoints'), inline(read?.status?.apiEndpoints, apiEndpoint)],
    [l10n.t('Architecture'), inline(archTypes, escape)],
    [l10n.t('Cluster profile'), names([clusterProfileTemplate ?? {}])],
    [l10n.t('Agent version'), optional(health?.agentVersion)],
    [l10n.t('Alloy'), usage.isAlloy === undefined ? undefined : yesOrNo(usage.isAlloy)],
    [l10n.t('Cloud config UID'), optional(configUidOf(cluster))],
    ...metadataRows(metadata, now),
  ]);
}

type ClusterCondition = NonNullable<
  NonNullable<NonNullable<ClusterSummary['status']>['health']>['conditions']
>[number];

/** A message about a cluster's health, with the object that it refers to. */
function messageText({ type, message, relatedObject }: ClusterCondition): string {
  const about = present(relatedObject?.kind, relatedObject?.name).join(' ');
  return escape(present(present(type, about).join(', '), message).join(': '));
}

function apiEndpoint({ host = '', port }: ApiEndpoint): string {
  return escape(port === undefined ? host : `${host}:${port}`);
}

function location(place: Location | undefined): string {
  return present(
    escape(place?.regionName ?? '') || escape(place?.regionCode ?? ''),
    escape(place?.countryName ?? '') || escape(place?.countryCode ?? ''),
  ).join(', ');
}

/** `3.2 of 16 Core` */
function compute(of: Compute | undefined): string | undefined {
  if (of?.usage === undefined || of.total === undefined) return undefined;
  const isMemory = isMebibytes(of.unit ?? '');
  const format = isMemory ? formatMebibytes : formatNumber;
  return present(
    l10n.t('{0} of {1}', format(of.usage), format(of.total)),
    isMemory ? undefined : optional(of.unit),
  ).join(' ');
}

/** @param severities of the machines, once the pool has been expanded */
export function poolHover(
  { poolName, cloudType, configUid }: PoolRef,
  pool: MachinePool | undefined,
  severities: readonly Severity[] | undefined,
): string {
  const spec = pool === undefined ? undefined : poolSpec(cloudType, pool);
  return itemTable([
    [l10n.t('Machines'), count(pool?.size ?? severities?.length)],
    [l10n.t('Need attention'), count(severities?.filter(needsAttention).length)],
    [l10n.t('Autoscale range'), formatRange(pool?.minSize, pool?.maxSize)],
    [l10n.t('Role'), poolRole(pool)],
    [l10n.t('Instance type'), instanceType(spec?.instanceType)],
    [l10n.t('Minimum size'), instanceType(spec?.atLeast)],
    [l10n.t('Maximum size'), instanceType(spec?.atMost)],
    [l10n.t('Architecture'), optional(pool?.machinePoolProperties?.archType)],
    [l10n.t('Zones'), inline(pool?.azs, escape)],
    ...factRows(spec),
    [l10n.t('Labels'), inline(pool?.labels, escape)],
    [
      l10n.t('Taints'),
      inline(pool?.taints, ({ key = '', value = '', effect = '' }) => escape(`${key}=${value}:${effect}`)),
    ],
    [l10n.t('Update strategy'), optional(pool?.updateStrategy?.type)],
    [l10n.t('Cloud type'), escape(cloudType)],
    [l10n.t('Name'), escape(poolName)],
    [l10n.t('Cloud config UID'), escape(configUid)],
  ]);
}

function poolRole(pool: MachinePool | undefined): string | undefined {
  if (pool?.isControlPlane === undefined) return undefined;
  if (!pool.isControlPlane) return l10n.t('Worker');
  return pool.useControlPlaneAsWorker === true ? l10n.t('Control plane and worker') : l10n.t('Control plane');
}

/** `now` affects only ages: the health is as of when the machine was read. */
export function machineHover(machine: Machine, now: number): string {
  const { metadata, status } = machine;
  const spec = machineSpec(machine);
  const { health, maintenanceStatus: maintenance } = status ?? {};
  return itemTable([
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
    [l10n.t('Instance type'), instanceType(spec.instanceType)],
    [l10n.t('Network'), lines(machine.spec?.nics, networkInterface)],
    [l10n.t('Addresses'), lines(otherAddresses(machine), addressText)],
    ...factRows(spec),
    ...metadataRows(metadata, now),
  ]);
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

export function projectHover({ metadata, specSummary, status }: Project, now: number): string {
  const { clustersHealth: health, usage } = status ?? {};
  const cleanUp = status?.status?.cleanUpStatus;
  return itemTable([
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), status?.status?.isDisabled === true ? l10n.t('Disabled') : undefined],
    [l10n.t('Cleanup'), optional(cleanUp?.state)],
    [l10n.t('Cleanup message'), optional(cleanUp?.msg)],
    [l10n.t('Cleaned-up resources'), inline(cleanUp?.cleanedResources, escapeMarkdown)],
    [l10n.t('Clusters'), count(usage?.clusters?.length)],
    [l10n.t('Running'), count(health?.running)],
    [l10n.t('Healthy'), count(health?.healthy)],
    [l10n.t('Unhealthy'), count(health?.unhealthy)],
    [l10n.t('Failed'), count(health?.errored)],
    [l10n.t('CPU cores'), count(usage?.pureCpuCores)],
    [l10n.t('CPU cores (Alloy)'), count(usage?.alloyCpuCores)],
    [l10n.t('Teams'), names(specSummary?.teams)],
    [l10n.t('Users'), names(specSummary?.users)],
    [l10n.t('Logo'), optional(specSummary?.logoUrl)],
    ...metadataRows(metadata, now),
  ]);
}

/** A line for each fact. */
function factRows(spec: Spec | undefined): readonly Row[] {
  return spec === undefined
    ? []
    : factsOf(spec).map(({ label, texts }) => [label, inline(texts, (text) => escape(text))]);
}

/** The instance type of a machine or a pool. */
function instanceType(type: InstanceType | undefined): string {
  return escape(instanceTypeText(type));
}
