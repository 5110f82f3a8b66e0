import { l10n } from 'vscode';
import type { ServiceError } from '../service/errors';
import type { Pack } from '../service/resources/clusterOverview';
import type { RepaveReason } from '../service/resources/repave';
import { isWaiting, repaveStateOf, type ClusterReadings, type ClusterData } from './cluster';
import type { DetailReading } from './details/detailCache';
import { describeError } from '../text/errors';
import { failedPacks } from './failure';
import { inline, lines, optional, time } from '../text/hoverParts';
import { conditionRow } from './conditions';
import { escapeMarkdown as escape } from '../text/markdown';
import type { Row } from '../text/markdownParts';
import { present } from '../text/text';

// What was read of a single cluster, in its hover and its details.

/** The rows of a hover about the packs and conditions of a cluster. */
export function overviewRows(cluster: ClusterData, now: number): readonly Row[] {
  const { facts, read } = cluster;
  const { packs, conditions = [], kubeMeta, upgrades } = facts?.overview?.value?.status ?? {};
  return [
    [l10n.t('Failed packs'), lines(failedPacks(packs), packText)],
    conditionRow(conditions.length > 0 ? conditions : read?.status?.conditions),
    [l10n.t('Kubernetes'), optional(kubeMeta?.kubernetesVersion)],
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
export function repaveRow(cluster: ClusterData): Row {
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

/** What was read of a cluster, for documents. All numbers in it are times. */
export function factFields({ overview, repave, certificates }: ClusterReadings): object {
  const readings = Object.entries({ overview, repave, certificates }).map(([name, reading]) => {
    const { value, readAt, error } = reading ?? {};
    const notRead = error && describeError(error).why;
    return [
      name,
      value === undefined && notRead === undefined ? undefined : { asOf: readAt, notRead, ...value },
    ];
  });
  const withTimes = (_name: string, value: unknown): unknown =>
    typeof value === 'number' ? new Date(value).toISOString() : value;
  return JSON.parse(JSON.stringify(Object.fromEntries(readings), withTimes)) as object;
}
