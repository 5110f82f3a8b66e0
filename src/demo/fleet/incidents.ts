import type { Action } from './actions';
import type { Cluster } from './cluster';
import { eventResource, reporter, stateEvent, type Event, type Occurrence } from './events';
import { identity } from './machines';
import { situationAt, type Pool } from './pools';
import type { Situation } from './situations';

/**
 * Something that went wrong in the day before the service started: what was done, and what followed from it. All times are in
 * minutes before the start.
 */
export interface Incident {
  readonly cluster: string;
  /** The name of the user who did it. The service did it if missing. */
  readonly who?: string;
  /** What was done, or the reason of the event of the cluster that tells it, too. */
  readonly cause: Cause | 'UpgradeStarted' | 'RepavePending';
  /** What followed, besides the events of the upgrade of a pack or of a repave. */
  readonly effects: readonly Effect[];
}

export interface Cause extends Action {
  readonly before: number;
  /** What it was done to, by the name of the team, if not to the cluster. */
  readonly to?: 'project' | { readonly team: string };
}

type Effect = { readonly before: number } & (Told | Changed);

/** Machines of the cluster, by the numbers at the end of their names. */
interface Machines {
  readonly pool: string;
  readonly machines: readonly number[];
}

/** An event of these machines or, without them, of the cluster. */
type Told = Partial<Machines> & { readonly event: Occurrence };

/** The situation of these machines. Without it, the one in which they are when the service starts. */
type Changed = Machines & { readonly situation?: Situation };

const controller = reporter('cluster-controller');
const machineController = reporter('machine-controller');
const agent = reporter('cluster-agent');

const update = (before: number, message: string, to?: Cause['to']): Cause => ({
  type: 'update',
  before,
  message,
  ...(to && { to }),
});

const denied = controller(
  'UpdateDenied',
  'Denied the pipeline of team Payments SRE: cluster.update is missing',
  'Warning',
);

/** The newest first. Those that are over have an effect that says so. */
export const incidents: readonly Incident[] = [
  {
    cluster: 'identity-eu',
    who: 'Jun Tanaka',
    cause: { type: 'action', before: 16, message: 'Repaired machine identity-eu-workers-4' },
    effects: [
      {
        before: 15,
        event: machineController('MachineReplacing', 'The instance is replaced by a new one'),
        pool: 'workers',
        machines: [4],
      },
      { before: 12, pool: 'workers', machines: [4] },
    ],
  },
  {
    cluster: 'ledger-eu',
    who: 'Isabel Ortega',
    cause: update(52, 'Changed minAvailable of the disruption budget ledger-db from 2 to 3'),
    effects: [{ before: 25, pool: 'databases', machines: [1] }],
  },
  {
    cluster: 'payments-eu',
    who: 'Kwame Mensah',
    cause: 'UpgradeStarted',
    effects: [{ before: 30, pool: 'workers', machines: [5] }],
  },
  {
    cluster: 'data-platform-eu',
    who: 'Chiara Rossi',
    cause: 'UpgradeStarted',
    effects: [{ before: 34, pool: 'workers', machines: [10] }],
  },
  {
    cluster: 'ledger-us',
    who: 'Grace Kim',
    cause: 'RepavePending',
    effects: [],
  },
  {
    cluster: 'atlas-gke',
    who: 'Elif Yılmaz',
    cause: 'UpgradeStarted',
    effects: [{ before: 190, pool: 'batch', machines: [2] }],
  },
  {
    cluster: 'inventory-eu',
    who: 'Ada Okafor',
    cause: update(245, 'Lowered the quota of the project from 96 to 48 cores', 'project'),
    effects: [{ before: 205, event: stateEvent('Error') }],
  },
  {
    cluster: 'atlas-aks',
    who: 'Dmitri Volkov',
    cause: update(431, 'Scaled machine pool workers from 6 to 4'),
    effects: [
      { before: 430, event: controller('MachinePoolScaled', 'Scaled machine pool workers from 6 to 4') },
      {
        before: 428,
        event: machineController('MachineDeleted', 'The machine was deleted'),
        pool: 'workers',
        machines: [5, 6],
      },
      { before: 410, pool: 'workers', machines: [4] },
    ],
  },
  {
    cluster: 'atlas-aws',
    who: 'Fatima al-Sayed',
    cause: update(
      560,
      'Replaced the credentials of the cloud account aws-main with a session token of 8 hours',
    ),
    effects: [
      {
        before: 80,
        event: controller(
          'CloudCredentialExpired',
          'Cannot create machines with the cloud account aws-main: ExpiredToken',
          'Error',
        ),
      },
      { before: 78, pool: 'workers', machines: [5] },
    ],
  },
  {
    cluster: 'search-eu',
    who: 'Isabel Ortega',
    cause: update(
      690,
      'Removed the resource role Resource Cluster Editor on search with the filter production',
      {
        team: 'Payments SRE',
      },
    ),
    effects: [655, 640, 625].map((before) => ({ before, event: denied })),
  },
  {
    cluster: 'checkout-us',
    cause: {
      type: 'action',
      before: 905,
      message: 'Marked the availability zone az2 as failed',
    },
    // In this zone is every third machine.
    effects: [
      { before: 903, pool: 'control-plane', machines: [2], situation: 'lost' },
      { before: 903, pool: 'workers', machines: [2, 5], situation: 'lost' },
      { before: 842, pool: 'control-plane', machines: [2] },
      { before: 841, pool: 'workers', machines: [2, 5] },
    ],
  },
  {
    cluster: 'atlas-nutanix',
    who: 'Jun Tanaka',
    cause: update(1_290, 'Turned off the renewal of the certificates of agents'),
    effects: [
      {
        before: 122,
        event: agent('CertificateExpired', 'The client certificate of the agent has expired', 'Error'),
        pool: 'workers',
        machines: [2],
      },
      { before: 120, pool: 'workers', machines: [2] },
    ],
  },
];

const minute = 60_000;

export const incidentsOf = ({ name }: Cluster): readonly Incident[] =>
  incidents.filter(({ cluster }) => cluster === name);

/** A machine that has got into a situation. */
export interface MachineChange {
  readonly pool: Pool;
  readonly place: number;
  readonly situation: Situation;
  readonly time: number;
}

/** What incidents did to the machines that a cluster had when the service started, in order of time. */
export const incidentChanges = (cluster: Cluster, started: number): readonly MachineChange[] =>
  incidentsOf(cluster)
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => {
      if ('event' in effect) return [];
      const time = started - effect.before * minute;
      return machinesIn(cluster, effect)
        .filter(({ pool, place }) => place < pool.initial.size)
        .map(({ pool, place }) => {
          const situation = effect.situation ?? situationAt(pool.initial, place);
          return { pool, place, situation, time };
        });
    });

/** What else is told about the incidents of a cluster. */
export const incidentEvents = (cluster: Cluster, started: number): readonly Event[] =>
  incidentsOf(cluster)
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => {
      if (!('event' in effect)) return [];
      const { pool, machines, event, before } = effect;
      const involved =
        pool === undefined || machines === undefined
          ? [undefined]
          : machinesIn(cluster, { pool, machines }).map((one) => identity(cluster, one.pool, one.place));
      return involved.map((machine) => eventResource(cluster, machine, event, started - before * minute));
    });

const machinesIn = ({ pools }: Cluster, { pool: name, machines }: Machines) =>
  pools
    .filter((pool) => pool.name === name)
    .flatMap((pool) => machines.map((number) => ({ pool, place: number - 1 })));
