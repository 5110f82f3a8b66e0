import { l10n } from 'vscode';
import type { ServiceError } from '../../service/errors';
import type {
  ApiEndpoint,
  ClusterSummary,
  Compute,
  Location,
  MachinePool,
} from '../../service/resources/cluster';
import type { Pack } from '../../service/resources/clusterOverview';
import type { RepaveReason } from '../../service/resources/repave';
import { describeError } from '../../text/errors';
import {
  coreCount,
  formatMebibytes,
  formatNumber,
  formatRange,
  ifGiven,
  machineCount,
  percentOf,
  poolCount,
} from '../../text/format';
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
} from '../../text/hoverParts';
import { escapeMarkdown as escape } from '../../text/markdown';
import type { Row } from '../../text/markdownParts';
import { parts, present } from '../../text/text';
import {
  cloudTypeOf,
  configUidOf,
  isWaiting,
  machineCountsOf,
  metadataOf,
  poolCountOf,
  poolMetaOf,
  repaveStateOf,
  stateOf,
  type ClusterData,
  type DetailReading,
} from '../cluster';
import { conditionRow } from '../conditions';
import { failedPacks } from '../failure';
import type { Item, Version } from '../item';
import { packOf, versionText } from '../packs';
import { severityCounts, type Severity } from '../severity';
import { capacityOf, cpuUnits, byteUnits } from '../units';

/** What a cluster consists of. */
export type Versions = Pick<Item, 'packs' | 'profiles' | 'isUpdatable'>;

/** @param severities of its machines, if all have been read */
export function clusterHover(
  cluster: ClusterData,
  versions: Versions,
  now: number,
  severities?: readonly Severity[],
): readonly Row[] {
  const { usage, found, read } = cluster;
  const metadata = metadataOf(cluster);
  const { health, metrics } = found?.status ?? {};
  const { cloudAccountMeta, clusterProfileTemplate, archTypes } = found?.specSummary ?? {};
  const machines = machineCountsOf(cluster);
  const inMaintenance = poolMetaOf(cluster)?.reduce(
    (sum, { maintenanceMode = 0 }) => sum + maintenanceMode,
    0,
  );
  return [
    ...overviewRows(cluster, versions, now),
    repaveRow(cluster),
    [l10n.t('Messages'), lines(health?.conditions, messageText)],
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), optional(stateOf(cluster))],
    [l10n.t('Last heartbeat'), time(health?.lastHeartBeatTimestamp, now)],
    [l10n.t('Cloud type'), optional(cloudTypeOf(cluster))],
    [l10n.t('Cloud account'), names([cloudAccountMeta ?? cluster.config?.spec?.cloudAccountRef ?? {}])],
    [l10n.t('Location'), location(found?.status?.location ?? read?.status?.location)],
    [l10n.t('Machine pools'), count(poolCountOf(cluster))],
    [
      l10n.t('Machines'),
      severityCounts(severities) ??
        (machines &&
          l10n.t('{0} of {1} healthy', formatNumber(machines.healthy), formatNumber(machines.size))),
    ],
    [l10n.t('In maintenance'), inMaintenance === 0 ? undefined : count(inMaintenance)],
    [l10n.t('CPU cores'), count(usage.cpuCores)],
    [l10n.t('CPU usage'), usageText(metrics?.cpu) ?? shareText(metrics?.cpu)],
    [l10n.t('Memory usage'), usageText(metrics?.memory) ?? shareText(metrics?.memory)],
    [l10n.t('API endpoints'), inline(read?.status?.apiEndpoints, apiEndpoint)],
    [l10n.t('Architecture'), inline(archTypes, escape)],
    [
      l10n.t('Cluster profile'),
      versions.profiles === undefined
        ? names([clusterProfileTemplate ?? {}])
        : lines(versions.profiles, shownVersion),
    ],
    [l10n.t('Agent version'), optional(health?.agentVersion)],
    [l10n.t('Alloy'), usage.isAlloy === true ? yesOrNo(true) : undefined],
    [l10n.t('Cloud config UID'), optional(configUidOf(cluster))],
    ...metadataRows(metadata, now),
  ];
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

function shownVersion(version: Version | undefined): string {
  return escape(versionText(version));
}

/** The rows of a hover about the packs and conditions of a cluster. */
function overviewRows(cluster: ClusterData, versions: Versions, now: number): readonly Row[] {
  const { facts, read } = cluster;
  const { packs, conditions = [], kubeMeta, upgrades } = facts?.overview?.value?.status ?? {};
  return [
    [l10n.t('Failed packs'), lines(failedPacks(packs), packText)],
    conditionRow(conditions.length > 0 ? conditions : read?.status?.conditions),
    [l10n.t('Kubernetes'), optional(packOf(versions, 'k8s')?.version ?? kubeMeta?.kubernetesVersion)],
    [l10n.t('Operating system'), shownVersion(packOf(versions, 'os'))],
    [l10n.t('Network'), shownVersion(packOf(versions, 'cni'))],
    [l10n.t('Storage'), shownVersion(packOf(versions, 'csi'))],
    [
      l10n.t('Updates pending'),
      versions.isUpdatable === undefined ? undefined : yesOrNo(versions.isUpdatable),
    ],
    [
      l10n.t('Pending upgrades'),
      lines(upgrades, ({ reason, timestamp }) =>
        present(inline(reason, escape), time(timestamp, now)).join(', '),
      ),
    ],
    readingRow(l10n.t('Packs'), facts?.overview, now),
  ];
}

/** **cni-calico 3.26.1: Error**, ImagePullBackOff: the image is missing */
function packText({ name, version, condition: { type, reason, message } = {} }: Pack): string {
  const state = present(present(name, version).join(' '), type).join(': ');
  return present(`**${escape(state)}**`, escape(present(reason, message).join(': '))).join(', ');
}

/** Whether the machines of a cluster wait for approval to be replaced, and why. */
function repaveRow(cluster: ClusterData): Row {
  const { value, error } = cluster.facts?.repave ?? {};
  if (!isWaiting(cluster)) return [l10n.t('Repave'), optional(repaveStateOf(cluster))];
  const reasons = lines(value?.spec?.reasons, reasonText);
  const notRead = error === undefined ? [] : [notReadText(error)];
  return [l10n.t('Repave'), [l10n.t('Waiting for approval'), ...reasons, ...notRead]];
}

/** KubernetesVersionChanged: Upgrading Kubernetes replaces all machines, kubernetes 1.29.9 → 1.30.6 */
function reasonText({ code, message, pack }: RepaveReason): string {
  const [from, to] = [pack?.current, pack?.target].map((one) => present(one?.name, one?.version).join(' '));
  return escape(present(present(code, message).join(': '), present(from, to).join(' → ')).join(', '));
}

/** When something was read, or why it could not be read. */
function readingRow(label: string, reading: DetailReading<unknown> | undefined, now: number): Row {
  const { readAt, error } = reading ?? {};
  const age = readAt === undefined ? undefined : l10n.t('as of {0}', time(readAt, now) ?? '');
  return [label, present(age, error && notReadText(error)).join(', ')];
}

function notReadText(error: ServiceError): string {
  return l10n.t('not read: {0}', escape(describeError(error).why));
}

/** The machines, and what of its capacity is used: `29.4 of 60 cores (49%) · 72 of 120 GiB (60%) · workers 12 of 3–20` */
export function clusterSize(cluster: ClusterData): readonly string[] {
  const { size } = machineCountsOf(cluster) ?? {};
  const { cpu, memory } = cluster.found?.status?.metrics ?? {};
  return [
    parts(
      ifGiven(poolCountOf(cluster), poolCount),
      ifGiven(size, machineCount),
      ...poolLimits(cluster.config?.spec?.machinePoolConfig),
    ),
    parts(usageText(cpu) ?? coreCount(cluster.usage.cpuCores ?? 0), usageText(memory)),
  ];
}

/** `29.4 of 60 cores (49%)`; undefined if its unit is not known. */
function usageText(of: Compute = {}): string | undefined {
  const share = shareText(of);
  const [cores, memory] = [capacityOf(of, cpuUnits), capacityOf(of, byteUnits)];
  if (share === undefined) return undefined;
  if (cores !== undefined)
    return l10n.t('{0} of {1} cores ({2})', formatNumber(cores.used ?? 0), formatNumber(cores.total), share);
  if (memory === undefined) return undefined;
  const [used, all] = [formatMebibytes(memory.used ?? 0), formatMebibytes(memory.total)];
  const [, ofAll] = all.split(' ');
  // The unit once, if it is the same.
  const [amount, ofUsed] = used.split(' ');
  return l10n.t('{0} of {1} ({2})', (ofUsed === ofAll ? amount : used) ?? '', all, share);
}

function shareText({ total = 0, usage }: Compute = {}): string | undefined {
  return usage === undefined || total <= 0 ? undefined : `${percentOf(usage, total)}%`;
}

/** The most pools in a line. */
const maxPools = 3;

/** How many machines the pools with autoscaling have, the fullest first: `workers 12 of 3–20` */
function poolLimits(pools: readonly MachinePool[] = []): readonly string[] {
  const scaled = pools.flatMap(({ name = '', size, minSize, maxSize = 0 }) => {
    const range = minSize === maxSize ? undefined : formatRange(minSize, maxSize);
    return size === undefined || range === undefined ? [] : [{ name, size, range, share: size / maxSize }];
  });
  return scaled
    .sort((one, other) => other.share - one.share)
    .slice(0, maxPools)
    .map(({ name, size, range }) => l10n.t('{0} {1} of {2}', name, formatNumber(size), range));
}
