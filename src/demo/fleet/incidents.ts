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

interface Effect {
  readonly before: number;
  /** What is told of the machines or, without them, of the cluster. Without it, the machines get into a situation. */
  readonly event?: Occurrence;
  readonly pool?: string;
  /** The numbers at the end of their names. */
  readonly machines?: readonly number[];
  /** Without it, the one in which they are when the service starts. */
  readonly situation?: Situation;
}

const agent = reporter('cluster-agent');
const controller = reporter('cluster-controller');
const machineController = reporter('machine-controller');

const expiredToken = 'Cannot create machines with the cloud account aws-main: ExpiredToken';
const credentialExpired = controller('CloudCredentialExpired', expiredToken, 'Error');
const expiredCertificate = 'The client certificate of the agent has expired';
const certificateExpired = agent('CertificateExpired', expiredCertificate, 'Error');
const deniedPipeline = 'Denied the pipeline of team Payments SRE: cluster.update is missing';
const denied = controller('UpdateDenied', deniedPipeline, 'Warning');
const scaled = controller('MachinePoolScaled', 'Scaled machine pool workers from 6 to 4');
const removed = machineController('MachineDeleted', 'The machine was deleted');
const replacing = machineController('MachineReplacing', 'The instance is replaced by a new one');

const update = (before: number, message: string, to?: Cause['to']): Cause => ({
  type: 'update',
  before,
  message,
  ...(to && { to }),
});

/** An effect on machines. */
const on = (before: number, pool: string, machines: readonly number[]) => ({ before, pool, machines });

/** The newest first. Those that are over have an effect that says so. */
export const incidents: readonly Incident[] = [
  {
    cluster: 'identity-eu',
    who: 'Jun Tanaka',
    cause: { type: 'action', before: 16, message: 'Repaired machine identity-eu-workers-4' },
    effects: [{ ...on(15, 'workers', [4]), event: replacing }, on(12, 'workers', [4])],
  },
  {
    cluster: 'ledger-eu',
    who: 'Isabel Ortega',
    cause: update(52, 'Changed minAvailable of the disruption budget ledger-db from 2 to 3'),
    effects: [on(25, 'databases', [1])],
  },
  {
    cluster: 'payments-eu',
    who: 'Kwame Mensah',
    cause: 'UpgradeStarted',
    effects: [on(30, 'workers', [5])],
  },
  {
    cluster: 'data-platform-eu',
    who: 'Chiara Rossi',
    cause: 'UpgradeStarted',
    effects: [on(34, 'workers', [10])],
  },
  { cluster: 'ledger-us', who: 'Grace Kim', cause: 'RepavePending', effects: [] },
  {
    cluster: 'atlas-gke',
    who: 'Elif Yılmaz',
    cause: 'UpgradeStarted',
    effects: [on(190, 'batch', [2])],
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
      { before: 430, event: scaled },
      { ...on(428, 'workers', [5, 6]), event: removed },
      on(410, 'workers', [4]),
    ],
  },
  {
    cluster: 'atlas-aws',
    who: 'Fatima al-Sayed',
    cause: update(
      560,
      'Replaced the credentials of the cloud account aws-main with a session token of 8 hours',
    ),
    effects: [{ before: 80, event: credentialExpired }, on(78, 'workers', [5])],
  },
  {
    cluster: 'search-eu',
    who: 'Isabel Ortega',
    cause: update(
      690,
      'Removed the resource role Resource Cluster Editor on search with the filter production',
      { team: 'Payments SRE' },
    ),
    effects: [655, 640, 625].map((before) => ({ before, event: denied })),
  },
  {
    cluster: 'checkout-us',
    cause: { type: 'action', before: 905, message: 'Marked the availability zone az2 as failed' },
    // In this zone is every third machine.
    effects: [
      { ...on(903, 'control-plane', [2]), situation: 'lost' },
      { ...on(903, 'workers', [2, 5]), situation: 'lost' },
      on(842, 'control-plane', [2]),
      on(841, 'workers', [2, 5]),
    ],
  },
  {
    cluster: 'atlas-nutanix',
    who: 'Jun Tanaka',
    cause: update(1_290, 'Turned off the renewal of the certificates of agents'),
    effects: [{ ...on(122, 'workers', [2]), event: certificateExpired }, on(120, 'workers', [2])],
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
  effectsOn(cluster)
    .filter(({ event }) => event === undefined)
    .flatMap((effect) =>
      machinesOf(effect, cluster)
        .filter(({ pool, place }) => place < pool.initial.size)
        .map(({ pool, place }) => ({
          pool,
          place,
          situation: effect.situation ?? situationAt(pool.initial, place),
          time: started - effect.before * minute,
        })),
    );

/** What else is told about the incidents of a cluster. */
export const incidentEvents = (cluster: Cluster, started: number): readonly Event[] =>
  effectsOn(cluster).flatMap((effect) => {
    const { event, machines, before } = effect;
    if (!event) return [];
    const involved = machines
      ? machinesOf(effect, cluster).map(({ pool, place }) => identity(cluster, pool, place))
      : [undefined];
    return involved.map((machine) => eventResource(cluster, machine, event, started - before * minute));
  });

const effectsOn = (cluster: Cluster) => incidentsOf(cluster).flatMap(({ effects }) => effects);

const machinesOf = ({ pool: name, machines = [] }: Effect, { pools }: Cluster) =>
  pools
    .filter((pool) => pool.name === name)
    .flatMap((pool) => machines.map((number) => ({ pool, place: number - 1 })));
