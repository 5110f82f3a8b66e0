import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import {
  pathTo,
  type ClusterRow,
  type MachineRow,
  type PoolRow,
  type ProjectRow,
  type ResourceRow,
} from '../../items/kinds';
import { cloudTypeOf, foundAt, isWaiting, machineCountsOf, poolCountOf, stateOf } from '../../items/cluster';
import type { ItemKind } from '../../items/kinds/levels';
import type { ItemStore } from '../../items/kinds/kind';
import { addressesOf, hostNamesOf } from '../../items/kinds/machine';
import { autoscaleText } from '../../items/kinds/pool';
import { hasMore, machineSeverities } from '../../items/listState';
import type { TreeRow } from '../../items/store/row';
import { perObject } from '../../service/remember';
import { machineSpec } from '../../service/spec';
import { clusterCount, formatNumber, ifGiven, machineCount, poolCount } from '../../text/format';
import { parts, pathText, sanitizeLine } from '../../text/text';
import type { RowLook } from '../../tree/rowSpec';
import { clickCommand } from '../../ui/runCommand';
import type { HoverContext } from '../hover';
import { detailsUri } from '../rowCommands/documents';

export const viewId = 'poolview.projects';

/** What the rows of a connection look like depends on. */
export interface RowContext extends HoverContext {
  readonly store: ItemStore;
  readonly rows: { siblings(row: TreeRow): readonly TreeRow[] };
  /** Whether a row is expanded at first. */
  isOpened(row: ResourceRow): boolean;
}

/** What the rows of all kinds of items show. */
interface ShownRow {
  readonly name: string;
  /** The cause of its health, after the note if the problem is known. */
  readonly cause: string;
  /** Undefined unless the row could not be refreshed. */
  readonly age: string | undefined;
  readonly siblings: readonly TreeRow[];
}

/** How only the rows of the items of one kind look, and where they are. */
export interface ItemLook<Row extends ResourceRow> {
  /** The ID of its icon in lists, and that of the icon of a healthy one if it is another. */
  readonly icon: string;
  readonly healthyIcon?: string;
  unnamed(): string;
  /** That a list has none of them, and which list. */
  none(): readonly [what: string, where: string];
  /** What it is and where; `path` has the names of its containers. */
  location(row: Row, path: string): string;
  description(row: Row, shown: ShownRow, model: RowContext): readonly (string | undefined)[];
  /** For menus, besides those that all kinds have. */
  word?(row: Row): string | undefined;
  /** Its icon where that does not say how the item is. */
  stateless?(row: Row, cause: string): ThemeIcon | undefined;
  click?(row: Row): Pick<RowLook, 'command'>;
}

/** What a click on a row runs if it is not an item. */
export const click = clickCommand(viewId);

const projectLook: ItemLook<ProjectRow> = {
  icon: 'project',
  unnamed: () => l10n.t('(unnamed project)'),
  none: () => [l10n.t('No projects'), l10n.t('visible to this API key')],
  location: () => l10n.t('Project'),
  description: (row, { cause, age }, { store, inventory }) => [
    store.listOf(row)?.error?.failure.reason === 'noProject'
      ? l10n.t('deleted, or not accessible with this API key')
      : undefined,
    cause,
    age,
    isDisabled(row) ? l10n.t('disabled') : undefined,
    cause !== '' || inventory.itemOf(row).isListRead === true
      ? undefined
      : ifGiven(row.project.status?.usage?.clusters?.length, clusterCount),
  ],
  stateless: (row, cause) =>
    isDisabled(row) && cause === ''
      ? new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'))
      : undefined,
};

function isDisabled({ project }: ProjectRow): boolean {
  return project.status?.status?.isDisabled === true;
}

const clusterLook: ItemLook<ClusterRow> = {
  icon: 'server-environment',
  unnamed: () => l10n.t('(unnamed cluster)'),
  none: () => [l10n.t('No clusters'), l10n.t('in this project')],
  location: (_row, path) => l10n.t('Cluster in {0}', path),
  description: (row, { cause, age, siblings }) => {
    const { cpuCores } = row.readings.summary?.value ?? {};
    const pools = poolCountOf(row);
    return [
      cause,
      isWaiting(row) ? l10n.t('waiting for approval') : undefined,
      age,
      cloudType(row, siblings),
      ifGiven(pools, poolCount),
      ifGiven(machineCountsOf(row)?.value.size, machineCount),
      // The project summary tells nothing else.
      pools !== undefined || stateOf(row) !== undefined || cpuCores === undefined
        ? undefined
        : l10n.t('{0} CPU', formatNumber(cpuCores)),
    ];
  },
};

/** As far as cluster search told. */
const cloudType = distinction<ClusterRow>('cluster', (row) =>
  sanitizeLine((foundAt(row) && cloudTypeOf(row)) ?? ''),
);

const poolLook: ItemLook<PoolRow> = {
  icon: 'layers',
  unnamed: () => l10n.t('(unnamed machine pool)'),
  none: () => [l10n.t('No machine pools'), l10n.t('in this cluster')],
  location: (_row, path) => l10n.t('Machine pool in {0}', path),
  description: (row, { cause, age }, { store }) => [
    cause,
    machinesText(row, store),
    age,
    autoscaleText(row.pool),
    row.pool === undefined ? l10n.t('added manually') : undefined,
  ],
  word: ({ pool }) => (pool === undefined ? 'pinned' : undefined),
};

/** How many machines a pool has. Once they are loaded and not all healthy, how many are healthy. */
function machinesText(row: PoolRow, store: ItemStore): string | undefined {
  const size = ifGiven(row.pool?.size, machineCount);
  const severities = machineSeverities(row, store);
  if (severities === undefined) return size;
  const isPart = hasMore(row, store);
  const healthy = severities.filter((severity) => severity === 'healthy').length;
  if (healthy === severities.length) return isPart ? size : machineCount(healthy);
  const counts = [formatNumber(healthy), formatNumber(severities.length)];
  return isPart ? l10n.t('{0} of the first {1} healthy', ...counts) : l10n.t('{0} of {1} healthy', ...counts);
}

const machineLook: ItemLook<MachineRow> = {
  icon: 'vm',
  healthyIcon: 'vm-running',
  unnamed: () => l10n.t('(unnamed machine)'),
  none: () => [l10n.t('No machines'), l10n.t('in this machine pool')],
  location: (row, path) => parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine)),
  description: (row, { name, cause, age, siblings }) => {
    const host = sanitizeLine(hostNamesOf(row)[0] ?? '');
    const address = sanitizeLine(addressesOf(row.machine)[0] ?? '');
    return [cause, age, address || (host === name ? '' : host), machineLocation(row, siblings)];
  },
  // VS Code runs it only if nothing else is selected. Focus stays in the view.
  click: (row) => ({
    command: {
      command: 'vscode.open',
      title: l10n.t('Show Details'),
      arguments: [detailsUri(row), { preview: true, preserveFocus: true }],
    },
  }),
};

const machineLocation = distinction<MachineRow>('machine', ({ machine }) =>
  sanitizeLine(machineSpec(machine).location.join('/')),
);

/**
 * Text that is shown only in lists whose rows differ in it.
 * @param textOf the text of a row; the empty text if it is not known
 * @returns the text of a row if it differs from that of any sibling
 */
function distinction<Row extends TreeRow>(
  kind: Row['kind'],
  textOf: (row: Row) => string,
): (row: Row, siblings: readonly TreeRow[]) => string | undefined {
  const isOfKind = (row: TreeRow): row is Row => row.kind === kind;
  const differ = perObject((rows: readonly TreeRow[]) => {
    const texts = new Set(rows.filter(isOfKind).map(textOf));
    texts.delete('');
    return texts.size > 1;
  });
  return (row, siblings) => (differ(siblings) ? textOf(row) : undefined);
}

export const itemLooks: { readonly [Name in ItemKind]: ItemLook<Extract<ResourceRow, { kind: Name }>> } = {
  project: projectLook,
  cluster: clusterLook,
  pool: poolLook,
  machine: machineLook,
};

/** The item that a row stands for and its location. */
export function locationOf(row: ResourceRow): string {
  const look: ItemLook<ResourceRow> = itemLooks[row.kind];
  return look.location(row, pathText(...pathTo(row.parent)));
}
