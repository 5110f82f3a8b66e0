import { l10n } from 'vscode';
import type { ApiEndpoint, ClusterSummary, Compute, Location } from '../../service/resources/cluster';
import {
  cloudTypeOf,
  configUidOf,
  machineCountsOf,
  metadataOf,
  poolCountOf,
  poolMetaOf,
  stateOf,
  type KnownCluster,
} from '../cluster';
import { formatMebibytes, formatNumber } from '../format';
import {
  conditionRows,
  count,
  description,
  inline,
  metadataRows,
  nameOf,
  names,
  optional,
  time,
  yesOrNo,
} from '../hoverParts';
import { escapeMarkdown as escape, markdownTable, type Row } from '../markdown';
import { present } from '../text';

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
    [l10n.t('CPU usage'), compute(metrics?.cpu)],
    [l10n.t('Memory usage'), compute(metrics?.memory)],
    [l10n.t('Repave'), optional((found?.status?.repave ?? read?.status?.repave)?.state)],
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

/** The messages about a cluster's health, one per line, each with the object that it refers to. */
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
