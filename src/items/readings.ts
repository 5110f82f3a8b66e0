import { l10n } from 'vscode';
import { machineCountsOf, machineTotalOf } from './cluster';
import type { ItemReading, ListReading } from './changes/change';
import { clusterCount, formatNumber, machineCount } from '../text/format';
import { clusterHealth, isInMaintenance, projectHealth, unknownHealth, type Health } from './health';
import { severityText } from './severity';
import { present, sanitizeLine } from '../text/text';
import type { Cluster } from '../service/resources/cluster';
import type { RequestTime } from '../service/requestTime';
import type { Project } from '../service/resources/project';
import { containersOf } from './item';
import type { RowReading } from './store/rowSource';
import {
  isResourceRow,
  kindOf,
  shownName,
  type ClusterRow,
  type MachineRow,
  type ParentRow,
  type PoolRow,
  type ResourceRow,
  type Row,
} from './kinds';

/** What a read returned about an item, regardless of what is known from other reads. */
type Reading = Pick<ItemReading, 'severity' | 'status' | 'values'>;

/** What a read returned about the items below a row. */
export function listReadingOf({ parent, rows, ...read }: RowReading<Row, ParentRow>): ListReading {
  const path = pathTo(parent);
  const items = rows.filter(isResourceRow).map((row) => itemReading(row, path, readingOf(row)));
  return { ...read, parent: parent?.id, items };
}

/** What reading a cluster itself returned, for a service that does not search clusters. */
export function clusterReadingOf(
  row: ClusterRow,
  { status }: Cluster,
  { readAt, requestNumber }: RequestTime,
): ListReading {
  const health = clusterHealth({ usage: row.usage, read: { status, source: undefined } });
  const reading = { ...healthReading(health), values: valuesOf({ state: status?.state }) };
  const items = [itemReading(row, pathTo(row.parent), reading)];
  return { parent: row.parent.id, items, isWhole: false, readAt, requestNumber };
}

function itemReading(row: ResourceRow, path: readonly string[], reading: Reading): ItemReading {
  return { kind: row.kind, id: row.id, name: shownName(row), uid: kindOf(row).uid(row), path, ...reading };
}

/** The names of a row and its ancestors, the project first. */
export function pathTo(row: ResourceRow | undefined): readonly string[] {
  return row === undefined ? [] : [...containersOf(row, ({ parent }) => parent), row].map(shownName);
}

function readingOf(row: ResourceRow): Reading {
  switch (row.kind) {
    case 'project':
      return projectReading(row.project);
    case 'cluster':
      return clusterReading(row);
    case 'pool':
      return poolReading(row);
    case 'machine':
      return machineReading(row);
  }
}

function projectReading(project: Project): Reading {
  const { status } = project;
  const health = projectHealth(project);
  const clusters = status?.usage?.clusters?.length;
  const isDisabled = status?.status?.isDisabled === true;
  return {
    ...healthReading(health),
    values: valuesOf({
      state: status && (isDisabled ? l10n.t('Disabled') : l10n.t('Enabled')),
      health: healthText(health),
      size: clusters === undefined ? undefined : clusterCount(clusters),
    }),
  };
}

function clusterReading({ usage, found }: ClusterRow): Reading {
  if (found === undefined) return { ...healthReading(unknownHealth), values: {} };
  const cluster = { usage, found };
  const counts = machineCountsOf(cluster);
  const total = machineTotalOf(cluster);
  const size =
    counts === undefined
      ? total === undefined
        ? undefined
        : machineCount(total)
      : l10n.t('{0} of {1} machines healthy', formatNumber(counts.healthy), formatNumber(counts.size));
  return {
    ...healthReading(clusterHealth(cluster)),
    values: valuesOf({
      state: found.status?.state,
      // All reads tell it in the same words, but only some tell how many machines are unhealthy.
      health: found.status?.health?.state,
      size,
      maintenance: counts && (counts.inMaintenance === 0 ? '' : machineCount(counts.inMaintenance)),
    }),
  };
}

function poolReading({ pool }: PoolRow): Reading {
  const size = pool?.size === undefined ? undefined : machineCount(pool.size);
  return { ...healthReading(unknownHealth), values: valuesOf({ size }) };
}

function machineReading({ machine: { status }, health }: MachineRow): Reading {
  const state = sanitizeLine(status?.instanceState ?? '', maxText);
  const text = healthText(health);
  const { action, state: progress } = status?.maintenanceStatus ?? {};
  const isMaintained = isInMaintenance(status?.maintenanceStatus);
  return {
    ...healthReading(health),
    values: valuesOf({
      state,
      // The state says it, for example that the machine is being provisioned.
      health: text === state ? undefined : text,
      maintenance: status && (isMaintained ? present(action, progress).join(' ') : ''),
    }),
  };
}

function healthReading(health: Health): Pick<Reading, 'severity' | 'status'> {
  const { severity } = health;
  const text = severity === 'maintenance' ? undefined : healthText(health);
  return { severity, status: text ?? severityText(severity) };
}

/** The most characters of a value. */
const maxText = 80;

/** Without what changes while the health does not, such as how long a heartbeat is missing. */
function healthText({ severity, cause }: Health): string | undefined {
  switch (severity) {
    case 'unknown':
      return cause === '' ? undefined : cause;
    case 'healthy':
    case 'lateHeartbeat':
      return severityText(severity);
    case 'maintenance':
      return severityText('healthy');
    case 'failed':
    case 'unhealthy':
    case 'inTransition':
      return cause;
  }
}

/** Without values that the read did not tell: an empty text means so, except for the maintenance. */
function valuesOf(texts: {
  readonly [Name in keyof ItemReading['values']]: string | undefined;
}): Reading['values'] {
  const reading = Object.entries(texts)
    .filter(([name, text]) => text !== undefined && (text !== '' || name === 'maintenance'))
    .map(([name, text = '']) => [name, sanitizeLine(text, maxText)]);
  return Object.fromEntries(reading) as Reading['values'];
}
