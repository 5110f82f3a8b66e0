import type { FleetOptions } from '../options';
import type { Cluster } from './cluster';
import { Directory } from './directory';
import { featuredProjects } from './featured';
import {
  clusterAudits,
  incidentAudits,
  projectAudits,
  roleAudit,
  teamAudits,
  type AuditEntry,
} from './audits';
import { certificateEvents, clusterCertificates } from './certificates';
import type { ResourceRole } from './grants';
import { clusterSummary, metadataSummary } from './clusterSummaries';
import { eventHistory } from './eventHistory';
import { newestFirst, type Event } from './events';
import { incidents } from './incidents';
import { upgradeEvents, upgradesOf, type Upgrade } from './upgrades';
import { machineHistory } from './machineHistory';
import { machineResource, type Times } from './machines';
import { projectHalf, refer, uidOf, type Named } from './metadata';
import { projectName } from './names';
import { machineMetrics, type Samples } from './metrics';
import { clusterOverview } from './overview';
import type { Pool } from './pools';
import { generatePlan, Project } from './projects';
import { projectSummary } from './projectSummaries';
import { repaveEvents, repaveResource } from './repave';
import { teamResource, type Team } from './teams';
import { unsteadyChanges, unsteadyEvents } from './unsteady';
import { apiKey, userSummary, type User } from './users';

/** How many entries of the audit log are kept, of those since the service started. */
const mostAudits = 2_000;

/** Everything that the service manages. The next answer contains changes of it. */
export class Fleet {
  readonly directory: Directory;
  readonly #options: FleetOptions;
  readonly #started: number;
  readonly #projects: Project[] = [];
  readonly #byHalf = new Map<string, Project>();
  /** What happened in clusters before, which every page of a log needs. */
  readonly #histories = new WeakMap<Cluster, readonly Event[]>();
  /** What was done to teams since the service started. */
  readonly #audits: AuditEntry[] = [];
  #projectsAdded = 0;
  #rolesAdded = 0;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#started = options.now().getTime();
    for (let place = 0; place < options.projects; place++) {
      this.addProject();
    }
    this.directory = new Directory(options, this.#projects.slice(0, 12));
  }

  get projects(): readonly Project[] {
    return this.#projects;
  }

  /** Appends a project with clusters. */
  addProject(name?: string): Project {
    const place = this.#projectsAdded++;
    const { seed } = this.#options;
    const featured = name === undefined ? featuredProjects[place] : undefined;
    const plan = featured ?? generatePlan(name ?? projectName(place), seed);
    const project = new Project(plan, place, this.#options, this.#started);
    this.#projects.push(project);
    this.#byHalf.set(projectHalf(project.uid), project);
    return project;
  }

  /** Existing resource roles still name it; new ones cannot. */
  removeProject(project: Project): void {
    remove(this.#projects, project);
    this.#byHalf.delete(projectHalf(project.uid));
  }

  findProject(uid: string): Project | undefined {
    const project = this.#byHalf.get(projectHalf(uid));
    return project?.uid === uid ? project : undefined;
  }

  /** The cluster that has this UID, or a cloud config with this UID. */
  findCluster(by: 'uid' | 'configUid', uid: string): Cluster | undefined {
    return this.#byHalf.get(projectHalf(uid))?.clusters.find((cluster) => cluster[by] === uid);
  }

  /** The first cluster and pool with these names, for tests. Throws if there is none. */
  pool(clusterName: string, poolName: string): { cluster: Cluster; pool: Pool } {
    for (const { clusters } of this.#projects) {
      const cluster = clusters.find(({ name }) => name === clusterName);
      const pool = cluster?.pools.find(({ name }) => name === poolName);
      if (cluster && pool) {
        return { cluster, pool };
      }
    }
    throw new Error(`There is no machine pool ${poolName} in a cluster ${clusterName}.`);
  }

  summarize(project: Project) {
    return projectSummary(project, this.directory);
  }

  summarizeCluster(cluster: Cluster, project: Project) {
    return clusterSummary(cluster, project, this.#upgrades(cluster), this.#times());
  }

  summarizeMetadata(cluster: Cluster, project: Project) {
    return metadataSummary(cluster, project, this.#times());
  }

  machines(cluster: Cluster, pool: Pool) {
    return Array.from({ length: pool.size }, (_, place) => this.machine(cluster, pool, place));
  }

  machine(cluster: Cluster, pool: Pool, place: number) {
    return machineResource(cluster, pool, place, this.#times());
  }

  /** Makes the changes that are due. */
  advance(): void {
    const unsteady = this.#projects.filter(({ plan }) => plan.clusters?.some((one) => one.isUnsteady));
    for (const cluster of unsteady.flatMap(({ clusters }) => clusters)) {
      const last = unsteadyChanges(cluster, this.#times()).at(-1);
      last?.pool.situations.set(last.place, last.situation);
      last?.pool.changed.set(last.place, last.time);
    }
  }

  /** The events of all clusters of these projects, newest first. */
  events(projects: readonly Project[]): readonly Event[] {
    return newestFirst(
      projects.flatMap(({ clusters }) => clusters.flatMap((cluster) => this.#eventsOf(cluster))),
    );
  }

  /** The events of a cluster, newest first. */
  clusterEvents(cluster: Cluster): readonly Event[] {
    return newestFirst(this.#eventsOf(cluster));
  }

  /** Who did what to a cluster, a project or a team, to all of them, or to what belongs to a project; newest first. */
  audits(about: { readonly resourceUid?: string | undefined; readonly projectUid?: string | undefined }) {
    const { resourceUid, projectUid } = about;
    const isWanted = ({ uid }: Named) => resourceUid === undefined || resourceUid === uid;
    const { teams, users } = this.directory;
    const projects = this.#projects.filter(
      ({ uid }) =>
        (projectUid === undefined || uid === projectUid) &&
        (resourceUid === undefined || projectHalf(uid) === projectHalf(resourceUid)),
    );
    return newestFirst([
      ...this.#incidentAudits().filter(
        ({ spec: { resource, actor } }) =>
          isWanted(resource) && (projectUid === undefined || actor.project?.uid === projectUid),
      ),
      ...projects.filter(isWanted).flatMap((project) => projectAudits(project, users, this.#started)),
      ...projects.flatMap((project) =>
        project.clusters.filter(isWanted).flatMap((cluster) => this.#clusterAudits(project, cluster)),
      ),
      ...(projectUid === undefined
        ? [
            ...teams.filter(isWanted).flatMap((team) => teamAudits(team, users, this.#started)),
            ...this.#audits.filter(({ spec }) => isWanted(spec.resource)),
          ]
        : []),
    ]);
  }

  overview(cluster: Cluster) {
    return clusterOverview(
      cluster,
      this.#projectOf(cluster),
      this.#upgrades(cluster),
      this.clusterEvents(cluster),
      this.#times(),
    );
  }

  repave(cluster: Cluster) {
    return repaveResource(cluster, this.#started);
  }

  certificates(cluster: Cluster) {
    return clusterCertificates(cluster, this.#times());
  }

  metrics(cluster: Cluster, pools: readonly Pool[], samples: Samples) {
    const changes = machineHistory(cluster, this.#times());
    const { cpu, memory } = this.summarizeCluster(cluster, this.#projectOf(cluster)).status.metrics;
    const share = ({ usage, total }: typeof cpu) => Math.round((100 * usage) / total) / 100;
    const shares = { cpu: share(cpu), memory: share(memory) };
    return pools.flatMap((pool) =>
      Array.from({ length: pool.size }, (_, place) =>
        machineMetrics(cluster, pool, place, changes(pool, place), shares, samples),
      ),
    );
  }

  get now(): number {
    return this.#options.now().getTime();
  }

  /** The team as in the list of teams. */
  describeTeam(team: Team) {
    return teamResource(team, this.#started);
  }

  describeUser(user: User) {
    const teams = this.directory.teamsOf(user);
    const { length } = this.directory.projectRoles(this.#projects, user);
    return userSummary(user, teams, length, this.#started);
  }

  describeApiKey(user: User) {
    return apiKey(user, this.#started);
  }

  /** Removes a team with its resource roles. */
  removeTeam(team: Team): void {
    remove(this.directory.teams, team);
  }

  addResourceRole(team: Team, { roles, projectUids, filterRefs }: Omit<ResourceRole, 'uid'>): void {
    const role = {
      uid: uidOf(`${team.uid}/added/${this.#rolesAdded++}`),
      roles: roles.map(refer),
      projectUids: projectUids.map(refer),
      filterRefs: filterRefs.map(refer),
    };
    team.resourceRoles.push(role);
    this.#audit(team, 'Added', role);
  }

  removeResourceRole(team: Team, role: ResourceRole): void {
    remove(team.resourceRoles, role);
    this.#audit(team, 'Removed', role);
  }

  /** Everything is done by the user that the API key belongs to. */
  #audit(team: Team, verb: 'Added' | 'Removed', role: ResourceRole): void {
    this.#audits.push(roleAudit(team, verb, role, this.directory.users[0], this.now));
    if (this.#audits.length > mostAudits) this.#audits.shift();
  }

  #clusterAudits(project: Project, cluster: Cluster): readonly AuditEntry[] {
    const count = this.#isFeatured(project) ? ([12, 70] as const) : ([0, 5] as const);
    const events = this.clusterEvents(cluster);
    return clusterAudits(cluster, project, events, this.directory.users, count, this.#started);
  }

  #incidentAudits(): readonly AuditEntry[] {
    return incidents.flatMap((incident) => {
      const found = findCluster(this.#projects, incident.cluster);
      return found
        ? incidentAudits(incident, found.cluster, found.project, this.directory, this.#started)
        : [];
    });
  }

  #upgrades(cluster: Cluster): readonly Upgrade[] {
    return upgradesOf(cluster, this.#times());
  }

  #projectOf(cluster: Cluster): Project {
    const project = this.findProject(cluster.projectUid);
    if (!project) throw new Error(`The project of ${cluster.name} is not there.`);
    return project;
  }

  #eventsOf(cluster: Cluster): readonly Event[] {
    return [
      ...this.#history(cluster),
      ...this.#upgrades(cluster).flatMap((upgrade) => upgradeEvents(cluster, upgrade)),
      ...unsteadyEvents(cluster, this.#times()),
      ...certificateEvents(cluster, this.#started),
      ...repaveEvents(cluster, this.#started),
    ];
  }

  #history(cluster: Cluster): readonly Event[] {
    const known = this.#histories.get(cluster);
    if (known) return known;
    const history = eventHistory(cluster, this.#started);
    this.#histories.set(cluster, history);
    return history;
  }

  #isFeatured({ plan }: Project): boolean {
    return featuredProjects.includes(plan);
  }

  #times(): Times {
    return { started: this.#started, now: this.now };
  }
}

function findCluster(projects: readonly Project[], wanted: string) {
  // Reading the clusters of a project generates them: only where the name fits.
  for (const project of projects.filter(({ slug }) => wanted.startsWith(`${slug}-`))) {
    const cluster = project.clusters.find(({ name }) => name === wanted);
    if (cluster) return { project, cluster };
  }
  return undefined;
}

/** Does nothing if the list does not contain it. */
function remove<T>(things: T[], thing: T): void {
  const place = things.indexOf(thing);
  if (place >= 0) {
    things.splice(place, 1);
  }
}
