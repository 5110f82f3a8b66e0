import { l10n } from 'vscode';
import type {
  ApiEndpoint,
  ClusterSummary,
  Compute,
  Location,
  MachinePool,
} from '../service/resources/cluster';
import type { Address, Condition, Machine, NetworkInterface, PoolRef } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import { machineSpec, poolSpec, type InstanceType, type Spec } from '../service/spec';
import {
  cloudTypeOf,
  configUidOf,
  machineCountsOf,
  metadataOf,
  poolCountOf,
  poolMetaOf,
  stateOf,
  type KnownCluster,
} from './cluster';
import { factsOf } from './facts';
import { formatGibibytes, formatMebibytes, formatNumber, formatRange } from './format';
import { concernsOf, isUnhealthy } from './health';
import {
  andMore,
  count,
  description,
  inline,
  lines,
  metadataRows,
  nameOf,
  names,
  optional,
  time,
  yesOrNo,
} from './hoverParts';
import { escapeMarkdown as escape, fitting, markdownTable, type Row } from './markdown';
import { concernText } from './severity';
import { parts, present } from './text';

/** The hover of a project as Markdown; `now` in milliseconds since 1970, as everywhere here. */
export function projectHover({ metadata, specSummary, status }: Project, now: number): string {
  const { clustersHealth: health, usage } = status ?? {};
  const cleanUp = status?.status?.cleanUpStatus;
  return markdownTable(nameOf(metadata), l10n.t('Project'), [
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), status?.status?.isDisabled === true ? l10n.t('Disabled') : undefined],
    [l10n.t('Clean-up'), optional(cleanUp?.state)],
    [l10n.t('Clean-up message'), optional(cleanUp?.msg)],
    [l10n.t('Cleaned resources'), inline(cleanUp?.cleanedResources, escape)],
    [l10n.t('Clusters'), count(usage?.clusters?.length)],
    [l10n.t('Running'), count(health?.running)],
    [l10n.t('Healthy'), count(health?.healthy)],
    [l10n.t('Unhealthy'), count(health?.unhealthy)],
    [l10n.t('With errors'), count(health?.errored)],
    [l10n.t('CPU cores'), count(usage?.pureCpuCores)],
    [l10n.t('CPU cores (Alloy)'), count(usage?.alloyCpuCores)],
    [l10n.t('Teams'), names(specSummary?.teams)],
    [l10n.t('Users'), names(specSummary?.users)],
    [l10n.t('Logo'), optional(specSummary?.logoUrl)],
    ...metadataRows(metadata, now),
  ]);
}

export function clusterHover(cluster: KnownCluster, now: number): string {
  const { usage, found, read } = cluster;
  const metadata = metadataOf(cluster);
  const { health, metrics } = found?.status ?? {};
  const { cloudAccountMeta, clusterProfileTemplate, archTypes } = found?.specSummary ?? {};
  const machines = machineCountsOf(cluster);
  const inMaintenance = sum(poolMetaOf(cluster)?.map(({ maintenanceMode }) => maintenanceMode));
  return markdownTable(nameOf(metadata), l10n.t('Cluster'), [
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), optional(stateOf(cluster))],
    [l10n.t('Health'), optional(health?.state)],
    ...messageRows(health?.conditions),
    ...conditionRows(read?.status?.conditions),
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
    [l10n.t('CPU in use'), compute(metrics?.cpu)],
    [l10n.t('Memory in use'), compute(metrics?.memory)],
    [l10n.t('Repave'), optional((found?.status?.repave ?? read?.status?.repave)?.state)],
    [l10n.t('API endpoints'), inline(read?.status?.apiEndpoints, apiEndpoint)],
    [l10n.t('Architecture'), inline(archTypes, escape)],
    [l10n.t('Cluster profile'), names([clusterProfileTemplate ?? {}])],
    [l10n.t('Agent version'), optional(health?.agentVersion)],
    [l10n.t('Alloy'), usage.isAlloy === undefined ? undefined : yesOrNo(usage.isAlloy)],
    [l10n.t('Cloud config uid'), optional(configUidOf(cluster))],
    ...metadataRows(metadata, now),
  ]);
}

/** A machine and when it was read, in milliseconds since 1970. */
interface ReadMachine {
  readonly machine: Machine;
  readonly readAt: number;
}

/** `machines` are known once the pool has been expanded, `pool` where the service lists pools. */
export function poolHover(
  { poolName, cloudType, configUid }: PoolRef,
  pool: MachinePool | undefined,
  machines: readonly ReadMachine[] | undefined,
): string {
  const spec = pool === undefined ? undefined : poolSpec(cloudType, pool);
  return markdownTable(nameOf({ name: poolName }), l10n.t('Machine pool'), [
    [l10n.t('Machines'), count(pool?.size ?? machines?.length)],
    [
      l10n.t('Needing attention'),
      count(machines?.filter(({ machine, readAt }) => concernsOf(machine, readAt).length > 0).length),
    ],
    [l10n.t('Size limits'), formatRange(pool?.minSize, pool?.maxSize)],
    [l10n.t('Role'), poolRole(pool)],
    [l10n.t('Instance type'), instanceType(spec?.instanceType)],
    [l10n.t('At least'), instanceType(spec?.atLeast)],
    [l10n.t('At most'), instanceType(spec?.atMost)],
    [l10n.t('Architecture'), optional(pool?.machinePoolProperties?.archType)],
    [l10n.t('Zones'), inline(pool?.azs, escape)],
    ...factRows(spec),
    [l10n.t('Labels'), inline(pool?.labels, escape)],
    [
      l10n.t('Taints'),
      inline(pool?.taints, ({ key = '', value = '', effect = '' }) => escape(`${key}=${value}:${effect}`)),
    ],
    [l10n.t('Updates'), optional(pool?.updateStrategy?.type)],
    [l10n.t('Cloud type'), escape(cloudType)],
    [l10n.t('Cloud config uid'), escape(configUid)],
  ]);
}

/** `now` is for ages: the health of a machine is that of when it was read. */
export function machineHover({ machine, readAt }: ReadMachine, cloudType: string, now: number): string {
  const { metadata, status } = machine;
  const { health, maintenanceStatus: maintenance } = status ?? {};
  const concerns = concernsOf(machine, readAt).map(concernText);
  const spec = machineSpec(cloudType, machine);
  return markdownTable(nameOf(metadata), escape(machine.kind ?? '') || l10n.t('Machine'), [
    [l10n.t('Needs attention'), concerns.join(', ')],
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

/** Where no condition of that name says it better. */
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

/** A line for each thing that the cloud type has a word for. */
function factRows(spec: Spec | undefined): readonly Row[] {
  return spec === undefined
    ? []
    : factsOf(spec).map(({ label, texts }) => [label, inline(texts, (text) => escape(text))]);
}

type ClusterCondition = NonNullable<
  NonNullable<NonNullable<ClusterSummary['status']>['health']>['conditions']
>[number];

/** What is said of a cluster's health, a line each, and of what in it. */
function messageRows(conditions: readonly ClusterCondition[] = []): readonly Row[] {
  return conditionRows(
    conditions.map(({ type, message, relatedObject }) => ({
      type,
      message,
      status: undefined,
      reason: present(relatedObject?.kind, relatedObject?.name).join(' '),
    })),
  );
}

function apiEndpoint({ host = '', port }: ApiEndpoint): string {
  return escape(port === undefined ? host : `${host}:${port}`);
}

/** A line for each condition, under its type. */
function conditionRows(conditions: readonly Condition[] = []): readonly Row[] {
  const { shown, more } = fitting(conditions, (condition): Row => {
    const { type = '', status: value = '', reason, message } = condition;
    const because = present(reason, message).join(': ');
    const said = present(escape(value), escape(because)).join(', ');
    // Under no name it would look like one more value of the line above.
    return [escape(type) || l10n.t('Condition'), isUnhealthy(condition) ? `**${said}**` : said];
  });
  return more === 0 ? shown : [...shown, ['', andMore(more)]];
}

function poolRole(pool: MachinePool | undefined): string | undefined {
  if (pool?.isControlPlane === undefined) return undefined;
  if (!pool.isControlPlane) return l10n.t('Worker');
  return pool.useControlPlaneAsWorker === true ? l10n.t('Control plane and worker') : l10n.t('Control plane');
}

function instanceType(type: InstanceType | undefined): string | undefined {
  if (type === undefined) return undefined;
  return parts(
    optional(type.name),
    type.numCPUs === undefined ? undefined : l10n.t('{0} CPU', formatNumber(type.numCPUs)),
    type.memoryMiB === undefined ? undefined : l10n.t('{0} memory', formatMebibytes(type.memoryMiB)),
    type.diskGiB === undefined ? undefined : l10n.t('{0} disk', formatGibibytes(type.diskGiB)),
  );
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
  const isMebibytes = /^Mi(B|bytes?)?$/i.test(of.unit ?? '');
  const format = isMebibytes ? formatMebibytes : formatNumber;
  return present(
    l10n.t('{0} of {1}', format(of.usage), format(of.total)),
    isMebibytes ? undefined : optional(of.unit),
  ).join(' ');
}

function sum(values: readonly (number | undefined)[] = []): number {
  return values.reduce<number>((total, value = 0) => total + value, 0);
}
