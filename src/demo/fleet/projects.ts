import { sized, type FleetOptions } from '../options';
import { Random } from '../random';
import type { Cluster, ClusterPlan } from './cluster';
import { buildCluster, type Owner } from './clusters';
import { creationTime, uidOf } from './metadata';
import { mixedCloudType } from './profileClouds';
import { clusterSuffix, descriptions, fillUp, labelSets } from './names';
import type { ProjectPlan } from './plans';

/** A project, whose clusters are generated when they are first read. */
export class Project implements Owner {
  readonly name: string;
  readonly uid: string;
  readonly slug: string;
  readonly created: number;
  isDisabled: boolean;
  readonly #options: FleetOptions;
  readonly #started: number;
  #clusters: Cluster[] | undefined;

  constructor(
    readonly plan: ProjectPlan,
    readonly place: number,
    options: FleetOptions,
    started: number,
  ) {
    this.#options = options;
    this.#started = started;
    this.name = plan.name;
    this.slug = plan.slug ?? plan.name;
    this.uid = uidOf(`${options.seed}/project/${place}`);
    const random = new Random(this.uid);
    this.created = creationTime(random, started);
    this.isDisabled = plan.isDisabled ?? false;
  }

  get clusters(): readonly Cluster[] {
    return this.#generated();
  }

  removeCluster(cluster: Cluster): void {
    this.#clusters = this.#generated().filter((other) => other !== cluster);
  }

  #generated(): Cluster[] {
    this.#clusters ??= this.#plannedClusters().map((plan, place) =>
      buildCluster(this, place, plan, this.#options, this.#started),
    );
    return this.#clusters;
  }

  #plannedClusters(): ClusterPlan[] {
    const random = new Random(`${this.uid}/clusters`);
    const wanted = this.isDisabled ? 0 : random.pick([0, 1, 1, 2, 2, 3, 4, 6]);
    const written = this.plan.clusters;
    const count = sized(this.#options.clustersPerProject, written?.length ?? wanted);
    const generate = (suffix: string): ClusterPlan => ({
      suffix,
      state: random.chance(0.9) ? 'Running' : random.pick(['Provisioning', 'Deleting', 'Error']),
      ...(this.plan.isMixed && { cloudType: mixedCloudType(`${this.uid}/${suffix}`) }),
    });
    return fillUp(written ?? [], count, ({ suffix }) => suffix, clusterSuffix, generate);
  }
}

/** A generated project. */
export function generatePlan(name: string, seed: number): ProjectPlan {
  const random = new Random(`${seed}/plan/${name}`);
  return {
    name,
    isMixed: true,
    labels: random.pick(labelSets),
    ...(random.chance(0.3) && { description: random.pick(descriptions) }),
    ...(random.chance(0.05) && { isDisabled: true }),
  };
}
