import type { ClusterPlan } from './cluster';

/** What is written about a project of the demo. The rest is generated. */
export interface ProjectPlan {
  readonly name: string;
  /** The beginning of the names of its clusters, if it is not the name of the project. */
  readonly slug?: string;
  readonly description?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Teams with roles on it. Generated if missing, like the clusters. */
  readonly teams?: readonly string[];
  /** The roles of the first team in the whole project, by name. */
  readonly firstTeamRole?: readonly string[];
  readonly clusters?: readonly ClusterPlan[];
  readonly workspaces?: readonly string[];
  /** Whether its generated clusters are in different clouds. */
  readonly isMixed?: true;
  readonly isDisabled?: true;
  readonly cleanUp?: {
    readonly state: string;
    readonly msg: string;
    readonly cleanedResources: readonly string[];
  };
}
