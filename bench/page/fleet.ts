import type { FleetMessage } from '../../src/fleet/messages';
import type { Item } from '../../src/items/item';
import type { ItemState } from '../../src/items/severity';
import type { ItemKind } from '../../src/items/kinds/levels';

/** Not imported, because the modules that list them need VS Code. */
const states: readonly ItemState[] = [
  'failed',
  'unhealthy',
  'lateHeartbeat',
  'maintenance',
  'inTransition',
  'unknown',
  'healthy',
  'notRead',
];

const clusterShape = { cloudType: 'aws', region: 'us-east-1', cores: { total: 40, used: 21 } };

/** The message with a whole fleet, in which every eighth item is in each state. */
export function fleetMessage(projects: number, clusters: number, machinesPerCluster: number): FleetMessage {
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
  const items = [
    ...numbers(projects).map((index) => item('project', `project-${index}`, undefined, index)),
    ...numbers(clusters).flatMap((index) => {
      const id = `cluster-${index}`;
      const machines = numbers(machinesPerCluster);
      return [
        {
          ...item('cluster', id, `project-${index % projects}`, index),
          ...clusterShape,
          machines: 1 + (index % 40),
        },
        ...(machines.length > 0 ? [item('pool', `${id}-pool`, id, index)] : []),
        ...machines.map((machine) => ({
          ...item('machine', `${id}-${machine}`, `${id}-pool`, index + machine),
          addresses: [`10.${index >> 8}.${index & 255}.${machine}`],
        })),
      ];
    }),
  ];
  const machines = clusters * machinesPerCluster;
  return {
    type: 'fleet',
    isWhole: true,
    changed: items,
    removed: [],
    header: {
      connection: { name: 'bench', host: 'service.example', isDemo: false },
      readAt: Date.now(),
      coverage: {
        projects: { read: projects, total: projects },
        clusters: { read: clusters, total: clusters },
        machines: { read: machines, total: machines },
      },
      newChanges: 0,
      areApprovalsKnown: true,
      problems: [],
      oldAfterMs: 600_000,
      firstRead: 'succeeded',
      canReadSearch: false,
      causeRequests: 0,
      canReadMachines: true,
      favorites: [],
    },
  };
}

function item(kind: ItemKind, id: string, parent: string | undefined, index: number): Item {
  const state = states[index % states.length] ?? 'unknown';
  const time = Date.now() - index * 1000;
  const cause = state === 'healthy' ? '' : 'Node not ready';
  return {
    kind,
    id,
    parent,
    name: id,
    uid: `uid-${id}`,
    state,
    cause,
    addresses: [],
    heartbeat: time,
    readAt: time,
    isStale: false,
  };
}
