import type { ClusterPlan, ClusterState } from './cluster';
import type { Situation } from './situations';

/** A change of the fleet, in minutes after the start of an hour. Names what it is about, as users see it. */
export type Step = { readonly minute: number } & (ClusterStep | Creation);

type ClusterStep = { readonly cluster: string } & (MachineChange | Resize | StateChange | Deletion);

interface MachineChange {
  readonly pool: string;
  /** The numbers at the end of the names of its machines. */
  readonly machines: readonly number[];
  readonly situation: Situation;
}

interface Resize {
  readonly pool: string;
  /** Machines that are added are being provisioned. The last ones are removed. */
  readonly size: number;
}

interface StateChange {
  readonly state: ClusterState;
}

interface Deletion {
  readonly isDeleted: true;
}

interface Creation {
  readonly project: string;
  readonly plan: ClusterPlan;
}
