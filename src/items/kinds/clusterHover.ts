import { l10n } from 'vscode';
import type { ServiceError } from '../../service/errors';
import type {
  ApiEndpoint,
  Compute,
  HealthCondition,
  Location,
  MachinePool,
} from '../../service/resources/cluster';
import type { Pack, RepaveReason } from '../../service/resources/clusterFacts';
import { describeError } from '../../text/errors';
import { formatNumber, formatRange, ifGiven, machineCount, percentOf, poolCount } from '../../text/format';
import {
  count,
  description,
  inline,
  lines,
  metadataRows,
  names,
  optional,
  someCount,
  time,
  yesOrNo,
  escapeMarkdown as escape,
  type Row,
} from '../../text/markdown';
import { parts, present } from '../../text/text';
import {
  agentOf,
  archTypesOf,
  capacitiesOf,
  cloudTypeOf,
  configUidOf,
  factOf,
  healthMessagesOf,
  isUpdatable,
  isWaiting,
  clusterLocation,
  machineCountsOf,
  metadataOf,
  poolCountOf,
  repaveStateOf,
  stateOf,
  versionsOf,
  type ClusterData,
} from '../cluster';
import { capacityOf, useOf, usageText, type Unit } from '../capacity';
import { conditionRow, failedPacks } from '../failure';
import { type Version, packOf, versionText } from '../item';
import { severityCounts, type Severity } from '../severity';

/** @param severities of its machines, if all have been read @param unread why machines could not be read */
export function clusterHover(
  cluster: ClusterData,
  now: number,
  severities?: readonly Severity[],
  unread: readonly string[] = [],
): readonly Row[] {
  const { summary, search, own, config } = cluster.readings;
  const metadata = metadataOf(cluster);
  const versions = versionsOf(cluster);
  const { metrics } = search?.value.status ?? {};
  const { cloudAccountMeta, clusterProfileTemplate } = search?.value.specSummary ?? {};
  const { agentVersion, lastHeartBeatTimestamp } = agentOf(cluster);
  const machines = machineCountsOf(cluster)?.value;
  return [
    ...overviewRows(cluster, versions, now),
    repaveRow(cluster),
    [l10n.t('Messages'), lines(healthMessagesOf(cluster), conditionMessage)],
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), optional(stateOf(cluster))],
    [l10n.t('Last heartbeat'), time(lastHeartBeatTimestamp, now)],
    [l10n.t('Cloud type'), optional(cloudTypeOf(cluster))],
    [l10n.t('Cloud account'), names([cloudAccountMeta ?? config?.value.spec?.cloudAccountRef ?? {}])],
    [l10n.t('Location'), locationText(clusterLocation(cluster))],
    [l10n.t('Machine pools'), count(poolCountOf(cluster))],
    [
      l10n.t('Machines'),
      present(
        severityCounts(severities) ??
          (machines &&
            l10n.t('{0} of {1} healthy', formatNumber(machines.healthy), formatNumber(machines.size))),
        ...unread.map((why) => escape(why)),
      ),
    ],
    [l10n.t('In maintenance'), someCount(machines?.inMaintenance)],
    [l10n.t('CPU cores'), count(summary?.value.cpuCores)],
    [l10n.t('CPU usage'), computeText(metrics?.cpu, 'cores')],
    [l10n.t('Memory usage'), computeText(metrics?.memory, 'MiB')],
    [l10n.t('API endpoints'), inline(own?.value.status?.apiEndpoints, endpointText)],
    [l10n.t('Architecture'), inline(archTypesOf(cluster), escape)],
    [
      l10n.t('Cluster profile'),
      versions.profiles === undefined
        ? names([clusterProfileTemplate ?? {}])
        : lines(versions.profiles, shownVersion),
    ],
    [l10n.t('Agent version'), optional(agentVersion)],
    [l10n.t('Alloy'), summary?.value.isAlloy === true ? yesOrNo(true) : undefined],
    [l10n.t('Cloud config UID'), optional(configUidOf(cluster))],
    ...metadataRows(metadata, now),
  ];
}

/** A message about a cluster's health, with the object that it refers to. */
function conditionMessage({ type, message, relatedObject }: HealthCondition): string {
  const about = present(relatedObject?.kind, relatedObject?.name).join(' ');
  return escape(present(present(type, about).join(', '), message).join(': '));
}

function endpointText({ host = '', port }: ApiEndpoint): string {
  return escape(port === undefined ? host : `${host}:${port}`);
}

function locationText(place: Location): string {
  return present(
    escape(place.regionName ?? '') || escape(place.regionCode ?? ''),
    escape(place.countryName ?? '') || escape(place.countryCode ?? ''),
  ).join(', ');
}

function shownVersion(version: Version | undefined): string {
  return escape(versionText(version));
}

function overviewRows(
  cluster: ClusterData,
  versions: ReturnType<typeof versionsOf>,
  now: number,
): readonly Row[] {
  const { overview, own } = cluster.readings;
  const { packs, conditions = [], kubeMeta, upgrades } = overview?.value.status ?? {};
  const { readAt, error } = factOf(cluster, 'overview') ?? {};
  const updatable = isUpdatable(cluster);
  return [
    [l10n.t('Failed packs'), lines(failedPacks(packs), packText)],
    conditionRow(conditions.length > 0 ? conditions : own?.value.status?.conditions),
    [l10n.t('Kubernetes'), optional(packOf(versions, 'k8s')?.version ?? kubeMeta?.kubernetesVersion)],
    [l10n.t('Operating system'), shownVersion(packOf(versions, 'os'))],
    [l10n.t('Network'), shownVersion(packOf(versions, 'cni'))],
    [l10n.t('Storage'), shownVersion(packOf(versions, 'csi'))],
    [l10n.t('Updates pending'), updatable === undefined ? undefined : yesOrNo(updatable)],
    [
      l10n.t('Pending upgrades'),
      lines(upgrades, ({ reason, timestamp }) =>
        present(inline(reason, escape), time(timestamp, now)).join(', '),
      ),
    ],
    [
      l10n.t('Packs'),
      present(
        readAt === undefined ? undefined : l10n.t('as of {0}', time(readAt, now) ?? ''),
        error && notReadText(error),
      ).join(', '),
    ],
  ];
}

/** **cni-calico 3.26.1: Error**, ImagePullBackOff: the image is missing */
function packText({ name, version, condition: { type, reason, message } = {} }: Pack): string {
  const state = present(versionText({ name, version }), type).join(': ');
  return present(`**${escape(state)}**`, escape(present(reason, message).join(': '))).join(', ');
}

/** Whether the machines of a cluster wait for approval to be replaced, and why. */
function repaveRow(cluster: ClusterData): Row {
  const { value, error } = factOf(cluster, 'repave') ?? {};
  if (!isWaiting(cluster)) return [l10n.t('Repave'), optional(repaveStateOf(cluster))];
  const reasons = lines(value?.spec?.reasons, reasonText);
  const notRead = error === undefined ? [] : [notReadText(error)];
  return [l10n.t('Repave'), [l10n.t('Waiting for approval'), ...reasons, ...notRead]];
}

/** KubernetesVersionChanged: Upgrading Kubernetes replaces all machines, kubernetes 1.29.9 → 1.30.6 */
function reasonText({ code, message, pack }: RepaveReason): string {
  const [from, to] = [pack?.current, pack?.target].map(versionText);
  return escape(present(present(code, message).join(': '), present(from, to).join(' → ')).join(', '));
}

function notReadText(error: ServiceError): string {
  return l10n.t('not read: {0}', escape(describeError(error).why));
}

/** The machines, and what of its capacity is used: `29.4 of 60 cores (49%) · 72 of 120 GiB (60%) · workers 12 of 3–20` */
export function clusterSize(cluster: ClusterData): readonly string[] {
  const { size } = machineCountsOf(cluster)?.value ?? {};
  const { cores, memoryMiB } = capacitiesOf(cluster);
  const uses = [...useOf(cores?.value, 'cores'), ...useOf(memoryMiB?.value, 'MiB')];
  return [
    parts(
      ifGiven(poolCountOf(cluster), poolCount),
      ifGiven(size, machineCount),
      ...poolLimits(cluster.readings.config?.value.spec?.machinePoolConfig),
    ),
    parts(...uses.map(usageText)),
  ];
}

/** Of a unit that is not known, the share alone. */
function computeText(compute: Compute | undefined, unit: Unit): string | undefined {
  const [use] = useOf(capacityOf(compute, unit), unit);
  const { total = 0, usage } = compute ?? {};
  if (use !== undefined) return usageText(use);
  return usage === undefined || total <= 0 ? undefined : `${percentOf(usage, total)}%`;
}

const maxPoolsShown = 3;

/** How many machines the pools with autoscaling have, the fullest first: `workers 12 of 3–20` */
function poolLimits(pools: readonly MachinePool[] = []): readonly string[] {
  const scaled = pools.flatMap(({ name = '', size, minSize, maxSize = 0 }) => {
    const range = minSize === maxSize ? undefined : formatRange(minSize, maxSize);
    return size === undefined || range === undefined ? [] : [{ name, size, range, share: size / maxSize }];
  });
  return scaled
    .sort((one, other) => other.share - one.share)
    .slice(0, maxPoolsShown)
    .map(({ name, size, range }) => l10n.t('{0} {1} of {2}', name, formatNumber(size), range));
}
